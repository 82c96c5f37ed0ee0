import { api } from '@/api/api.ts'
import { asCurl, shellLine, type PlatformCall } from '@/lib/equivalent-command.ts'
import { releaseCalls } from './releases.queries.ts'

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

const curlOf = (call: PlatformCall) => asCurl(api().http.apiUrl, call)

export function versionCommands(release: ReleaseIdentity, semver: string): ReleaseCommands {
  return { cli: null, curl: curlOf(releaseCalls.version(release.id, semver)) }
}

export function finalizeCommands(release: ReleaseIdentity): ReleaseCommands {
  return {
    cli: shellLine('balena', 'release', 'finalize', release.commit),
    curl: curlOf(releaseCalls.finalize(release.id)),
  }
}

export function cancelCommands({ id }: ReleaseIdentity, at: string): ReleaseCommands {
  return { cli: null, curl: curlOf(releaseCalls.cancel(id, at)) }
}

export function validityCommands(
  release: ReleaseIdentity,
  invalidated: boolean,
  reason = '',
): ReleaseCommands {
  return {
    cli: shellLine('balena', 'release', invalidated ? 'invalidate' : 'validate', release.commit),
    curl: curlOf(releaseCalls.setInvalidated(release.id, invalidated, reason)),
  }
}

export function deleteCommands(ids: readonly number[]): ReleaseCommands {
  return { cli: null, curl: curlOf(releaseCalls.remove(ids)) }
}
