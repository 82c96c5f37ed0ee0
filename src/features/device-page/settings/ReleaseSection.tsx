import { useState } from 'react'
import type { OperationSetting } from '@/domain/operations/operation.ts'
import { whyNotOperate } from '@/domain/operations/why-not-operate.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { OperationSection } from '@/features/device-page/OperationSection.tsx'
import { settingsText } from '@/messages/device-page/device-settings.ts'
import { operationReason } from '@/messages/operations/operations.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PinDialog } from './PinDialog.tsx'

const text = settingsText.release

/** The target release, and whether the device or its fleet determines it. */
export function ReleaseSection({ device, setting }: { device: Device; setting: OperationSetting }) {
  const [asking, setAsking] = useState<'pin' | 'track' | null>(null)
  const fleetId = device.belongs_to__application[0]?.id
  const isPinned = device.is_pinned_on__release.length > 0
  const noFleet = fleetId === undefined ? operationReason.noFleet : undefined
  const close = () => setAsking(null)
  return (
    <OperationSection
      name="pin"
      title={text.title}
      blurb={targetText(device)}
      control={
        <>
          {isPinned && (
            <Button reason={whyNotOperate('track', device, setting)} onClick={() => setAsking('track')}>
              {text.track}
            </Button>
          )}
          <Button reason={whyNotOperate('pin', device, setting) ?? noFleet} onClick={() => setAsking('pin')}>
            {isPinned ? text.repin : text.pin}
          </Button>
        </>
      }
    >
      {asking === 'track' && (
        <OperationDialog name="track" device={device} input={undefined} onClose={close} />
      )}
      {asking === 'pin' && fleetId !== undefined && (
        <PinDialog device={device} fleetId={fleetId} onClose={close} />
      )}
    </OperationSection>
  )
}

/** The target of a pinned device is the release that it is pinned to (docs/platform/derived-values.md). */
function targetText(device: Device): string {
  const [target] = device.should_be_running__release
  if (target === undefined) return text.trackingNothing
  const isPinned = device.is_pinned_on__release.length > 0
  return (isPinned ? text.pinned : text.tracking)(releaseLabel(target))
}
