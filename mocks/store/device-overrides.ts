import type { Value, Values } from './table.ts'

/** Values of devices that only the platform has. Devices without such values take no memory. */
export interface DeviceOverrides {
  read(index: number, field: string): Value
  /** The devices with a value of that field. */
  having(field: string): number[]
  write(index: number, changes: Values): void
  remove(index: number): void
  snapshot(): Map<number, Values>
  restore(rows: ReadonlyMap<number, Values>): void
}

export function createDeviceOverrides(): DeviceOverrides {
  let rows = new Map<number, Values>()
  return {
    read: (index, field) => rows.get(index)?.[field] ?? null,
    having: (field) =>
      [...rows].flatMap(([index, values]) => ((values[field] ?? null) === null ? [] : [index])),
    write(index, changes) {
      rows.set(index, { ...rows.get(index), ...changes })
    },
    remove(index) {
      rows.delete(index)
    },
    snapshot: () => structuredClone(rows),
    restore(saved) {
      rows = new Map(structuredClone(saved))
    },
  }
}
