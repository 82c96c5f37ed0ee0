import { useState } from 'react'
import { accessText } from '@/messages/access/access.ts'
import { panelText, permissionText } from '@/messages/control-panel/simulator-panel.ts'
import type { DemoUser } from '@/simulation/control-contract.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { SeeAsSection } from './see-as/SeeAsSection.tsx'
import { usePolled } from './use-polled.ts'
import { showFailure } from './world-control.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './PeopleSection.module.css'

const roleNames: Readonly<Record<string, string>> = accessText.roles

/** All demo users, with the permissions they do not have. */
export function PeopleSection({ control }: { control: WorldControl }) {
  const { result, again } = usePolled(control, control.client.people)
  return (
    <AsyncContent result={result} onRetry={() => void again()} lines={9}>
      {(people) => (
        <>
          <SeeAsSection control={control} people={people} />
          <section className={panel.section} aria-label={panelText.people}>
            <h3>{panelText.people}</h3>
            <p className={panel.note}>{panelText.peopleIntro}</p>
            <ul className={styles.people} aria-label={panelText.people}>
              {people.map((person) => (
                <li key={person.username}>
                  <PersonRow person={person} onBe={() => control.become(person.email, person.password)} />
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </AsyncContent>
  )
}

function PersonRow({ person, onBe }: { person: DemoUser; onBe: () => Promise<void> }) {
  const { name, role, isTelling, lacks } = person
  const roleName = roleNames[role] ?? role
  const [busy, setBusy] = useState(false)
  const be = () => {
    setBusy(true)
    void onBe()
      .then(() => showToast({ tone: 'ok', key: 'simulator', title: panelText.became(name) }), showFailure)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <div className={styles.head}>
        <Avatar name={name} size={28} />
        <span className={styles.who}>
          <b>{name}</b>
          <span>{roleName}</span>
        </span>
        {isTelling && <Tag>{panelText.telling}</Tag>}
        <Button size="s" busy={busy} aria-label={panelText.beWho(name, roleName)} onClick={be}>
          {panelText.be}
        </Button>
      </div>
      {lacks.length === 0 ? (
        <p className={panel.note}>{panelText.lacksNothing}</p>
      ) : (
        <details className={styles.lacks}>
          <summary>{panelText.lacks(lacks.length)}</summary>
          <p>{panelText.because(roleName)}</p>
          <ul>
            {lacks.map((permission) => (
              <li key={permission}>
                {permissionText[permission] ?? permission} <code>{permission}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
