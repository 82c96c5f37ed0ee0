import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { addOldRow } from '../store/row-defaults.ts'
import type { Store } from '../store/store.ts'
import type { RowInput, StoredRow } from '../store/stored-row.ts'
import type { Value } from '../store/table.ts'
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
  add<Resource extends ResourceName>(resource: Resource, values: RowInput<Resource>): number
  /** Lowercase hexadecimal digits. */
  hex(length: number): string
}

/** The id of the first row with this value. Throws when the world has none. */
export function rowWith<Resource extends ResourceName, Field extends keyof StoredRow<Resource> & string>(
  { store }: Pick<SceneBuilder, 'store'>,
  resource: Resource,
  field: Field,
  value: StoredRow<Resource>[Field] & Value,
): number {
  const rows = store.table(resource)
  const read = rows.reader(field)
  for (const id of rows.handles()) if (read(id) === value) return id
  throw new Error(`The world has no ${resource} with ${field} ${String(value)}`)
}

export function createSceneBuilder(options: SceneOptions): SceneBuilder {
  const { store, seed, start } = options
  const draw = createRng(seed)
  return {
    ...options,
    draw,
    hex: (length) => draw.hex(length),
    add: (resource, values) => addOldRow(store, resource, values, start),
  }
}
