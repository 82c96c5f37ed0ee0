import type { TownAnswer } from '../../openapi/generated/control.d.ts'
import { townMeant, townNamed } from '../worlds/gazetteer.ts'
import type { ControlQuery } from './control-input.ts'

/** The towns with these names, for those who write a world file. */
export function findTowns({ name: names }: ControlQuery<'control.findTowns'>): TownAnswer[] {
  return names.map((name) => {
    const town = townNamed(name) ?? null
    return { name, town, suggestion: town === null ? (townMeant(name) ?? null) : null }
  })
}
