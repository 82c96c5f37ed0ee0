/** Categories of events. */
export const deviceEventKinds = ['connection', 'update', 'action', 'device'] as const
export type DeviceEventKind = (typeof deviceEventKinds)[number]

export type DeviceEventSource = 'record' | 'history' | 'seen' | 'client' | 'world'

/** An event in the history of a device. */
export interface DeviceEvent {
  key: string
  /** Milliseconds since 1970. */
  at: number
  kind: DeviceEventKind
  source: DeviceEventSource
  text: string
}

/** Merges events of all sources, newest first. Events of one source at the same time are in reverse order. */
export function mergedEvents(...lists: readonly (readonly DeviceEvent[])[]): DeviceEvent[] {
  return lists
    .flatMap((list) => list.toReversed())
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((one, other) => other.at - one.at)
}
