import { useIsExternal } from '@/domain/device/external-devices.queries.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { Tag } from '@/ui/display/Tag.tsx'

/** Marks a device of a mock cloud that is not simulated. */
export function ExternalMark({ id }: { id: number }) {
  return useIsExternal(id) && <Tag title={devicesText.externalTitle}>{devicesText.external}</Tag>
}
