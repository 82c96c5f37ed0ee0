import { MAX_NAMED, plainName, type Entry, type Known, type NamedDevice, type Watch } from './watch.ts'

/** Clocks differ, and the platform may learn of an event late: each read overlaps the previous one by this. */
export const OVERLAP_MS = 5 * 60_000
/** Above this number, devices with an issue are only counted. */
export const MAX_IDS = 1_000

/** What the platform returns for a watch now. `gone`: it cannot be seen any more. */
export type Seen =
  | { kind: 'gone' }
  | {
      kind: 'device'
      device: NamedDevice
      isOnline: boolean
      /** Time of the last connectivity event; null: unknown. */
      connectionAt: number | null
      running: number | null
      target: number | null
      release: string | null
    }
  | {
      kind: 'changes'
      /** The first page, newest first. */
      rows: readonly (NamedDevice & { at: number })[]
      /** The number of rows on all pages. */
      total: number
    }
  | {
      kind: 'issues'
      count: number
      /** Null: too many to compare. */
      ids: readonly number[] | null
      /** Some devices that have an issue and had none before. */
      named: readonly NamedDevice[]
    }
  | {
      kind: 'rollout'
      /** Its id, as a fleet can have several one after the other. */
      rollout: string
      status: string
      stages: readonly { name: string; isOver: boolean; since: number }[]
    }

/** An event between two reads. */
export type WatchEvent = Pick<Entry, 'what' | 'from' | 'to' | 'count' | 'devices' | 'about'>

export interface Step {
  known: Known
  happened: WatchEvent[]
}

/** The start of the time range that a list watch reads. */
export const changesFrom = (known: Known | undefined, now: number): number =>
  known?.kind === 'changes' && known.upTo <= now + OVERLAP_MS
    ? Math.max(known.upTo - OVERLAP_MS, known.floor)
    : now - OVERLAP_MS

const one = (what: WatchEvent['what'], at: number, rest: Partial<WatchEvent> = {}): WatchEvent => ({
  what,
  from: at,
  to: at,
  count: 1,
  devices: [],
  ...rest,
})

const initialState = (watch: Watch, now: number): Known => {
  if ('device' in watch) return { kind: 'device', isGone: true, isOnline: false, settled: null }
  if (watch.kind === 'rollout-stage') return { kind: 'rollout', isGone: true, over: [], status: '' }
  if (watch.kind === 'list-issue') return { kind: 'issues', isGone: true, count: 0, ids: null }
  return { kind: 'changes', isGone: true, upTo: now, floor: 0, recent: [] }
}

/**
 * Compares the last known state of a watch with what is seen now; returns the new state and the events. The first read
 * reports nothing, nor does the first one after the target was out of sight. Callers skip reads that failed.
 */
export function step(watch: Watch, known: Known | undefined, seen: Seen, now: number): Step {
  if (seen.kind === 'gone') {
    const gone = { ...(known ?? initialState(watch, now)), isGone: true }
    return { known: gone, happened: known?.isGone === true ? [] : [one('gone', now)] }
  }
  const before = known?.isGone === false ? known : undefined
  const { known: after, happened } = stepOf(watch, before, seen, now)
  return known?.isGone === true ? { known: after, happened: [one('back', now)] } : { known: after, happened }
}

function stepOf(
  watch: Watch,
  before: Known | undefined,
  seen: Exclude<Seen, { kind: 'gone' }>,
  now: number,
): Step {
  switch (seen.kind) {
    case 'device':
      return deviceStep(watch, before?.kind === 'device' ? before : undefined, seen, now)
    case 'changes':
      return changesStep(watch, before?.kind === 'changes' ? before : undefined, seen, now)
    case 'issues':
      return issuesStep(before?.kind === 'issues' ? before : undefined, seen, now)
    case 'rollout':
      return rolloutStep(watch, before?.kind === 'rollout' ? before : undefined, seen, now)
  }
}

type Seeing<Kind> = Extract<Seen, { kind: Kind }>
type Knowing<Kind> = Extract<Known, { kind: Kind }>

