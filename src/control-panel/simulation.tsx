import { api } from '@/api/api.ts'
import { base } from '@/lib/base.ts'
import { worldText } from '@/messages/control-panel/world.ts'
import type { ControlClient } from '@/simulation/control-client.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { Dashboard } from './dashboard.ts'
import { OpenEmail, type OpenEmailProps } from './OpenEmail.tsx'
import { PowerOn, type PowerOnProps } from './PowerOn.tsx'
import { ReplaceQuestion } from './replace-world/ReplaceQuestion.tsx'
import { SeeAsStage } from './see-as/SeeAsStage.tsx'
import { seenAs } from './see-as/seen-as.ts'
import { takeShareLink } from './share-link/share-link-url.ts'
import { inPlace, type ShareTarget } from './share-link/share-target.ts'
import { SimulatorStrip } from './SimulatorStrip.tsx'
import { createStories, takeLinkedStory } from './stories/load-stories.tsx'
import { ThirdParty, type ThirdPartyProps } from './ThirdParty.tsx'
import { Welcome, type WelcomeProps } from './Welcome.tsx'
import { followWorld } from './world-clock.ts'
import { createWorldControl, type WorldControl } from './world-control.ts'
import { showAccent } from './worlds/show-accent.ts'

/**
 * Adds the parts of the simulated world to the dashboard: its time, the strip and panel, the demo accounts and the stories.
 */
export async function createSimulation(
  client: ControlClient,
  onWorldChange: () => void,
  dashboard: Dashboard,
) {
  const clock = await followWorld(client)
  const control = createWorldControl(client, clock, dashboard)
  if (client.pendingLink !== undefined) {
    const { beginWithLinkedWorld } = await import('./replace-world/linked-questions.ts')
    await beginWithLinkedWorld(client.pendingLink, control)
  }
  await openShareLinkOfUrl(control)
  clock.subscribe(onWorldChange)
  showAccent(clock)
  dashboard.onSignOut(() => seenAs.set(null))
  const stories = createStories(
    { ...dashboard, become: control.become, client, learn: clock.learn },
    clock,
    takeLinkedStory(),
    async (start, keep) => {
      const { beginWithLinkedStory } = await import('./replace-world/linked-questions.ts')
      await beginWithLinkedStory(start, keep, control)
    },
  )
  return {
    time: clock,
    knowledge: {
      events: async (uuid: string) => {
        const { chain, lately } = await client.why(uuid)
        return [...chain, ...lately]
      },
      metrics: (uuid: string, from: number, to: number) => client.metrics(uuid, from, to),
      changes: client.changes,
      fleetHistories: client.fleetHistories,
      fleetStatuses: client.fleetStatuses,
    },
    parts: {
      PowerOn: (props: Omit<PowerOnProps, 'control'>) => <PowerOn control={control} {...props} />,
      OpenEmail: (props: Omit<OpenEmailProps, 'client'>) => <OpenEmail client={client} {...props} />,
    },
    Strip: ({ collapsed }: { collapsed: boolean }) => (
      <SimulatorStrip control={control} collapsed={collapsed} onStory={stories.start} />
    ),
    Welcome: (props: Omit<WelcomeProps, 'control' | 'onStory'>) => (
      <Welcome control={control} onStory={stories.start} {...props} />
    ),
    Stage: () => (
      <>
        <stories.Stage />
        <SeeAsStage dashboard={dashboard} />
        <ReplaceQuestion />
      </>
    ),
    begin() {
      addManifest()
      renewCopyLater()
      if (client.linkProblem !== undefined)
        showToast({
          tone: 'bad',
          key: 'linked-world',
          title: worldText.linkRefused,
          detail: client.linkProblem,
          lifetimeMs: null,
        })
      return stories.begin()
    },
    ThirdParty: (props: Omit<ThirdPartyProps, 'client'>) => <ThirdParty client={client} {...props} />,
  }
}

/** When the first pages have loaded. */
const RENEW_AFTER_MS = 30_000

/** Lets browsers offer to install the dashboard. */
function addManifest(): void {
  if (document.querySelector('link[rel="manifest"]') !== null) return
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = `${import.meta.env.BASE_URL}manifest.webmanifest`
  document.head.append(link)
}

/** Keeps the copy for offline use up to date. */
function renewCopyLater(): void {
  setTimeout(() => {
    void import('./offline/offline-copy.ts')
      .then(({ renewOfflineCopy }) => renewOfflineCopy())
      .catch(() => {})
  }, RENEW_AFTER_MS)
}

/** Opens a moment in the URL before the first page is rendered, unless that would take something away. */
async function openShareLinkOfUrl(control: WorldControl): Promise<void> {
  await openLinked(control, {
    signIn: (username, password) => api().session.signIn({ username, password }),
    signOut: () => api().session.signOut(),
    go: (path) => history.replaceState(null, '', base() + path),
  })
  // Following a link with the same URL in an open tab does not load the page.
  addEventListener('hashchange', () => void openLinked(control, inPlace(control)))
}

async function openLinked(control: WorldControl, place: ShareTarget): Promise<void> {
  const packed = takeShareLink()
  if (packed === null) return
  const { openShareLink } = await import('./share-link/open-shared-world.ts')
  await openShareLink(packed, control, place, inPlace(control))
}
