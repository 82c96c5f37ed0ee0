import { expect, test } from 'vitest'
import type { PersonaName } from '../definition/device-profiles.ts'
import { aDevice, HOURS, NOON, SECONDS } from '../testing/a-world.ts'
import { kernelProblems } from './kernel-problems.ts'

test.each<PersonaName>(['undervolted', 'dying-card'])(
  'who asks every few seconds gets each line of the kernel of a %s device once',
  (persona) => {
    const world = aDevice(persona)
    world.advanceTo(NOON + 24 * HOURS)
    const ask = (from: number, to: number) => world.read(kernelProblems, 0, from, to)
    const all = ask(NOON, NOON + 24 * HOURS)
    expect(all.length).toBeGreaterThan(0)
    const times = Array.from({ length: (24 * HOURS) / (3 * SECONDS) }, (_, i) => NOON + i * 3 * SECONDS)
    expect(times.flatMap((at) => ask(at, at + 3 * SECONDS))).toEqual(all)
  },
)
