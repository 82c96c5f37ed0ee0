import { api } from '@/api/api.ts'
import { dataRequest, type Writable } from '@/api/data-request.ts'
import { asCurl, shellLine } from '@/lib/equivalent-command.ts'

/** Identifies a release in commands. */
interface ReleaseIdentity {
  id: number
  commit: string
}

interface ReleaseCommands {
  /** Null if the CLI does not support it. */
  cli: string | null
  curl: string
}

const patch = ({ id }: ReleaseIdentity, body: Partial<Writable<'release'>>) =>
  asCurl(api().http.apiUrl, dataRequest('patch', { resource: 'release', id, body }))

export function versionCommands(release: ReleaseIdentity, semver: string): ReleaseCommands {
  return { cli: null, curl: patch(release, { semver }) }
}

export function finalizeCommands(release: ReleaseIdentity): ReleaseCommands {
  return {
    cli: shellLine('balena', 'release', 'finalize', release.commit),
    curl: patch(release, { is_final: true }),
  }
}

export function cancelCommands({ id }: ReleaseIdentity, at: string): ReleaseCommands {
  const body = { status: 'cancelled', end_timestamp: at } as const
  const call = dataRequest('patch', { resource: 'release', id, filter: "status ne 'success'", body })
  return { cli: null, curl: asCurl(api().http.apiUrl, call) }
}

export function validityCommands(
  release: ReleaseIdentity,
  invalidated: boolean,
  reason = '',
): ReleaseCommands {
  return {
    cli: shellLine('balena', 'release', invalidated ? 'invalidate' : 'validate', release.commit),
    curl: patch(release, {
      is_invalidated: invalidated,
      ...(reason === '' ? {} : { invalidation_reason: reason }),
    }),
  }
}

export function deleteCommands(ids: readonly number[]): ReleaseCommands {
  const call = dataRequest('delete', { resource: 'release', filter: `id in (${ids.join(',')})` })
  return { cli: null, curl: asCurl(api().http.apiUrl, call) }
}
