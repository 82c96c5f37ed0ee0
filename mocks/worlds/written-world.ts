import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { scenarioOf } from './own-world.ts'

/** What a world file does not say of a world of the catalogue. */
type About = Pick<Scenario, 'name' | 'title' | 'description' | 'people' | 'devices' | 'tags'>

/** A world of the catalogue that is written as anybody writes theirs (docs/worlds.md): what it changes of Acme Logistics. */
export function writtenWorld(
  about: About,
  file: Pick<WorldFile, 'fleets' | 'billing' | 'problems'>,
): Scenario {
  const { title, description } = about
  return {
    ...scenarioOf({ extends: 'acme-logistics', title, about: description, ...file }),
    ...about,
  }
}
