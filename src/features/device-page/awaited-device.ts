import { useEffect, useRef } from 'react'
import { shownStatus } from '@/domain/device/device-status.ts'
import { deviceStatusText } from '@/messages/device-list/statuses.ts'
import { deviceText } from '@/messages/device-page/device.ts'
import { announce } from '@/ui/feedback/announcements.ts'
import type { Device } from './device.queries.ts'

/** After an operation, changes of the device's status are announced for so long. */
const AWAITED_MS = 15 * 60_000
const awaitedUntil = new Map<string, number>()

/** Somebody waits for what this device does next. */
export function awaitDevice(uuid: string): void {
  awaitedUntil.set(uuid, performance.now() + AWAITED_MS)
}

/** Announces the device's status when it changes after an operation on it: whoever ordered a reboot waits for its end. */
export function useAwaitedStatus(device: Device): void {
  const { uuid, device_name: name } = device
  const status = shownStatus(device)
  const last = useRef(status)
  useEffect(() => {
    if (last.current === status) return
    last.current = status
    if (performance.now() < (awaitedUntil.get(uuid) ?? 0))
      announce(deviceText.now(name, deviceStatusText[status]))
  }, [uuid, name, status])
}
