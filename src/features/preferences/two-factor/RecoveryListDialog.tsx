import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import { formatNumber } from '@/lib/format.ts'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { recoveryCodesQuery } from './two-factor.queries.ts'
import styles from './TwoFactor.module.css'

/** The use of each recovery code. The platform returns the codes themselves only when they are created. */
export function RecoveryListDialog({ onClose }: { onClose: () => void }) {
  const codes = useQuery(recoveryCodesQuery())
  const ordered = codes.data?.toSorted((one, other) => one.id - other.id)
  return (
    <Dialog onClose={onClose} title={text.codes} footer={<Button onClick={onClose}>{text.close}</Button>}>
      <p>{text.listBody}</p>
      {codes.isError && ordered === undefined && (
        <ErrorState
          compact
          title={text.recoveryFailed}
          detail={errorMessage(codes.error)}
          recovers={mayRecover(codes.error)}
          onRetry={() => void codes.refetch()}
          retrying={codes.isFetching}
        />
      )}
      {ordered && (
        <ol className={styles.uses} aria-label={text.codes}>
          {ordered.map(({ id, used_timestamp: used }, at) => (
            <li key={id}>
              <span>{text.codeNumber(formatNumber(at + 1))}</span>
              <span className={styles.use}>
                {used === null ? text.unused : <RelativeTime at={used} within={text.used} />}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
