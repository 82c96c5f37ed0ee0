import { expect, test } from 'vitest'
import { industryText } from '@/messages/control-panel/own-world.ts'
import { readWorldFile, writeWorldFile } from '@/simulation/world-file/world-file.ts'
import { devicesOf } from '@/simulation/world-file/world-references.ts'
import { problemKinds, worldOf, type Industry } from './industries.ts'

const industries = Object.keys(industryText).filter((name): name is Industry => name in industryText)

test.each(industries)('[WORLD-008] a world of %s has all requested devices, and a valid file', (industry) => {
  for (const problems of [[], problemKinds, ...problemKinds.map((one) => [one])])
    for (const devices of [1, 7, 5000, 100_000]) {
      const world = worldOf({ industry, company: 'Northern Lights', devices, problems })
      expect(readWorldFile(writeWorldFile(world))).toEqual(world)
      expect(world.fleets?.reduce((sum, fleet) => sum + devicesOf(fleet), 0)).toBe(devices)
    }
})
