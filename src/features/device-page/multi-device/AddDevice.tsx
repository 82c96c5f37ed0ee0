import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { DeviceFinder } from './DeviceFinder.tsx'
import type { ChosenDevices } from './use-chosen-devices.ts'

interface AddDeviceProps {
  chosen: ChosenDevices
  max: number
}

/** Adds a device by name. */
export function AddDevice({ chosen, max }: AddDeviceProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        icon={<IconPlus size={16} aria-hidden="true" />}
        reason={chosen.uuids.length >= max ? multiDeviceText.tooMany(max) : undefined}
        onClick={() => setOpened(true)}
      >
        {multiDeviceText.addDevice}
      </Button>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title={multiDeviceText.addTitle} size="s">
          <DeviceFinder
            taken={chosen.uuids}
            onFound={(uuid) => {
              chosen.add(uuid)
              setOpened(false)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
