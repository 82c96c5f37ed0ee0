import { queryOptions } from '@tanstack/react-query'
import { actionsService } from '@/api/actions.ts'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import type { SupervisorState } from '@/api/model.ts'
import { supervisor } from '@/api/supervisor.ts'
import { readTargetState } from '@/api/target-state.ts'
import { isAtLeast } from '@/domain/os-update/os-version.ts'
import * as poll from '@/domain/polling.ts'

/** First supervisor version that uses version 3 of the target state. */
const TARGET_V3_SINCE = '13.0.0'
const NOBODY_ONLINE = 'No online device(s) found'

export const checksQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['checks', { uuid }],
    queryFn: ({ signal }) => actionsService().readChecks(uuid, signal),
    refetchInterval: poll.deviceChecks,
  })

export const diagnosticsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['diagnostics', { uuid }],
    queryFn: ({ signal }) => actionsService().readDiagnostics(uuid, signal),
    refetchInterval: poll.diagnostics,
  })

/** The state reported by the supervisor; null while the device cannot be reached. */
export const supervisorStateQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['supervisor-state', { uuid }],
    queryFn: async ({ signal }): Promise<SupervisorState | null> => {
      if (!api().features.vpn) return null
      try {
        return await supervisor().state(uuid, signal)
      } catch (error) {
        if (isNobodyOnline(error)) return null
        throw error
      }
    },
    refetchInterval: poll.supervisorState,
  })

/** The target state of the device, in the format of its supervisor. */
export const targetStateQuery = (uuid: string, supervisorVersion: string | null) => {
  const version = targetStateVersion(supervisorVersion)
  return queryOptions({
    queryKey: ['target-state', { uuid, version }],
    queryFn: async ({ signal }) => {
      try {
        return await readTargetState(api().services, uuid, version, signal)
      } catch (error) {
        if (isNobodyOnline(error)) return null
        throw error
      }
    },
    refetchInterval: poll.supervisorState,
  })
}

/** Format of the target state: 2 for supervisors below 13.0.0, else 3. */
export function targetStateVersion(supervisorVersion: string | null): 2 | 3 {
  return supervisorVersion === null || isAtLeast(supervisorVersion, TARGET_V3_SINCE) ? 3 : 2
}

const isNobodyOnline = (error: unknown) => isApiError(error) && error.message === NOBODY_ONLINE
