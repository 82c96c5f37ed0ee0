import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { afterQuery, QueryPanel } from '@/features/billing/QueryPanel.tsx'
import { creditText as text } from '@/messages/billing/credits.ts'
import { commonText, formText } from '@/messages/common/common.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { defaultThreshold, digitsUpTo, MAX_CREDITS } from './credit-rules.ts'
import { creditCalls, creditFeatureQuery, creditNotificationQuery } from './credits.queries.ts'
import styles from '@/features/billing/BillingPage.module.css'

/** Notification of the organization when credits run low: off, or its threshold. */
export function NotificationPanel({ organization }: { organization: number }) {
  const feature = useQuery(creditFeatureQuery())
  const allowance = useQuery(freeAllowanceQuery(organization))
  const notification = useQuery({
    ...creditNotificationQuery(organization, feature.data ?? 0),
    enabled: feature.data !== undefined,
  })
  const query = afterQuery(feature, afterQuery(allowance, notification))
  return (
    <QueryPanel title={text.notifications} query={query} failed={text.notificationsFailed}>
      {(stored) =>
        allowance.data && (
          <NotificationForm
            organization={organization}
            feature={feature.data ?? 0}
            stored={stored}
            defaultValue={defaultThreshold(allowance.data.totalDeviceCount)}
          />
        )
      }
    </QueryPanel>
  )
}

interface NotificationFormProps {
  organization: number
  feature: number
  stored: { id: number; threshold: number } | null
  /** The threshold if none is stored. */
  defaultValue: number
}

function NotificationForm({ organization, feature, stored, defaultValue }: NotificationFormProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const shown = typed ?? String(stored?.threshold ?? defaultValue)
  const change = async (send: () => Promise<unknown>, done: string) => {
    if (running) return
    setRunning(true)
    setFailure(null)
    try {
      await send()
      showToast({ tone: 'ok', title: done })
      await queries.invalidateQueries({ queryKey: creditNotificationQuery(organization, feature).queryKey })
      setTyped(undefined)
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setRunning(false)
    }
  }
  const turn = (on: boolean) =>
    stored === null
      ? on && change(() => creditCalls.notify(organization, feature, Number(shown)), text.notificationSaved)
      : change(() => creditCalls.stopNotifying(stored.id), text.notificationRemoved)
  const apply = () =>
    stored !== null &&
    change(() => creditCalls.setThreshold(stored.id, Number(shown)), text.notificationSaved)
  const whyNotTurn = stored === null && shown === '' ? text.thresholdMissing : undefined
  return (
    <div className={styles.stack}>
      <Switch
        label={text.notify}
        on={stored !== null}
        text={text.notify}
        reason={running ? commonText.running : whyNotTurn}
        onChange={(on) => void turn(on)}
      />
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (whyNotApply(stored, shown) === undefined) void apply()
        }}
      >
        <TextField
          label={text.threshold}
          inputMode="numeric"
          value={shown}
          onChange={({ target }) => setTyped(digitsUpTo(MAX_CREDITS, target.value))}
        />
        <div className={styles.actions}>
          <Button type="submit" size="s" busy={running} reason={whyNotApply(stored, shown)}>
            {text.apply}
          </Button>
        </div>
      </form>
      {failure !== null && <ErrorBanner>{failure}</ErrorBanner>}
      {failure !== null && typed !== undefined && <p>{formText.kept}</p>}
    </div>
  )
}

/** Why the threshold cannot be applied; undefined if it differs from the stored one. */
function whyNotApply(stored: NotificationFormProps['stored'], shown: string): string | undefined {
  if (stored === null) return text.turnOnFirst
  if (shown === '') return text.thresholdMissing
  return Number(shown) === stored.threshold ? text.unchanged : undefined
}
