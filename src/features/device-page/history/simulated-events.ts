import type { SimulatedEvent } from '@/simulation/simulation-data-context.tsx'
import type { DeviceEvent, DeviceEventKind } from './device-event.ts'

const KIND_OF: Readonly<Record<string, DeviceEventKind>> = {
  contact: 'connection',
  heartbeat: 'connection',
  registered: 'connection',
  command: 'action',
  service: 'action',
  purged: 'action',
  'going-down': 'action',
  booted: 'device',
  lock: 'device',
  config: 'device',
  configured: 'device',
  'config-held': 'device',
  frozen: 'device',
  renamed: 'device',
  moved: 'device',
  active: 'device',
  flashed: 'device',
  provisioned: 'device',
}

/** Converts events of the simulated world, without duplicates. Unknown kinds count as updates. */
export function simulatedEvents(events: readonly SimulatedEvent[]): DeviceEvent[] {
  const byNumber = new Map(events.map((it) => [it.n, it]))
  return [...byNumber.values()]
    .toSorted((one, other) => one.n - other.n)
    .map(({ n, at, kind, text }) => ({
      key: `world-${n}`,
      at: Date.parse(at),
      kind: KIND_OF[kind] ?? 'update',
      source: 'world',
      text: text.replace(/\.$/, ''),
    }))
}
