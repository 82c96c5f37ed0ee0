import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import type { AcknowledgedIssue } from '@/domain/device/acknowledgements.queries.ts'
import { acknowledgementKey } from '@/domain/device/acknowledgements.ts'
import { changeTags } from '@/domain/tags/tag-writes.ts'
import { formatInstant, formatNumber } from '@/lib/format.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { acknowledgeText as text } from '@/messages/fleet-health/acknowledge.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { acknowledgedGroups, type AcknowledgedGroup } from './acknowledged-groups.ts'
import styles from './AcknowledgedList.module.css'

export interface AcknowledgedListProps {
  issues: readonly AcknowledgedIssue[]
  /** Why nothing can be undone. */
  whyNot: string | undefined
}

/** Issues that somebody has acknowledged, with who, why and until when; each can be undone. */
export function AcknowledgedList({ issues, whyNot }: AcknowledgedListProps) {
  return (
    <ul className={styles.list} aria-label={text.list}>
      {acknowledgedGroups(issues).map((group) => (
        <Item key={`${group.kind} ${group.until} ${group.reason}`} group={group} whyNot={whyNot} />
      ))}
    </ul>
  )
}

function Item({ group, whyNot }: { group: AcknowledgedGroup; whyNot: string | undefined }) {
  const { kind, reason, by, until, devices } = group
  const queries = useQueryClient()
  const names =
    devices.length === 1 && devices[0] !== undefined
      ? devices[0].name
      : text.devices(formatNumber(devices.length), devices.length)
  const undo = useMutation({
    mutationFn: () => changeTags('device', devices, { key: acknowledgementKey(kind), value: null }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['device'] }),
    onSuccess: () => showToast({ tone: 'ok', title: text.undone(issueKindText[kind]) }),
  })
  return (
    <li className={styles.item}>
      <StatusMark tone="idle" shape="dot" />
      <div className={styles.what}>
        <span className={styles.issue}>
          {issueKindText[kind]} · {names}
        </span>
        <q className={styles.reason}>{reason}</q>
        <span className={styles.by}>{text.by(by, formatInstant(until, { seconds: false }))}</span>
        {undo.isError && (
          <span role="alert" className={styles.failed}>
            {text.undoFailed}: {errorMessage(undo.error)}
          </span>
        )}
      </div>
      <Button
        size="s"
        variant="quiet"
        reason={whyNot}
        busy={undo.isPending}
        aria-label={text.undoFor(issueKindText[kind], names)}
        onClick={() => undo.mutate()}
      >
        {text.undo}
      </Button>
    </li>
  )
}
