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

/** What the simulated world tells, each once; whatever is not known by name belongs to an update. */
export function simulatedEvents(told: readonly SimulatedEvent[]): DeviceEvent[] {
  const once = new Map(told.map((it) => [it.n, it]))
  return [...once.values()]
    .toSorted((one, other) => one.n - other.n)
    .map(({ n, at, kind, text }) => ({
      key: `world-${n}`,
      at: Date.parse(at),
      kind: KIND_OF[kind] ?? 'update',
      source: 'world',
      text: text.replace(/\.$/, ''),
    }))
}
