import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Instant } from '../../simulator/clock.ts'
import type { Store } from '../store/store.ts'
import type { Values } from '../store/table.ts'
import { createRng } from './rng.ts'
import type { Rng } from './rng.ts'

export interface SceneOptions {
  store: Store
  seed: number
  start: Instant
  /** How many devices there shall be in all; undefined: as many as the scenario has of its own. */
  devices?: number
}

/** Puts rows and devices into a new cloud. Everything is drawn from the seed. */
export interface SceneBuilder extends SceneOptions {
  /** For named things only; devices draw from the world's own seed. */
  readonly draw: Rng
  /** Inserts a row; fields that are not given are null, or the moment of creation. Returns its id. */
  add(resource: ResourceName, values: Values): number
  /** Lower-case hexadecimal digits. */
  hex(length: number): string
}

export function createSceneBuilder(options: SceneOptions): SceneBuilder {
  const { store, seed, start } = options
  const draw = createRng(seed)
  return {
    ...options,
    draw,
    hex: (length) => draw.hex(length),
    add(resource, values) {
      const schema = store.schema.resource(resource)
      if (schema === undefined) throw new Error(`No resource ${resource}`)
      const row: Values = {}
      for (const { name } of schema.columns) if (name !== 'id') row[name] = null
      if (schema.model.hasCreatedAt) row['created_at'] = start
      return store.rows(resource).insert({ ...row, ...values })
    },
  }
}
