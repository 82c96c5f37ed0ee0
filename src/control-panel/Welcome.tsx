import { IconBook2, IconCompass, IconWorld } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { accessText } from '@/messages/access/access.ts'
import { welcomeText as text } from '@/messages/control-panel/stories.ts'
import type { DemoUser } from '@/simulation/control-contract.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { Sentence } from '@/ui/display/Sentence.tsx'
import { FoldButton } from '@/ui/layout/FoldButton.tsx'
import { SMALL_SCREEN, useMedia } from '@/ui/use-media.ts'
import type { TabName } from './ControlPanel.tsx'
import { DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts'
import { PanelDrawer } from './PanelDrawer.tsx'
import { useWorldState } from './use-world.ts'
import { showFailure, type WorldControl } from './world-control.ts'
import styles from './Welcome.module.css'

export interface WelcomeProps {
  control: WorldControl
  /** Starts a story by name. */
  onStory: (name: string) => Promise<void>
  /** Signs in. */
  onPick: (account: { email: string; password: string }) => void
}

/** The introduction on the sign-in page of a simulated platform: what this is, three ways to start, and the demo accounts. */
export function Welcome({ control, onStory, onPick }: WelcomeProps) {
  const [opened, setOpened] = useState<TabName | null>(null)
  const [shown, setShown] = useState<TabName>('own')
  const open = (tab: TabName) => {
    setShown(tab)
    setOpened(tab)
  }
  const signIn = (email: string) => onPick({ email, password: DEMO_PASSWORD })
  const { accounts, lookAround } = useAccounts(control)
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      <h2 id="welcome">{text.title}</h2>
      <p className={styles.intro}>{text.where}</p>
      <div className={styles.doors}>
        <Door
          icon={<IconCompass size={20} aria-hidden="true" />}
          title={text.lookAround}
          detail={lookAround.detail}
          onPress={() => signIn(lookAround.email)}
        />
        <Door
          icon={<IconBook2 size={20} aria-hidden="true" />}
          title={text.followStory}
          detail={text.followStoryDetail}
          onPress={() => open('stories')}
        />
        <Door
          icon={<IconWorld size={20} aria-hidden="true" />}
          title={text.makeWorld}
          detail={text.makeWorldDetail}
          onPress={() => open('own')}
        />
      </div>
      <Accounts accounts={accounts} onPick={signIn} />
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

interface AccountsProps {
  accounts: readonly { name: string; email: string; role: string }[]
  onPick: (email: string) => void
}

function Accounts({ accounts, onPick }: AccountsProps) {
  // Folded on small screens, where the form matters more.
  const isSmall = useMedia(SMALL_SCREEN)
  const [unfolded, setUnfolded] = useState<boolean>()
  const isOpen = unfolded ?? !isSmall
  return (
    <section className={styles.accounts} aria-labelledby="demo-accounts">
      <h3 id="demo-accounts">
        <FoldButton isOpen={isOpen} onToggle={() => setUnfolded(!isOpen)}>
          {text.accounts}
        </FoldButton>
      </h3>
      {isOpen && (
        <>
          <p className={styles.intro}>
            <Sentence of={text.accountsIntro} slots={[<code key="password">{DEMO_PASSWORD}</code>]} />
          </p>
          <ul className={styles.list} aria-labelledby="demo-accounts">
            {accounts.map(({ name, email, role }) => (
              <li key={email}>
                <button type="button" className={styles.account} onClick={() => onPick(email)}>
                  <Avatar name={name} size={26} />
                  <span className={styles.text}>
                    <b>{name}</b>
                    <span>{role}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const roleNames: Readonly<Record<string, string>> = accessText.roles

/** The demo accounts; in a custom world its own accounts. */
function useAccounts({ client, clock }: WorldControl) {
  const { scenario, scenarios, title } = useWorldState(clock)
  const isOwn = !scenarios.some(({ name }) => name === scenario)
  const [people, setPeople] = useState<readonly DemoUser[]>([])
  useEffect(() => {
    let isWanted = isOwn
    // The sign-in form works without them.
    if (isOwn) client.people().then((now) => isWanted && setPeople(now), showFailure)
    return () => void (isWanted = false)
  }, [client, isOwn, title])
  const [ada] = demoAccounts
  const [first] = people
  if (!isOwn || first === undefined)
    return { accounts: demoAccounts, lookAround: { email: ada.email, detail: text.lookAroundDetail } }
  return {
    accounts: people.map(({ name, email, role }) => ({ name, email, role: roleNames[role] ?? role })),
    lookAround: { email: first.email, detail: text.lookAroundOwn(first.name, title) },
  }
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
