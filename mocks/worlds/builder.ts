import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import type { Store } from '../store/store.ts'
import type { Values } from '../store/table.ts'
import { createRng } from './rng.ts'
import type { Rng } from './rng.ts'

export interface SceneOptions {
  store: Store
  seed: number
  start: Instant
  /** Total number of devices; undefined: as defined by the scenario. */
  devices?: number
}

/** Adds rows and devices to a new cloud. All random numbers are derived from the seed. */
export interface SceneBuilder extends SceneOptions {
  /** Random numbers for rows. Devices use random numbers of the world. */
  readonly draw: Rng
  /** Inserts a row; missing fields are null, or the start for creation dates. Returns its id. */
  add(resource: ResourceName, values: Values): number
  /** Lowercase hexadecimal digits. */
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
