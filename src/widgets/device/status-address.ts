import { useCallback } from 'react'
import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'

/** The address of the devices with a status, or of those among them that need attention. */
export type StatusAddress = (status: ShownDeviceStatus, needsAttention?: boolean) => string

/** The addresses in the list of a fleet. */
export const useStatusAddress = (fleetId: number): StatusAddress =>
  useCallback(
    (status, needsAttention = false) => {
      const list = paths.fleetDevices(fleetId)
      return needsAttention
        ? `${list}?status=attention&q=${encodedPart(`status = ${status}`)}`
        : `${list}?status=${status}`
    },
    [fleetId],
  )
