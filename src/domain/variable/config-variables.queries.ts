import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { ConfigVariables } from '@/api/model.ts'
import * as poll from '@/domain/polling.ts'

/** The naming rules, and the settings of a device type (docs/platform/configuration-variables.md). */
export const configVariablesQuery = (deviceType: string) =>
  queryOptions({
    queryKey: ['config-variables', { deviceType }],
    staleTime: poll.configurationSchema,
    refetchInterval: poll.configurationSchema,
    queryFn: ({ signal }): Promise<ConfigVariables> =>
      api().services.json('get', '/config/vars', { query: { deviceType }, signal }),
  })
