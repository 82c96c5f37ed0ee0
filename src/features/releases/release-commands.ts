import { api } from '@/api/api.ts'
import { asCurl, filterQuery, shellLine } from '@/lib/equivalent-command.ts'

/** A release as commands name it. */
interface Named {
  id: number
  commit: string
}

interface ReleaseCommands {
  /** null where the command line tool cannot do it. */
  cli: string | null
  curl: string
}

const patch = ({ id }: Named, body: object) =>
  asCurl(api().http.apiUrl, { method: 'PATCH', path: `/v7/release(${id})`, body })

export function versionCommands(release: Named, semver: string): ReleaseCommands {
  return { cli: null, curl: patch(release, { semver }) }
}

export function finalizeCommands(release: Named): ReleaseCommands {
  return {
    cli: shellLine('balena', 'release', 'finalize', release.commit),
    curl: patch(release, { is_final: true }),
  }
}

export function cancelCommands({ id }: Named, at: string): ReleaseCommands {
  const path = `/v7/release(${id})?${filterQuery("status ne 'success'")}`
  const body = { status: 'cancelled', end_timestamp: at }
  return { cli: null, curl: asCurl(api().http.apiUrl, { method: 'PATCH', path, body }) }
}

export function validityCommands(release: Named, invalidated: boolean, reason = ''): ReleaseCommands {
  return {
    cli: shellLine('balena', 'release', invalidated ? 'invalidate' : 'validate', release.commit),
    curl: patch(release, {
      is_invalidated: invalidated,
      ...(reason === '' ? {} : { invalidation_reason: reason }),
    }),
  }
}

export function deleteCommands(ids: readonly number[]): ReleaseCommands {
  const path = `/v7/release?${filterQuery(`id in (${ids.join(',')})`)}`
  return { cli: null, curl: asCurl(api().http.apiUrl, { method: 'DELETE', path }) }
}
