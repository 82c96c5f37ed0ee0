import { useState } from 'react'
import type { OperationSetting } from '@/domain/operations/operation.ts'
import { whyNotOperate } from '@/domain/operations/why-not-operate.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { OperationSection } from '@/features/device-page/OperationSection.tsx'
import { supportAccess } from '@/features/device-page/summary/device-facts.ts'
import { settingsText } from '@/messages/device-page/device-settings.ts'
import { useTimeSource, useTimeText } from '@/ui/display/now.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SupportAccessDialog } from './SupportAccessDialog.tsx'

const text = settingsText.support

/** Whether support has access to the device, and until when. */
export function SupportSection({ device, setting }: { device: Device; setting: OperationSetting }) {
  const [asking, setAsking] = useState<'grant' | 'revoke' | null>(null)
  const until = device.is_accessible_by_support_until__date
  const close = () => setAsking(null)
  return (
    <OperationSection
      name="grantSupport"
      title={text.title}
      blurb={<AccessNow until={until} />}
      control={
        <>
          {until !== null && (
            <Button
              reason={whyNotOperate('revokeSupport', device, setting)}
              onClick={() => setAsking('revoke')}
            >
              {text.revoke}
            </Button>
          )}
          <Button reason={whyNotOperate('grantSupport', device, setting)} onClick={() => setAsking('grant')}>
            {until === null ? text.grant : text.extend}
          </Button>
        </>
      }
    >
      {asking === 'grant' && <SupportAccessDialog device={device} onClose={close} />}
      {asking === 'revoke' && (
        <OperationDialog name="revokeSupport" device={device} input={undefined} onClose={close} />
      )}
    </OperationSection>
  )
}

/** Updates when the access expires. */
function AccessNow({ until }: { until: string | null }) {
  const time = useTimeSource()
  useTimeText((now) => supportAccess(until, now).state)
  const access = supportAccess(until, time.now())
  if (access.state === 'none') return text.none
  const granted = access.state === 'granted'
  return (
    <>
      <StatusBadge plain tone={granted ? 'ok' : 'idle'}>
        {granted ? text.granted : text.expired}
      </StatusBadge>{' '}
      <RelativeTime at={access.until} />
    </>
  )
}
