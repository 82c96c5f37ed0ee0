import { formatInstant } from '@/lib/format.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { Email } from '@/simulation/control-contract.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { usePolled } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './EmailsSection.module.css'

const EVERY_MS = 3000

/** Emails sent by the platform, newest first. */
export function EmailsSection({ control, onLeave }: { control: WorldControl; onLeave: () => void }) {
  const { result, again } = usePolled(control, control.client.emails, EVERY_MS)
  return (
    <section className={panel.section} aria-label={panelText.emails}>
      <h3>{panelText.emails}</h3>
      <AsyncContent result={result} onRetry={() => void again()}>
        {(emails) =>
          emails.length === 0 ? (
            <EmptyState compact title={panelText.noEmails} />
          ) : (
            <ul className={styles.emails} aria-label={panelText.emails}>
              {emails.map((email) => (
                <li key={email.id}>
                  <EmailCard email={email} onLeave={onLeave} />
                </li>
              ))}
            </ul>
          )
        }
      </AsyncContent>
    </section>
  )
}

function EmailCard({
  email: { subject, to, at, text, link },
  onLeave,
}: {
  email: Email
  onLeave: () => void
}) {
  return (
    <>
      <b>{subject}</b>
      <span className={styles.about}>
        {panelText.to(to)} · <time dateTime={at}>{formatInstant(at, { timeZone: 'UTC' })}</time>
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
