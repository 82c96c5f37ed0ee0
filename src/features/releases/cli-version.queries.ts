import { queryOptions } from '@tanstack/react-query'
import { readPublicFile } from '@/api/code-host.ts'

const PACKAGE = 'https://raw.githubusercontent.com/balena-io/balena-cli/master/package.json'
const TIMEOUT_MS = 10_000
const STALE_MS = 3_600_000

/** The latest version of the CLI, such as `25.2.6`, from its package on GitHub; null if it has none. */
export const latestCliQuery = queryOptions({
  queryKey: ['code-host', 'latest-cli'],
  staleTime: STALE_MS,
  // The instructions work without it.
  retry: false,
  queryFn: async ({ signal }) => versionIn(await readPublicFile(PACKAGE, { signal, timeoutMs: TIMEOUT_MS })),
})

function versionIn(text: string | undefined): string | null {
  const found: unknown = text === undefined ? null : JSON.parse(text)
  const version = typeof found === 'object' && found !== null && 'version' in found ? found.version : null
  return typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version) ? version : null
}
