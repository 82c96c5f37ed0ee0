import type { WorldDoor } from '../simulation/control-client.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { OpenLetter, type OpenLetterProps } from './OpenEmail.tsx'
import { PowerOn, type PowerOnProps } from './PowerOn.tsx'
import { OtherParty, type OtherPartyProps } from './ThirdParty.tsx'
import { SimulatorStrip } from './SimulatorStrip.tsx'
import { followWorld } from './world-clock.ts'
import { createWorldControl } from './world-control.ts'
import type { Become } from './world-control.ts'

/** What the simulated world adds to the screens: its time, the strip with its panel, and the demo accounts. */
export async function createSimulation(door: WorldDoor, onWorldChange: () => void, become: Become) {
  const clock = await followWorld(door)
  const control = createWorldControl(door, clock, become)
  clock.subscribe(onWorldChange)
  return {
    time: clock,
    knowledge: {
      happenings: async (uuid: string) => {
        const { chain, lately } = await door.why(uuid)
        return [...chain, ...lately]
      },
      metrics: (uuid: string, from: number, to: number) => door.metrics(uuid, from, to),
    },
    parts: {
      PowerOn: (props: Omit<PowerOnProps, 'control'>) => <PowerOn control={control} {...props} />,
      OpenLetter: (props: Omit<OpenLetterProps, 'door'>) => <OpenLetter door={door} {...props} />,
    },
    Strip: ({ collapsed }: { collapsed: boolean }) => (
      <SimulatorStrip control={control} collapsed={collapsed} />
    ),
    DemoAccounts,
    OtherParty: (props: Omit<OtherPartyProps, 'door'>) => <OtherParty door={door} {...props} />,
  }
}
