const NULL_INSTANT = Number.NaN

/** One typed array for each field of the fleet table: a device is a row of about a hundred bytes. */
export interface Columns {
  live: Uint8Array
  active: Uint8Array
  fleet: Int32Array
  /** Index in the fleet's list of members. */
  position: Int32Array
  batch: Int32Array
  /** Index in PERSONAS. */
  persona: Uint8Array
  /** Index in the world's list of OS versions. */
  os: Uint16Array
  /** Index in the world's list of supervisors. */
  supervisor: Uint16Array
  /** Release ids; 0 for none. */
  running: Int32Array
  runningSince: Float64Array
  pinned: Int32Array
  /** How many updates it has completed. */
  installs: Int32Array
  /** The release that the device rejected or aborted; it does not retry that target. */
  refused: Int32Array
  /** Index in CONTACTS. */
  contact: Uint8Array
  /** Index in HEARTBEAT_STATES. */
  heartbeat: Uint8Array
  changedAt: Float64Array
  heartbeatAt: Float64Array
  polledAt: Float64Array
  turnAt: Float64Array
  turns: Int32Array
  /** Index in UPDATE_STATUSES plus one; 0 for none. */
  updateStatus: Uint8Array
  updateStatusAt: Float64Array
  /** Index in OVERALL_STATUSES. */
  overall: Uint8Array
  modifiedAt: Float64Array
  /** The time of the next event; entries of the queue with another time are stale. Infinity for none. */
  wakeAt: Float64Array
}

export function makeColumns(capacity: number): Columns {
  return {
    live: new Uint8Array(capacity),
    active: new Uint8Array(capacity),
    fleet: new Int32Array(capacity),
    position: new Int32Array(capacity),
    batch: new Int32Array(capacity),
    persona: new Uint8Array(capacity),
    os: new Uint16Array(capacity),
    supervisor: new Uint16Array(capacity),
    running: new Int32Array(capacity),
    runningSince: new Float64Array(capacity),
    pinned: new Int32Array(capacity),
    installs: new Int32Array(capacity),
    refused: new Int32Array(capacity),
    contact: new Uint8Array(capacity),
    heartbeat: new Uint8Array(capacity),
    changedAt: new Float64Array(capacity),
    heartbeatAt: new Float64Array(capacity),
    polledAt: new Float64Array(capacity),
    turnAt: new Float64Array(capacity),
    turns: new Int32Array(capacity),
    updateStatus: new Uint8Array(capacity),
    updateStatusAt: new Float64Array(capacity),
    overall: new Uint8Array(capacity),
    modifiedAt: new Float64Array(capacity),
    wakeAt: new Float64Array(capacity),
  }
}

/** The same rows with capacity for more, or for exactly `capacity`. */
export function resizedColumns(from: Columns, capacity: number): Columns {
  const to = makeColumns(capacity)
  const rows = Math.min(capacity, from.live.length)
  for (const name of columnNames(from)) to[name].set(from[name].subarray(0, rows))
  return to
}

export function columnNames(columns: Columns): (keyof Columns)[] {
  // An object made by makeColumns has exactly the keys of its type.
  return Object.keys(columns) as (keyof Columns)[]
}

/** Reads a time that may be missing. */
export function instantAt(column: Float64Array, index: number): number | null {
  const value = column[index] ?? NULL_INSTANT
  return Number.isNaN(value) ? null : value
}

export function setInstant(column: Float64Array, index: number, value: number | null): void {
  column[index] = value ?? NULL_INSTANT
}

/** Reads an id that may be missing. */
export function idAt(column: Int32Array, index: number): number | null {
  return column[index] || null
}
