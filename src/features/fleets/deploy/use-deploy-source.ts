import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import {
  hasExpiredDeployment,
  linkedDeployment,
  waitingDeployment,
  withContract,
  type DeployConfiguration,
} from './deploy-configuration.ts'
import { addressProblem, sourceErrorMessage, sourceQuery } from './deploy.queries.ts'

const addressOf = ({ repoUrl, tarballUrl }: DeployConfiguration) => repoUrl ?? tarballUrl ?? ''

/** What was kept from a link, else nothing yet. */
function atFirst() {
  const now = api().now()
  return {
    configuration: waitingDeployment(now) ?? linkedDeployment(new URLSearchParams(), now),
    isExpired: hasExpiredDeployment(now),
  }
}

/** The project that somebody wants to deploy: what a link named, or what is typed, and what was read there. */
export function useDeploySource() {
  const [first] = useState(atFirst)
  const [configuration, setConfiguration] = useState(first.configuration)
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
    /** A link was followed too long ago. */
    isExpired: first.isExpired && addressOf(configuration) === '',
    isChanged,
    problem: isChanged ? undefined : problem,
    isReading: isReadable && !isChanged && query.isFetching && query.data === undefined,
    error:
      isReadable && !isChanged && query.isError && !query.isFetching
        ? sourceErrorMessage(query.error, configuration)
        : undefined,
    source,
    /** With what the contract of the project says. */
    configuration: withContract(configuration, source?.contract ?? null),
    /** Looks at what is typed; once more where that failed. */
    read() {
      if (address === '') return
      // What a link said beside another address is not about this one.
      if (isChanged)
        setConfiguration(linkedDeployment(new URLSearchParams({ repoUrl: address }), api().now()))
      else if (query.isError) void query.refetch()
    },
  }
}

export type DeploySourceForm = ReturnType<typeof useDeploySource>
