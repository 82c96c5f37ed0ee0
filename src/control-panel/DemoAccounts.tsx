import { demoText } from '@/messages/sign-in.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts'
import styles from './DemoAccounts.module.css'

export interface DemoAccountsProps {
  onPick: (account: { email: string; password: string }) => void
}

/** The people one can sign in as; a press fills the form. */
export function DemoAccounts({ onPick }: DemoAccountsProps) {
  return (
    <section className={styles.accounts} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{demoText.title}</h2>
      <p className={styles.intro}>
        {demoText.intro} {demoText.password} <code>{DEMO_PASSWORD}</code>
      </p>
      <ul className={styles.list} aria-labelledby="demo-accounts">
        {demoAccounts.map(({ name, email, role }) => (
          <li key={email}>
            <button
              type="button"
              className={styles.account}
              onClick={() => onPick({ email, password: DEMO_PASSWORD })}
            >
              <Avatar name={name} size={26} />
              <span className={styles.text}>
                <b>{name}</b>
                <span>{role}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
