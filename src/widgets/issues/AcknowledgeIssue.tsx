import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import { acknowledgementKey, type Acknowledgement } from '@/domain/device/acknowledgements.ts'
import type { IssueKind } from '@/domain/device/device-issues.ts'
import { changeTag, type TaggedThing } from '@/domain/tags/tag-writes.ts'
import { formatInstant } from '@/lib/format.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { acknowledgeText as text } from '@/messages/fleet-health/acknowledge.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import styles from './AcknowledgeIssue.module.css'

export interface AcknowledgeIssueProps {
  kind: IssueKind
  device: TaggedThing & { name: string }
  /** If it is acknowledged. */
  known: Acknowledgement | undefined
  /** Why it cannot be changed. */
  whyNot: string | undefined
  /** Called to ask for the reason and the end. */
  onAsk: () => void
}

/** Acknowledges an issue of one device; or says who has done so, why and until when, and undoes it. */
export function AcknowledgeIssue({ kind, device, known, whyNot, onAsk }: AcknowledgeIssueProps) {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: () => changeTag('device', device, { key: acknowledgementKey(kind), value: null }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['device'] }),
    onSuccess: () => showToast({ tone: 'ok', title: text.undone(issueKindText[kind]) }),
  })
  if (known)
    return (
      <span className={styles.known}>
        <q>{known.reason}</q>{' '}
        <span className={styles.by}>{text.by(known.by, formatInstant(known.until, { seconds: false }))}</span>
        <Button
          size="s"
          variant="quiet"
          reason={whyNot}
          busy={undo.isPending}
          aria-label={text.undoFor(issueKindText[kind], device.name)}
          onClick={() => undo.mutate()}
        >
          {text.undo}
        </Button>
        {undo.isError && (
          <span role="alert">
            {text.undoFailed}: {errorMessage(undo.error)}
          </span>
        )}
      </span>
    )
  return (
    <Button
      size="s"
      variant="quiet"
      reason={whyNot}
      aria-label={text.openFor(issueKindText[kind], '1')}
      onClick={onAsk}
    >
      {text.open}
    </Button>
  )
}
