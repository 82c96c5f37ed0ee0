import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { entryProblem } from '@/features/sign-in/entry-problem.ts'
import { EntryActions, EntryForm, EntryNote } from '@/features/sign-in/EntryForm.tsx'
import { nextStep } from '@/features/sign-in/next-step.ts'
import { shellText } from '@/messages/app/shell.ts'
import { fieldText } from '@/messages/common/common.ts'
import { twoFactorText as text } from '@/messages/sign-in/two-factor.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'

/** A complete code is submitted automatically. */
const TOKEN_LENGTH = 6

/** With fewer recovery codes left, the user is advised to create new ones. */
const FEW_CODES = 4

const ways = {
  token: {
    label: text.token,
    intro: text.tokenIntro,
    other: text.useRecovery,
    wrong: text.wrongToken,
    check: (code: string) => api().entry.verifyToken(code),
  },
  recovery: {
    label: text.recovery,
    intro: text.recoveryIntro,
    other: text.useToken,
    wrong: text.wrongRecovery,
    check: (code: string) => api().entry.verifyRecoveryCode(code),
  },
}
type Way = keyof typeof ways

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function Component() {
  const [way, setWay] = useState<Way>('token')
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <>
      <PageTitle title={text.title} />
      <EntryNote>{ways[way].intro}</EntryNote>
      <CodeForm
        key={way}
        way={way}
        onPassed={() => {
          if (way === 'recovery') void tellCodesLeft()
          void navigate(nextStep(), { replace: true })
        }}
      />
      <EntryActions>
        <Button variant="quiet" onClick={() => setWay(way === 'token' ? 'recovery' : 'token')}>
          {ways[way].other}
        </Button>
        <Button variant="quiet" onClick={() => signOut({ navigate }, queries)}>
          {shellText.signOut}
        </Button>
      </EntryActions>
    </>
  )
}

/** Tells how many recovery codes are left, after one was used. */
async function tellCodesLeft() {
  const left = await api()
    .data.query('recovery_two_factor', undefined, {
      $count: { $filter: { belongs_to__user: api().session.claims()?.id ?? 0, used_timestamp: null } },
    })
    // It is only information.
    .catch(() => undefined)
  if (left === undefined) return
  showToast({
    tone: left < FEW_CODES ? 'warn' : 'info',
    key: 'recovery-codes',
    title: text.codesLeft(left),
    ...(left < FEW_CODES ? { detail: text.fewLeft } : {}),
  })
}

function CodeForm({ way, onPassed }: { way: Way; onPassed: () => void }) {
  const { label, wrong, check } = ways[way]
  const [code, setCode] = useState('')
  const [stage, setStage] = useState<{ busy: boolean; error?: string; problem?: string }>({ busy: false })
  const field = useRef<HTMLInputElement>(null)
  const send = async (submitted: string) => {
    if (stage.busy) return
    if (submitted === '') {
      setStage({ busy: false, error: fieldText.required(label) })
      return field.current?.focus()
    }
    setStage({ busy: true })
    try {
      await check(submitted)
    } catch (error) {
      const isWrong = isApiError(error, 'unauthorized')
      setStage({
        busy: false,
        ...(isWrong ? { error: wrong } : { problem: entryProblem(error, Date.now()) }),
      })
      field.current?.focus()
      field.current?.select()
      return
    }
    onPassed()
  }
  const type = (typed: string) => {
    setCode(typed)
    const compact = typed.replaceAll(/\s/g, '')
    const isComplete =
      way === 'token' && compact.length === TOKEN_LENGTH && code.replaceAll(/\s/g, '') !== compact
    if (isComplete) void send(compact)
    else if (!stage.busy) setStage({ busy: false })
  }
  return (
    <EntryForm
      onSubmit={(event) => {
        event.preventDefault()
        void send(code.replaceAll(/\s/g, ''))
      }}
      problem={stage.problem}
      busy={stage.busy}
      submitLabel={text.submit}
      busyLabel={text.submitting}
    >
      <TextField
        ref={field}
        label={label}
        autoFocus
        autoComplete={way === 'token' ? 'one-time-code' : 'off'}
        inputMode={way === 'token' ? 'numeric' : 'text'}
        autoCapitalize="off"
        spellCheck={false}
        value={code}
        error={stage.error}
        onChange={(event) => type(event.target.value)}
      />
    </EntryForm>
  )
}
