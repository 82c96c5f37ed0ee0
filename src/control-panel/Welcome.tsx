import { IconBook2, IconCompass, IconWorld } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { welcomeText as text } from '@/messages/stories.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import type { TabName } from './ControlPanel.tsx'
import { DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts'
import { PanelDrawer } from './PanelDrawer.tsx'
import type { WorldControl } from './world-control.ts'
import styles from './Welcome.module.css'

export interface WelcomeProps {
  control: WorldControl
  /** Starts a story by its name. */
  onStory: (name: string) => Promise<void>
  /** Signs in. */
  onPick: (account: { email: string; password: string }) => void
}

/** What somebody meets first on a simulated platform: where one is, three ways in, and everybody one can be. */
export function Welcome({ control, onStory, onPick }: WelcomeProps) {
  const [opened, setOpened] = useState<TabName | null>(null)
  const [shown, setShown] = useState<TabName>('world')
  const open = (tab: TabName) => {
    setShown(tab)
    setOpened(tab)
  }
  const signIn = (email: string) => onPick({ email, password: DEMO_PASSWORD })
  const [ada] = demoAccounts
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      <h2 id="welcome">{text.title}</h2>
      <p className={styles.intro}>{text.where}</p>
      <div className={styles.doors}>
        <Door
          icon={<IconCompass size={20} aria-hidden="true" />}
          title={text.lookAround}
          detail={text.lookAroundDetail}
          onPress={() => signIn(ada.email)}
        />
        <Door
          icon={<IconBook2 size={20} aria-hidden="true" />}
          title={text.followStory}
          detail={text.followStoryDetail}
          onPress={() => open('stories')}
        />
        <Door
          icon={<IconWorld size={20} aria-hidden="true" />}
          title={text.chooseWorld}
          detail={text.chooseWorldDetail}
          onPress={() => open('world')}
        />
      </div>
      <section className={styles.accounts} aria-labelledby="demo-accounts">
        <h3 id="demo-accounts">{text.accounts}</h3>
        <p className={styles.intro}>
          {text.accountsIntro} <code>{DEMO_PASSWORD}</code>
        </p>
        <ul className={styles.list} aria-labelledby="demo-accounts">
          {demoAccounts.map(({ name, email, role }) => (
            <li key={email}>
              <button type="button" className={styles.account} onClick={() => signIn(email)}>
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
      <PanelDrawer
        key={shown}
        control={control}
        opened={opened !== null}
        onClose={() => setOpened(null)}
        onStory={onStory}
        tab={shown}
      />
    </section>
  )
}

interface DoorProps {
  icon: ReactNode
  title: string
  detail: string
  onPress: () => void
}

function Door({ icon, title, detail, onPress }: DoorProps) {
  return (
    <button type="button" className={styles.door} onClick={onPress}>
      {icon}
      <span className={styles.text}>
        <b>{title}</b>
        <span>{detail}</span>
      </span>
    </button>
  )
}
