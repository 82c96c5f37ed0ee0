import { useState, type ReactNode } from 'react'
import { account as accountCalls } from '@/api/account.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Account } from '@/domain/account/account.queries.ts'
import { useReverification } from '@/features/preferences/reverification/use-reverification.tsx'
import { labelled, sentences } from '@/messages/common/compose.ts'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { DisableDialog } from './DisableDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'
import { setUpStartedBy, useTwoFactorRefresh } from './two-factor.queries.ts'

type Stage =
  | { kind: 'idle' | 'asking' | 'disabling' }
  | { kind: 'pairing'; address: string }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'failed'; why: string }

const idle: Stage = { kind: 'idle' }

export interface SecondFactorPanelProps {
  account: Account
  isOn: boolean
  /** Additional rows. */
  children: ReactNode
}

/** Enables two-factor authentication in several steps, or disables it. */
export function SecondFactorPanel({ account, isOn, children }: SecondFactorPanelProps) {
  const [stage, setStage] = useState<Stage>(idle)
  const [startedBy, setStartedBy] = useStored(setUpStartedBy)
  const refresh = useTwoFactorRefresh()
  const reverification = useReverification()
  const isStarted = !isOn && startedBy === account.id

  const begin = async () => {
    setStage({ kind: 'asking' })
    try {
      const address = await reverification.run(accountCalls.setUpTwoFactor)
      setStartedBy(account.id)
      setStage({ kind: 'pairing', address })
    } catch (error) {
      setStage({ kind: 'failed', why: errorMessage(error) })
    }
  }
  const finish = async () => {
    setStartedBy(null)
    await refresh()
    showToast({ tone: 'ok', title: text.enabled })
    try {
      setStage({ kind: 'codes', codes: await accountCalls.createRecoveryCodes() })
      await refresh()
    } catch (error) {
      setStage({ kind: 'failed', why: labelled(text.codesFailed, errorMessage(error)) })
    }
  }
  return (
    <Panel title={text.panel} flush>
      {isStarted && <Banner tone="warn">{text.begun}</Banner>}
      {stage.kind === 'failed' && (
        <Banner tone="bad" urgent onDismiss={() => setStage(idle)}>
          {stage.why}
        </Banner>
      )}
      <SettingRow name={text.title} hint={isOn ? text.what : sentences(text.what, text.pending)}>
        {isOn ? (
          <Button
            variant="danger"
            reason={account.hasPassword ? undefined : text.noPassword}
            onClick={() => setStage({ kind: 'disabling' })}
          >
            {text.disable}
          </Button>
        ) : (
          <Button variant="primary" busy={stage.kind === 'asking'} onClick={() => void begin()}>
            {isStarted ? text.finish : text.enable}
          </Button>
        )}
      </SettingRow>
      {children}
      {stage.kind === 'pairing' && (
        <SetUpDialog address={stage.address} onClose={() => setStage(idle)} onPaired={finish} />
      )}
      {stage.kind === 'codes' && <RecoveryCodesDialog codes={stage.codes} onClose={() => setStage(idle)} />}
      {stage.kind === 'disabling' && <DisableDialog onClose={() => setStage(idle)} />}
      {reverification.dialog}
    </Panel>
  )
}
