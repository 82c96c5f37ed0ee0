import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import {
  hasExpiredDeployment,
  linkedDeployment,
  pendingDeployment,
  withContract,
  type DeployConfiguration,
} from './deploy-configuration.ts'
import { addressProblem, sourceErrorDetail, sourceErrorMessage, sourceQuery } from './deploy.queries.ts'

const addressOf = ({ repoUrl, tarballUrl }: DeployConfiguration) => repoUrl ?? tarballUrl ?? ''

/** The stored deployment of a link, or an empty one. */
function initialState() {
  const now = api().now()
  return {
    configuration: pendingDeployment(now) ?? linkedDeployment(new URLSearchParams(), now),
    isExpired: hasExpiredDeployment(now),
  }
}

/** State of the project to deploy: from a link or typed, and what was read from the repository. */
export function useDeploySource() {
  const [initial] = useState(initialState)
  const [configuration, setConfiguration] = useState(initial.configuration)
  const [typed, setTyped] = useState(addressOf(configuration))
  const problem = addressProblem(configuration)
  const isReadable = addressOf(configuration) !== '' && problem === undefined
  const query = useQuery({ ...sourceQuery(configuration), enabled: isReadable })
  const address = typed.trim()
  const isChanged = address !== addressOf(configuration)
  const source = isReadable && !isChanged ? query.data : undefined

  return {
    typed,
    setTyped,
    /** Whether the stored link has expired. */
    isExpired: initial.isExpired && addressOf(configuration) === '',
    isChanged,
    problem: isChanged ? undefined : problem,
    isReading: isReadable && !isChanged && query.isFetching && query.data === undefined,
    error:
      isReadable && !isChanged && query.isError && !query.isFetching
        ? sourceErrorMessage(query.error, configuration)
        : undefined,
    errorDetail: sourceErrorDetail(query.error),
    source,
    /** Includes the values of the contract. */
    configuration: withContract(configuration, source?.contract ?? null),
    /** Reads the typed project; retries after an error. */
    read() {
      if (address === '') return
      // Other parameters of the link do not apply to another address.
      if (isChanged)
        setConfiguration(linkedDeployment(new URLSearchParams({ repoUrl: address }), api().now()))
      else if (query.isError) void query.refetch()
    },
  }
}

export type DeploySourceForm = ReturnType<typeof useDeploySource>
