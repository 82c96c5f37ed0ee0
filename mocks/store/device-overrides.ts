import type { Value, Values } from './table.ts'

/** What the cloud alone knows about devices, kept only for those about which it knows anything. */
export interface DeviceOverrides {
  read(index: number, field: string): Value
  /** The devices into which a value of that field was written. */
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
