import { queryOptions } from '@tanstack/react-query'
import { readStaticFile } from '@/api/static-files.ts'

export const BUILD_CHECK_EVERY_MS = 600_000

/** When the published dashboard was built; null where nobody says so. Polled every 10 minutes. */
export const buildTimeQuery = () =>
  queryOptions({
    queryKey: ['build-time'],
    queryFn: async ({ signal }) => readBuildTime(await readStaticFile('build-time.json', signal)),
    refetchInterval: BUILD_CHECK_EVERY_MS,
    staleTime: BUILD_CHECK_EVERY_MS,
    gcTime: Infinity,
  })

function readBuildTime(file: unknown): string | null {
  return typeof file === 'object' && file !== null && 'builtAt' in file && typeof file.builtAt === 'string'
    ? file.builtAt
    : null
}
