import { useId, useState } from 'react'
import { fieldText } from '@/messages/common/common.ts'
import { thirdPartyText as text } from '@/messages/control-panel/third-party.ts'
import type { SignInQuestion } from '@/simulation/third-parties.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import styles from './ThirdParty.module.css'

export interface ThirdPartyQuestionProps {
  question: SignInQuestion
  onAnswer: (decision: 'approve' | 'refuse', email: string) => Promise<void>
}

/** The sign-in page of a simulated third party. */
export function ThirdPartyQuestion({ question: { title, people }, onAnswer }: ThirdPartyQuestionProps) {
  const list = useId()
  const [email, setEmail] = useState(people[0] ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const answer = async (decision: 'approve' | 'refuse') => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onAnswer(decision, email.trim())
    } catch (error) {
      setBusy(false)
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <PageTitle title={text.signIn(title)} />
      <p>{text.plays(title)}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && email.trim() !== '') void answer('approve')
        }}
      >
        <TextField
          label={text.who}
          type="email"
          list={list}
          value={email}
          error={email.trim() === '' ? fieldText.required(text.who) : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <datalist id={list}>
          {people.map((person) => (
            <option key={person} value={person}>
              {person}
            </option>
          ))}
        </datalist>
        {problem !== undefined && <ErrorBanner>{problem}</ErrorBanner>}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={busy}>
            {text.approve}
          </Button>
          <Button busy={busy} onClick={() => void answer('refuse')}>
            {text.refuse}
          </Button>
        </div>
      </form>
    </>
  )
}
