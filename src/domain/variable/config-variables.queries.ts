import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { ConfigVariables } from '@/api/model.ts'

/** The schema changes with the platform, not with the day. */
const SCHEMA_EVERY_MS = 5 * 60_000

/** The rules for names, and the settings that a type of device knows (docs/platform/configuration-variables.md). */
export const configVariablesQuery = (deviceType: string) =>
  queryOptions({
    queryKey: ['config-variables', { deviceType }],
    staleTime: SCHEMA_EVERY_MS,
    refetchInterval: SCHEMA_EVERY_MS,
    queryFn: ({ signal }): Promise<ConfigVariables> =>
      api().services.json('get', '/config/vars', { query: { deviceType }, signal }),
  })
