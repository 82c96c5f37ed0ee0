import { useCallback } from 'react'
import { thirdPartyText as text } from '@/messages/control-panel/third-party.ts'
import type { ThirdPartyPlace, SimulatedThirdParties } from '@/simulation/third-parties.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { ThirdPartyQuestion } from './ThirdPartyQuestion.tsx'
import { usePolledOnce } from './use-polled.ts'
import styles from './ThirdParty.module.css'

export interface ThirdPartyProps {
  client: SimulatedThirdParties
  address: string
  /** Submitted form fields; null for a plain navigation. */
  fields: Readonly<Record<string, string>> | null
  /** Called with the URL that leads back to the dashboard. */
  onLead: (location: string) => void
}

/** Stand-in page for a third party: shows the simulated sign-in, or for other sites the URL that would open. */
export function ThirdParty({ client, address, fields, onLead }: ThirdPartyProps) {
  const { result } = usePolledOnce(
    useCallback(() => client.visitOutside(address, fields), [client, address, fields]),
  )
  switch (result.is) {
    case 'loading':
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
          <ErrorState compact title={text.failed} detail={result.reason} action={<Home />} />
        </>
      )
    case 'known':
      return <Place client={client} address={address} fields={fields} onLead={onLead} place={result.value} />
  }
}

function Place({ client, address, fields, onLead, place }: ThirdPartyProps & { place: ThirdPartyPlace }) {
  switch (place.is) {
    case 'elsewhere':
      return <Elsewhere address={address} fields={fields} />
    case 'portal':
      return <Portal place={place} />
    case 'question':
      return (
        <ThirdPartyQuestion
          question={place.question}
          onAnswer={async (decision, email) =>
            onLead(await client.answerOutside(place.address, decision, email))
          }
        />
      )
  }
}

function Home() {
  return <ButtonLink to="/">{text.home}</ButtonLink>
}

function Portal({ place: { name, email, returnTo } }: { place: Extract<ThirdPartyPlace, { is: 'portal' }> }) {
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

function Elsewhere({ address, fields }: Pick<ThirdPartyProps, 'address' | 'fields'>) {
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