function deviceStep(
  watch: Watch,
  before: Knowing<'device'> | undefined,
  { device, isOnline, connectionAt, running, target, release }: Seeing<'device'>,
  now: number,
): Step {
  const runsTarget = running !== null && running === target
  const settled = before === undefined || runsTarget ? running : before.settled
  const known: Known = { kind: 'device', isGone: false, isOnline, settled }
  if (before === undefined) return { known, happened: [] }
  const at = Math.min(connectionAt ?? now, now)
  const devices = [device]
  if (watch.kind === 'device-online' && isOnline && !before.isOnline)
    return { known, happened: [one('device-online', at, { devices })] }
  if (watch.kind === 'device-offline' && !isOnline && before.isOnline)
    return { known, happened: [one('device-offline', at, { devices })] }
  if (watch.kind === 'device-updated' && runsTarget && running !== before.settled)
    return {
      known,
      happened: [one('device-updated', now, { devices, ...(release === null ? {} : { about: release }) })],
    }
  return { known, happened: [] }
}

/** Identifies a change by its device and time. */
const keyOf = ({ uuid, at }: NamedDevice & { at: number }) => `${uuid}@${at}`

function changesStep(
  watch: Watch,
  before: Knowing<'changes'> | undefined,
  { rows, total }: Seeing<'changes'>,
  now: number,
): Step {
  // If the clock was turned back, the rows are not those since the last read.
  const isFirst = before === undefined || before.upTo > now + OVERLAP_MS
  const reported = new Set(isFirst ? [] : before.recent)
  const fresh = rows.filter((row) => !reported.has(keyOf(row)))
  const isCut = total > rows.length
  const newest = Math.max(...rows.map(({ at }) => at), 0)
  const floor = isFirst ? now - OVERLAP_MS : before.floor
  const known: Known = {
    kind: 'changes',
    isGone: false,
    upTo: now,
    // If there are more rows than one page, all are counted now, and none of them is read again.
    floor: isCut ? Math.max(floor, newest) : floor,
    recent: isCut ? [] : rows.filter(({ at }) => at > now - OVERLAP_MS).map(keyOf),
  }
  if (isFirst || fresh.length === 0) return { known, happened: [] }
  const instants = fresh.map(({ at }) => Math.min(at, now))
  return {
    known,
    happened: [
      {
        what: watch.kind === 'list-new' ? 'list-new' : 'list-offline',
        from: Math.min(...instants),
        to: Math.max(...instants),
        count: Math.max(fresh.length, isCut ? total - reported.size : 0),
        devices: fresh.slice(0, MAX_NAMED).map(({ uuid, name }) => ({ uuid, name })),
      },
    ],
  }
}

function issuesStep(
  before: Knowing<'issues'> | undefined,
  { count, ids, named }: Seeing<'issues'>,
  now: number,
): Step {
  const known: Known = { kind: 'issues', isGone: false, count, ids: ids === null ? null : [...ids] }
  if (before === undefined) return { known, happened: [] }
  const fresh = freshIssues(before, { count, ids })
  if (fresh <= 0) return { known, happened: [] }
  return { known, happened: [one('list-issue', now, { count: fresh, devices: named.slice(0, MAX_NAMED) })] }
}

/** Number of devices with a new issue. If there are too many to compare, the increase of their number. */
function freshIssues(
  before: Knowing<'issues'>,
  { count, ids }: Pick<Seeing<'issues'>, 'count' | 'ids'>,
): number {
  if (ids === null || before.ids === null) return count - before.count
  const known = new Set(before.ids)
  return ids.filter((each) => !known.has(each)).length
}

function rolloutStep(
  watch: Watch,
  before: Knowing<'rollout'> | undefined,
  { status, stages }: Seeing<'rollout'>,
  now: number,
): Step {
  const endedStages = [...stages.keys()].filter((at) => stages[at]?.isOver === true)
  const known: Known = { kind: 'rollout', isGone: false, over: endedStages, status }
  if (before === undefined || watch.kind !== 'rollout-stage') return { known, happened: [] }
  const happened = endedStages
    .filter((at) => !before.over.includes(at) && (watch.stage === null || watch.stage === at))
    .map((at) =>
      one('stage-ended', Math.min(stages[at]?.since ?? now, now), {
        about: plainName(stages[at]?.name ?? ''),
      }),
    )
  if (status !== before.status && (status === 'paused' || status === 'aborting'))
    happened.push(one('rollout-stopped', now))
  // `rollout-stopped` was already reported if it was aborting.
  if (status !== before.status && status === 'aborted' && before.status !== 'aborting')
    happened.push(one('rollout-over', now))
  return { known, happened }
}
