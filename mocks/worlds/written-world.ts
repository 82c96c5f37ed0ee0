import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import { scenarioFromFile } from './own-world.ts'
import type { Scenario } from './scenario.ts'

/** The data of a scenario that is not part of world files. */
type About = Pick<Scenario, 'name' | 'title' | 'description' | 'people' | 'devices' | 'tags'>

/** Creates a scenario that is a world file (docs/worlds.md) with changes to Acme Logistics. */
export function writtenWorld(
  about: About,
  file: Pick<WorldFile, 'fleets' | 'billing' | 'problems'>,
): Scenario {
  const { title, description } = about
  return {
    ...scenarioFromFile({ extends: 'acme-logistics', title, about: description, ...file }),
    ...about,
  }
}
