/** What something that happened to a device is about. */
export const deviceEventKinds = ['connection', 'update', 'action', 'device'] as const
export type DeviceEventKind = (typeof deviceEventKinds)[number]

/** Where it is known from. */
export type DeviceEventSource = 'record' | 'history' | 'seen' | 'client' | 'world'

/** Something that happened to a device. */
export interface DeviceEvent {
  key: string
  /** Milliseconds since 1970. */
  at: number
  kind: DeviceEventKind
  source: DeviceEventSource
  text: string
}

/** What every source has told, newest first; of what one source tells at one moment, the last comes first. */
export function inOneList(...lists: readonly (readonly DeviceEvent[])[]): DeviceEvent[] {
  return lists
    .flatMap((list) => list.toReversed())
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((one, other) => other.at - one.at)
}
