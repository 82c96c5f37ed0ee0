/** What something that happened to a device is about. */
export const happeningKinds = ['connection', 'update', 'action', 'device'] as const
export type HappeningKind = (typeof happeningKinds)[number]

/** Where it is known from. */
export type HappeningSource = 'record' | 'history' | 'seen' | 'client' | 'world'

/** Something that happened to a device. */
export interface Happening {
  key: string
  /** Milliseconds since 1970. */
  at: number
  kind: HappeningKind
  source: HappeningSource
  text: string
}

/** What every source has told, newest first; of what one source tells at one moment, the last comes first. */
export function inOneList(...lists: readonly (readonly Happening[])[]): Happening[] {
  return lists
    .flatMap((list) => list.toReversed())
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((one, other) => other.at - one.at)
}
