import { IconCopy, IconCpu, IconDots, IconExternalLink, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { isPinned, pinnedFleets, togglePinned } from '@/domain/fleet/pinned-fleets.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { fleetListText } from '@/messages/fleets/fleets.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'

export interface FleetMenuProps {
  fleet: { id: number; app_name: string; slug: string }
  fleetClass: FleetClass
}

async function copy(text: string) {
  const done = await copyText(text)
  showToast(
    done ? { tone: 'ok', title: fleetListText.copied(text) } : { tone: 'bad', title: commonText.copyFailed },
  )
}

/** Actions on a fleet in the list. */
export function FleetMenu({ fleet, fleetClass }: FleetMenuProps) {
  const { id, app_name: name } = fleet
  const pinned = useSyncExternalStore(pinnedFleets.subscribe, () => isPinned(pinnedFleets.get(), id))
  const Pin = pinned ? IconPinnedOff : IconPin
  return (
    <Menu
      groups={[
        {
          actions: [
            {
              label: fleetListText.open,
              icon: <IconExternalLink size={15} aria-hidden="true" />,
              to: paths.application(id, fleetClass),
            },
            ...(fleetClass === 'fleet'
              ? [
                  {
                    label: fleetListText.openDevices,
                    icon: <IconCpu size={15} aria-hidden="true" />,
                    to: paths.fleetDevices(id),
                  },
                ]
              : []),
            {
              label: pinned ? fleetListText.unpin : fleetListText.pin,
              icon: <Pin size={15} aria-hidden="true" />,
              onSelect: () => togglePinned({ id, name, fleetClass }),
            },
          ],
        },
        {
          actions: [
            {
              label: fleetListText.copySlug,
              icon: <IconCopy size={15} aria-hidden="true" />,
              onSelect: () => void copy(fleet.slug),
            },
            {
              label: fleetListText.copyId,
              icon: <IconCopy size={15} aria-hidden="true" />,
              onSelect: () => void copy(String(id)),
            },
          ],
        },
      ]}
      trigger={
        <IconButton
          size="s"
          label={fleetListText.actionsOf(name)}
          icon={<IconDots size={16} aria-hidden="true" />}
        />
      }
    />
  )
}
