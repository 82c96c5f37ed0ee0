import { createContext, use, type ReactNode } from 'react'
import { useExternalDevices } from '@/domain/device/external-devices.queries.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { Tag } from '@/ui/display/Tag.tsx'

const ExternalDevices = createContext<ReadonlySet<number>>(new Set())

/** Reads which devices are external, once for all marks inside: a table has one for each row. */
export function ExternalDevicesProvider({ children }: { children: ReactNode }) {
  return <ExternalDevices value={useExternalDevices()}>{children}</ExternalDevices>
}

/** Marks a device of a mock cloud that is not simulated. */
export function ExternalMark({ id }: { id: number }) {
  return use(ExternalDevices).has(id) && <Tag title={devicesText.externalTitle}>{devicesText.external}</Tag>
}
