import type { ControlClient } from '../simulation/control-client.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { OpenEmail, type OpenEmailProps } from './OpenEmail.tsx'
import { PowerOn, type PowerOnProps } from './PowerOn.tsx'
import { ThirdParty, type ThirdPartyProps } from './ThirdParty.tsx'
import { SimulatorStrip } from './SimulatorStrip.tsx'
import { followWorld } from './world-clock.ts'
import { createWorldControl } from './world-control.ts'
import type { Become } from './world-control.ts'

/** What the simulated world adds to the screens: its time, the strip with its panel, and the demo accounts. */
export async function createSimulation(client: ControlClient, onWorldChange: () => void, become: Become) {
  const clock = await followWorld(client)
  const control = createWorldControl(client, clock, become)
  clock.subscribe(onWorldChange)
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
      <SimulatorStrip control={control} collapsed={collapsed} />
    ),
    DemoAccounts,
    ThirdParty: (props: Omit<ThirdPartyProps, 'client'>) => <ThirdParty client={client} {...props} />,
  }
}
