import { expect, test } from 'vitest'
import { industryText } from '@/messages/control-panel/own-world.ts'
import { readWorldFile } from '@/simulation/world-file/world-file.ts'
import { fleetDeviceCount } from '@/simulation/world-file/world-references.ts'
import { writeWorldFile } from '@/simulation/write-world-file.ts'
import { problemKinds, industryWorld, type Industry } from './industries.ts'

const industries = Object.keys(industryText).filter((name): name is Industry => name in industryText)

test.each(industries)('[WORLD-008] a world of %s has all requested devices, and a valid file', (industry) => {
  for (const problems of [[], problemKinds, ...problemKinds.map((one) => [one])])
    for (const devices of [1, 7, 5000, 100_000]) {
      const world = industryWorld({ industry, company: 'Northern Lights', devices, problems })
      expect(readWorldFile(writeWorldFile(world))).toEqual(world)
      expect(world.fleets?.reduce((sum, fleet) => sum + fleetDeviceCount(fleet), 0)).toBe(devices)
    }
})

test.each(industries)(
  '[WORLD-008] %s: services that are not about cold chains log no doors and probes',
  (industry) => {
    const { fleets = [] } = industryWorld({
      industry,
      company: 'Northern Lights',
      devices: 100,
      problems: [],
    })
    const services = fleets.flatMap((fleet) => fleet.services ?? [])
    const own = services.filter(({ logs }) => logs !== undefined)
    if (industry !== 'coldChain') expect(own.length).toBeGreaterThan(0)
    for (const { name, kind, logs } of services)
      if (kind === 'sensor' && industry !== 'coldChain') expect(logs?.lines.length, name).toBeGreaterThan(1)
  },
)

test('[WORLD-008] names of devices and towns of one’s own are used, and another industry has a name', () => {
  const problems = problemKinds
  const draft = { company: 'Brewery', devices: 500, problems, noun: 'keg', towns: ['Munich', 'Lyon'] }
  const world = industryWorld({ ...draft, industry: 'other', industryName: 'Kegs' })
  expect(readWorldFile(writeWorldFile(world))).toEqual(world)
  expect(world.organization?.industry).toBe('Kegs')
  expect(world.fleets).toMatchObject([
    { name: 'kegs', places: ['Munich', 'Lyon'], devices: [{ names: 'keg-{place}-{nnnn}' }] },
  ])
  for (const problem of world.problems ?? []) expect(problem.fleet).toBe('kegs')
  // A name that another fleet of the industry has already.
  const twice = industryWorld({ ...draft, industry: 'brewing', noun: 'fermenter' })
  expect(readWorldFile(writeWorldFile(twice)).fleets?.map(({ name }) => name)).toEqual([
    'our-fermenters',
    'fermenters',
  ])
})
