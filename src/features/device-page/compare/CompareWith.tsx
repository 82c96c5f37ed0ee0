import { useNavigate } from 'react-router'
import { DeviceFinder } from '@/features/device-page/multi-device/DeviceFinder.tsx'
import { paths } from '@/lib/paths.ts'
import { compareDevicesText } from '@/messages/device-page/compare-devices.ts'
import { Dialog } from '@/ui/overlay/Dialog.tsx'

export interface CompareWithProps {
  device: { uuid: string; device_name: string }
  onClose: () => void
}

/** Selects the second device of a comparison, from any fleet. */
export function CompareWith({ device, onClose }: CompareWithProps) {
  const navigate = useNavigate()
  return (
    <Dialog onClose={onClose} title={compareDevicesText.pick(device.device_name)} size="s">
      <DeviceFinder
        taken={[device.uuid]}
        onFound={(other) => {
          onClose()
          void navigate(paths.compareDevices(device.uuid, other))
        }}
      />
    </Dialog>
  )
}
