import { useEffect, useId, useState } from 'react'
import { fieldText } from '@/messages/common.ts'
import { otherPartyText as text } from '@/messages/other-party.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Button, ButtonLink } from '@/ui/Button.tsx'
import { ErrorState } from '@/ui/ErrorState.tsx'
import { PageTitle } from '@/ui/PageTitle.tsx'
import { Facts } from '@/ui/Panel.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/Skeleton.tsx'
import { TextField } from '@/ui/TextField.tsx'
import type { PlaceOutside, SignInQuestion, WorldParties } from '../world-parties.ts'
import styles from './OtherParty.module.css'

export interface OtherPartyProps {
  door: WorldParties
  address: string
  /** What a form sent there; null when the browser just went. */
  fields: Readonly<Record<string, string>> | null
  /** Called with the address that leads back to the dashboard. */
  onLead: (location: string) => void
}

const whyOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Stands for the page of another party: whom the cloud plays asks here, for others it is told where one would go. */
export function OtherParty({ door, address, fields, onLead }: OtherPartyProps) {
  const [place, setPlace] = useState<PlaceOutside | { is: 'asking' } | { is: 'failed'; why: string }>({
    is: 'asking',
  })
  useEffect(() => {
    let gone = false
    door.visitOutside(address, fields).then(
      (found) => void (gone || setPlace(found)),
      (error: unknown) => void (gone || setPlace({ is: 'failed', why: whyOf(error) })),
    )
    return () => {
      gone = true
    }
  }, [door, address, fields])
  switch (place.is) {
    case 'asking':
      return (
        <>
          <PageTitle title={text.signIn('…')} hidden />
          <LoadingRegion>
            <SkeletonLines lines={4} height={24} />
          </LoadingRegion>
        </>
      )
    case 'failed':
      return (
        <>
          <PageTitle title={text.elsewhere} />
          <ErrorState compact title={text.failed} detail={place.why} action={<Home />} />
        </>
      )
    case 'elsewhere':
      return <Elsewhere address={address} fields={fields} />
    case 'portal':
      return <Portal place={place} />
    case 'question':
      return (
        <Question
          question={place.question}
          onAnswer={async (decision, email) =>
            onLead(await door.answerOutside(place.address, decision, email))
          }
        />
      )
  }
}

function Home() {
  return <ButtonLink to="/">{text.home}</ButtonLink>
}

interface QuestionProps {
  question: SignInQuestion
  onAnswer: (decision: 'approve' | 'refuse', email: string) => Promise<void>
}

function Question({ question: { title, people }, onAnswer }: QuestionProps) {
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
      setProblem(whyOf(error))
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
        {problem !== undefined && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
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

function Portal({ place: { name, email, returnTo } }: { place: Extract<PlaceOutside, { is: 'portal' }> }) {
  return (
    <>
      <PageTitle title={text.portal} />
      <p>{text.playsPortal}</p>
      <p>{text.knows(name, email)}</p>
      {returnTo !== null && (
        <Facts
          columns={1}
          facts={[{ label: text.goesOn, value: <code className={styles.address}>{returnTo}</code> }]}
        />
      )}
      <div>
        <Home />
      </div>
    </>
  )
}

function Elsewhere({ address, fields }: Pick<OtherPartyProps, 'address' | 'fields'>) {
  return (
    <>
      <PageTitle title={text.elsewhere} />
      <p>{text.elsewhereWhy}</p>
      <p>
        <code className={styles.address}>{address}</code>
      </p>
      {fields !== null && (
        <>
          <p>{text.withFields}</p>
          <Facts
            columns={1}
            facts={Object.entries(fields).map(([label, value]) => ({
              label,
              value: <code className={styles.address}>{value}</code>,
            }))}
          />
        </>
      )}
      <div>
        <Home />
      </div>
    </>
  )
}
