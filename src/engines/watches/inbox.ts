import type { WatchEvent } from './watch-engine.ts'
import { drawId, MAX_ENTRIES, MAX_NAMED, type Entry, type Watch } from './watch.ts'

/** Events within this time are joined to one entry. */
export const BURST_MS = 2 * 60_000

const joinable: readonly Entry['what'][] = ['list-offline', 'list-new', 'list-issue']

/** Adds events to the inbox: newest first, bursts joined, at most `MAX_ENTRIES`. `changed` are the new and changed entries. */
export function withEvents(
  inbox: readonly Entry[],
  watch: Watch,
  happened: readonly WatchEvent[],
  draw: () => string = drawId,
): { inbox: Entry[]; changed: Entry[] } {
  let entries = [...inbox]
  const changed: Entry[] = []
  for (const each of happened) {
    const before = entries.find((entry) => entry.watch.id === watch.id)
    const isBurst =
      before !== undefined &&
      !before.read &&
      before.what === each.what &&
      joinable.includes(each.what) &&
      each.from - before.to <= BURST_MS &&
      Math.max(each.to, before.to) - Math.min(each.from, before.from) <= 2 * BURST_MS
    const entry: Entry = isBurst
      ? { ...joined(before, each), watch }
      : { id: draw(), watch, read: false, ...each }
    entries = [entry, ...entries.filter(({ id }) => id !== entry.id)]
    changed.push(entry)
  }
  return { inbox: entries.slice(0, MAX_ENTRIES), changed }
}

function joined(before: Entry, each: WatchEvent): Entry {
  const names = new Map([...before.devices, ...each.devices].map((device) => [device.uuid, device]))
  // A device that went offline twice counts once, as far as the devices are named.
  const repeated = each.devices.filter(({ uuid }) =>
    before.devices.some((known) => known.uuid === uuid),
  ).length
  return {
    ...before,
    from: Math.min(before.from, each.from),
    to: Math.max(before.to, each.to),
    count: before.count + each.count - Math.min(repeated, each.count - 1),
    devices: [...names.values()].slice(0, MAX_NAMED),
  }
}

export const unreadIn = (inbox: readonly Entry[]): number => inbox.filter(({ read }) => !read).length

/** Marks one entry or all as read. */
export const asRead = (inbox: readonly Entry[], id?: string): Entry[] =>
  inbox.map((entry) => (id === undefined || entry.id === id ? { ...entry, read: true } : entry))
