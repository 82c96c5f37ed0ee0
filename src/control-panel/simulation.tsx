import type { WorldDoor } from '../world-door.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { SimulatorStrip } from './SimulatorStrip.tsx'
import { followWorld } from './world-clock.ts'
import { createWorldControl } from './world-control.ts'

/** What the simulated world adds to the screens: its time, the strip with its panel, and the demo accounts. */
export async function createSimulation(door: WorldDoor, onWorldChange: () => void) {
  const clock = await followWorld(door)
  const control = createWorldControl(door, clock)
  clock.subscribe(onWorldChange)
  return {
    time: clock,
    Strip: ({ collapsed }: { collapsed: boolean }) => (
      <SimulatorStrip control={control} collapsed={collapsed} />
    ),
    DemoAccounts,
  }
}
