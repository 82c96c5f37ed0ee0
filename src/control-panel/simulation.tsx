import type { ControlClient } from '../simulation/control-client.ts'
import { worldText } from '../messages/world.ts'
import { showToast } from '../ui/feedback/toasts.ts'
import { OpenEmail, type OpenEmailProps } from './OpenEmail.tsx'
import { PowerOn, type PowerOnProps } from './PowerOn.tsx'
import { ThirdParty, type ThirdPartyProps } from './ThirdParty.tsx'
import { SimulatorStrip } from './SimulatorStrip.tsx'
import { createStories, takeLinkedStory } from './stories/load-stories.tsx'
import type { StoryHost } from './stories/story-runner.ts'
import { Welcome, type WelcomeProps } from './Welcome.tsx'
import { followWorld } from './world-clock.ts'
import { showAccent } from './worlds/show-accent.ts'
import { createWorldControl } from './world-control.ts'

/** What the simulation does with the dashboard around it. */
export type Dashboard = Pick<StoryHost, 'become' | 'signOut' | 'session' | 'resume' | 'go' | 'path'>

/** What the simulated world adds to the screens: its time, the strip with its panel, the demo accounts and the stories. */
export async function createSimulation(
  client: ControlClient,
  onWorldChange: () => void,
  dashboard: Dashboard,
) {
  const clock = await followWorld(client)
  const control = createWorldControl(client, clock, dashboard)
  clock.subscribe(onWorldChange)
  showAccent(clock)
  const stories = createStories({ ...dashboard, client, learn: clock.learn }, clock, takeLinkedStory())
  return {
    time: clock,
    knowledge: {
      happenings: async (uuid: string) => {
        const { chain, lately } = await client.why(uuid)
        return [...chain, ...lately]
      },
      metrics: (uuid: string, from: number, to: number) => client.metrics(uuid, from, to),
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
    Stage: stories.Stage,
    begin() {
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
