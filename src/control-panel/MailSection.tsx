import { formatMoment } from '@/lib/format.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { Email } from '@/simulation/control-contract.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { usePolled } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './MailSection.module.css'

const EVERY_MS = 3000

/** Emails sent by the platform, newest first. */
export function MailSection({ control, onLeave }: { control: WorldControl; onLeave: () => void }) {
  const { asked, again } = usePolled(control, control.client.letters, EVERY_MS)
  return (
    <section className={panel.section} aria-label={panelText.mail}>
      <h3>{panelText.mail}</h3>
      <AsyncContent asked={asked} onRetry={() => void again()}>
        {(letters) =>
          letters.length === 0 ? (
            <EmptyState compact title={panelText.noMail} />
          ) : (
            <ul className={styles.letters} aria-label={panelText.mail}>
              {letters.map((letter) => (
                <li key={letter.id}>
                  <LetterCard letter={letter} onLeave={onLeave} />
                </li>
              ))}
            </ul>
          )
        }
      </AsyncContent>
    </section>
  )
}

function LetterCard({
  letter: { subject, to, at, text, link },
  onLeave,
}: {
  letter: Email
  onLeave: () => void
}) {
  return (
    <>
      <b>{subject}</b>
      <span className={styles.about}>
        {panelText.to(to)} · <time dateTime={at}>{formatMoment(at, { timeZone: 'UTC' })}</time>
      </span>
      <p>{text}</p>
      {link !== '' && (
        <ButtonLink size="s" to={link} onClick={onLeave}>
          {panelText.follow}
        </ButtonLink>
      )}
    </>
  )
}
