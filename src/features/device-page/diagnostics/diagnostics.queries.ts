import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import type { SupervisorState } from '@/api/model.ts'
import { readTargetState } from '@/api/target-state.ts'
import { isAtLeast } from '@/domain/os-update/os-version.ts'
import * as poll from '@/domain/polling.ts'

/** Supervisors from this one on are told their target in another form. */
const TARGET_V3_SINCE = '13.0.0'
const NOBODY_ONLINE = 'No online device(s) found'

export const checksQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['checks', { uuid }],
    queryFn: ({ signal }) => api().actions.readChecks(uuid, signal),
    refetchInterval: poll.deviceChecks,
  })

export const diagnosticsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['diagnostics', { uuid }],
    queryFn: ({ signal }) => api().actions.readDiagnostics(uuid, signal),
    refetchInterval: poll.diagnostics,
  })

/** What the device's supervisor says it is doing; null while the device cannot be asked. */
export const supervisorStateQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['supervisor-state', { uuid }],
    queryFn: async ({ signal }): Promise<SupervisorState | null> => {
      if (!api().features.vpn) return null
      try {
        return await api().supervisor.state(uuid, signal)
      } catch (error) {
        if (isNobodyOnline(error)) return null
        throw error
      }
    },
    refetchInterval: poll.supervisorState,
  })

/** What the platform tells the device to be, in the form that its supervisor reads. */
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

/** 2 for supervisors below 13.0.0, else 3. */
export function targetStateVersion(supervisorVersion: string | null): 2 | 3 {
  return supervisorVersion === null || isAtLeast(supervisorVersion, TARGET_V3_SINCE) ? 3 : 2
}

const isNobodyOnline = (error: unknown) => isApiError(error) && error.message === NOBODY_ONLINE
