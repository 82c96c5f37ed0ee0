import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { readPublicFile, readRepository } from '@/api/code-host.ts'
import { ApiError, isApiError } from '@/api/errors.ts'
import { accessExpansion, roleFrom } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import * as poll from '@/domain/polling.ts'
import { FileProblem } from '@/files/file-problem.ts'
import { readInWorker } from '@/files/in-worker.ts'
import { deployProblemText as problems, deployText } from '@/messages/fleets/fleet-deploy.ts'
import type { DeployContract } from './contract.ts'
import type { DeployConfiguration } from './deploy-configuration.ts'
import {
  contractOf,
  publicFileAt,
  repositoryAt,
  repositoryOfTarball,
  tarballOf,
  type Repository,
} from './repository.ts'

/** Timeout for reading the contract. */
const READ_TIMEOUT_MS = 10_000
const SOURCE_STALE_MS = 60_000
const ACCESS_STALE_MS = 60_000

type Addresses = Pick<DeployConfiguration, 'repoUrl' | 'tarballUrl' | 'configUrl'>

/** A project that can be deployed. */
export interface DeploySource {
  repository: Repository
  branch: string
  description: string | null
  /** Null if the project has none. */
  contract: DeployContract | null
  /** The archive that the builder fetches. */
  tarballUrl: string
}

/** The problem of the addresses; undefined if the project can be requested. */
export function addressProblem({ repoUrl, tarballUrl, configUrl }: Addresses): string | undefined {
  if (repoUrl !== null && repositoryAt(repoUrl) === undefined) return deployText.notAccepted
  if (tarballUrl !== null && repositoryOfTarball(tarballUrl) === undefined) {
    return deployText.tarballNotAccepted
  }
  if (configUrl !== null && publicFileAt(configUrl) === undefined) return deployText.configNotAccepted
  return undefined
}

function repositoryIn({ repoUrl, tarballUrl }: Addresses): Repository | undefined {
  if (repoUrl !== null) return repositoryAt(repoUrl)
  return tarballUrl === null ? undefined : repositoryOfTarball(tarballUrl)
}

async function readContract(address: string, signal: AbortSignal): Promise<DeployContract | null> {
  const text = await readPublicFile(address, { signal, timeoutMs: READ_TIMEOUT_MS })
  if (text === undefined) return null
  try {
    return await readInWorker(text, {
      startWorker: () => new Worker(new URL('./contract-worker.ts', import.meta.url), { type: 'module' }),
      readHere: async () => (await import('./contract.ts')).readContract,
      signal,
    })
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    throw new ApiError('invalid', problems.invalidContract, {
      cause: problems.inLine(error.line, error.reason),
    })
  }
}

async function readSource(addresses: Addresses, signal: AbortSignal): Promise<DeploySource> {
  const repository = repositoryIn(addresses)
  if (repository === undefined) throw new ApiError('invalid', deployText.notAccepted)
  const { defaultBranch, isPrivate, description } = await readRepository(repository, {
    signal,
    timeoutMs: READ_TIMEOUT_MS,
  })
  if (isPrivate) throw new ApiError('invalid', problems.notPublic)
  const branch = repository.branch ?? defaultBranch
  const given = addresses.configUrl === null ? undefined : publicFileAt(addresses.configUrl)
  const contract = await readContract(given ?? contractOf(repository, branch), signal)
  if (contract === null && given !== undefined) {
    throw new ApiError('invalid', problems.noContractThere(given))
  }
  const tarballUrl = addresses.tarballUrl ?? tarballOf(repository, branch)
  return { repository, branch, description, contract, tarballUrl }
}

/** Reads a project on GitHub and its contract. */
export const sourceQuery = ({ repoUrl, tarballUrl, configUrl }: Addresses) => {
  const addresses = { repoUrl, tarballUrl, configUrl }
  return queryOptions({
    queryKey: ['deploy-source', addresses],
    queryFn: ({ signal }) => readSource(addresses, signal),
    staleTime: SOURCE_STALE_MS,
    retry: false,
  })
}

/** The error message for a project that could not be read, as specified. */
export function sourceErrorMessage(error: unknown, { repoUrl, tarballUrl }: Addresses): string {
  if (!isApiError(error)) return problems.failed
  switch (error.kind) {
    case 'not-found':
      return problems.notFound(repoUrl ?? tarballUrl ?? '')
    case 'timeout':
      return problems.timeout(READ_TIMEOUT_MS / 1000)
    case 'network':
      return problems.network
    case 'rate-limited':
      return problems.tooMuch
    default:
      return error.message
  }
}

/** Where and why a contract is invalid; undefined for other errors. */
export function sourceErrorDetail(error: unknown): string | undefined {
  return isApiError(error, 'invalid') && typeof error.cause === 'string' ? error.cause : undefined
}

/** A fleet, app or block that can be deployed to. */
export interface DeployTarget {
  id: number
  name: string
  slug: string
  organization: string
  role: Role
}

/** The applications of the user with their roles. */
export const deployTargetsQuery = (fleetClass: FleetClass) => {
  const claims = api().session.claims()
  const user = claims?.id ?? 0
  return queryOptions({
    queryKey: ['application', 'deploy-targets', { fleetClass, user }],
    staleTime: ACCESS_STALE_MS,
    queryFn: async ({ signal }): Promise<DeployTarget[]> => {
      const access = accessExpansion(user)
      const rows = await api().data.query('application', signal, {
        $select: ['id', 'app_name', 'slug'],
        $filter: {
          is_of__class: fleetClass,
          is_host: false,
          is_archived: false,
          is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
        },
        $expand: {
          ...access,
          organization: { ...access.organization, $select: ['id', 'name', 'is_frozen'] },
        },
        $orderby: { app_name: 'asc' },
      })
      return rows
        .filter(({ organization: [owner] }) => !owner?.is_frozen)
        .map((row) => ({
          id: row.id,
          name: row.app_name,
          slug: row.slug,
          organization: row.organization[0]?.name ?? '',
          role: roleFrom(row, claims?.permissions),
        }))
    },
  })
}

const readBuild = (releaseId: number, signal: AbortSignal) =>
  api().data.get({
    resource: 'release',
    id: releaseId,
    options: {
      $select: ['id', 'commit', 'raw_version', 'status', 'source', 'start_timestamp', 'update_timestamp'],
      $expand: {
        release_image: {
          $select: ['id'],
          $expand: {
            image: {
              $select: ['id', 'status', 'error_message'],
              $expand: { is_a_build_of__service: { $select: ['service_name'] } },
            },
          },
        },
      },
    },
    passthrough: { signal },
  })

export type DeployedBuild = NonNullable<Awaited<ReturnType<typeof readBuild>>>

/** The progress of a build; null if the release was deleted. */
export const deployedBuildQuery = (releaseId: number) =>
  queryOptions({
    queryKey: ['release', 'deployed', { releaseId }],
    queryFn: async ({ signal }) => (await readBuild(releaseId, signal)) ?? null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? poll.build : false),
  })

/** The build log of an image so far; refetched once after the build. */
export const writtenLogQuery = (imageId: number, growing: boolean) =>
  queryOptions({
    queryKey: ['image', 'written', { imageId, growing }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const image = await api().data.get({
        resource: 'image',
        id: imageId,
        options: { $select: ['build_log'] },
        passthrough: { signal },
      })
      return image?.build_log ?? ''
    },
    refetchInterval: growing ? poll.build : false,
  })
