import { queryOptions } from '@tanstack/react-query'
import { readStaticFile } from '@/api/static-files.ts'
import * as poll from '@/domain/polling.ts'

/** The build time of the deployed dashboard; null if unknown. Polled every 10 minutes, starting from the build time of this page. */
export const buildTimeQuery = () =>
  queryOptions({
    queryKey: ['build-time'],
    queryFn: async ({ signal }) => readBuildTime(await readStaticFile('build-time.json', signal)),
    initialData: () => builtAt() ?? undefined,
    refetchInterval: poll.dashboardVersion,
    staleTime: poll.dashboardVersion,
    gcTime: Infinity,
  })

/** When the dashboard of this page was built, as the build has written it into the page; null in development. */
const builtAt = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="built-at"]')?.content ?? null

function readBuildTime(file: unknown): string | null {
  return typeof file === 'object' && file !== null && 'builtAt' in file && typeof file.builtAt === 'string'
    ? file.builtAt
    : null
}
