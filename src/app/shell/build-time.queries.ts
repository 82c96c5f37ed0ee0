import { queryOptions } from '@tanstack/react-query'
import { readStaticFile } from '@/api/static-files.ts'
import * as poll from '@/domain/polling.ts'

/** The build time of the deployed dashboard; null if unknown. Polled every 10 minutes. */
export const buildTimeQuery = () =>
  queryOptions({
    queryKey: ['build-time'],
    queryFn: async ({ signal }) => readBuildTime(await readStaticFile('build-time.json', signal)),
    refetchInterval: poll.dashboardVersion,
    staleTime: poll.dashboardVersion,
    gcTime: Infinity,
  })

function readBuildTime(file: unknown): string | null {
  return typeof file === 'object' && file !== null && 'builtAt' in file && typeof file.builtAt === 'string'
    ? file.builtAt
    : null
}
