import type { WorldFile } from '../../../openapi/generated/world-file.d.ts'
import type { Scenario } from '../scenario.ts'
import { writtenWorld } from '../written-world.ts'

type ReleaseFile = NonNullable<NonNullable<WorldFile['fleets']>[number]['releases']>[number]

const ring = (value: string, count: number) => ({ count, tags: [{ key: 'ring', value }] })

/** A fleet that is pinned to 4.11.0, with rings for a staged rollout of 4.12.1. */
const rolloutWorld = (
  about: Pick<Scenario, 'name' | 'title' | 'description'>,
  newRelease: Omit<ReleaseFile, 'version'>,
  late: number,
): Scenario =>
  writtenWorld(
    { ...about, people: ['devi', 'ada', 'olive'], devices: 138 + late, tags: ['updates'] },
    {
      fleets: [
        {
          name: 'cold-chain-eu',
          target: '4.11.0',
          pinned: true,
          devices: [ring('canary', 5), ring('early', 55), ring('late', late)],
          releases: [{ version: '4.12.1', ...newRelease }],
        },
      ],
    },
  )

/** A staged rollout that stops automatically. */
export const rolloutStops = rolloutWorld(
  {
    name: 'rollout-stops',
    title: 'A rollout that stops',
    description:
      'The 240 devices of cold-chain-eu stay on 4.11.0, and 4.12.1 is ready. A staged rollout by the tag ring completes canary and stops automatically in early, where about one device in five rejects it.',
  },
  { rejects: 0.2 },
  180,
)

/** A staged rollout that succeeds. */
export const rolloutLands = rolloutWorld(
  {
    name: 'rollout-lands',
    title: 'A rollout that succeeds',
    description:
      'The 200 devices of cold-chain-eu stay on 4.11.0, and 4.12.1 is ready. A staged rollout completes all stages and updates every device.',
  },
  {},
  140,
)
