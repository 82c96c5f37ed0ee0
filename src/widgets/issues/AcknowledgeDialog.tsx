import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { acknowledgementKey, acknowledgementValue, LONGEST_REASON } from '@/domain/device/acknowledgements.ts'
import type { IssueKind } from '@/domain/device/device-issues.ts'
import { changeTags, tagCommands, type TaggedThing } from '@/domain/tags/tag-writes.ts'
import { formatInstant, formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { acknowledgeText as text } from '@/messages/fleet-health/acknowledge.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

const HOUR = 3_600_000
const ends = { hours: 4 * HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR }
type End = keyof typeof ends
const endNames = ['hours', 'day', 'week', 'month'] as const

/** Issues that several services of a device can have. They are acknowledged together. */
const ofServices: ReadonlySet<IssueKind> = new Set<IssueKind>(['crash-loop', 'service-down'])

export interface AcknowledgeDialogProps {
  kind: IssueKind
  devices: readonly TaggedThing[]
  /** Why it cannot be acknowledged: the devices are not known yet, or there are none. */
  whyNotYet?: string | undefined
  /** The number of devices, while they are being read. */
  count?: number
  onClose: () => void
  /** After the tags were written. */
  onDone: () => Promise<unknown>
}

/** Asks for a reason and an end, and acknowledges an issue of devices. */
export function AcknowledgeDialog({
  kind,
  devices,
  whyNotYet,
  count = devices.length,
  onClose,
  onDone,
}: AcknowledgeDialogProps) {
  const { data: account } = useQuery(accountQuery())
  const [reason, setReason] = useState('')
  const [end, setEnd] = useState<End>('day')
  const until = api().now() + ends[end]
  const written = reason.trim()
  const change = {
    key: acknowledgementKey(kind),
    value: acknowledgementValue({ reason: written, by: account?.username ?? '', until }),
  }
  const problem =
    written === ''
      ? text.noReason
      : written.length > LONGEST_REASON
        ? text.tooLong(formatNumber(LONGEST_REASON))
        : undefined
  return (
    <FormDialog
      title={text.title(issueKindText[kind])}
      size="m"
      onClose={onClose}
      confirmLabel={text.confirm}
      reason={whyNotYet ?? problem ?? (account === undefined ? commonText.loading : undefined)}
      commands={tagCommands('device', devices.slice(0, 1), change)}
      onSubmit={async () => {
        await changeTags('device', devices, change)
        await onDone()
        showToast({ tone: 'ok', title: text.done(issueKindText[kind]) })
        onClose()
      }}
    >
      <p>{text.intro(formatNumber(count), count)}</p>
      {ofServices.has(kind) && <p>{text.everyService}</p>}
      <TextArea
        label={text.reason}
        description={text.reasonHint}
        required
        data-autofocus
        value={reason}
        error={written.length > LONGEST_REASON ? problem : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <SegmentedControl
        label={text.until}
        value={end}
        options={endNames.map((value) => ({ value, label: text.ends[value] }))}
        onChange={setEnd}
        wide
      />
      <p>{text.endsAt(formatInstant(until, { seconds: false }))}</p>
    </FormDialog>
  )
}
