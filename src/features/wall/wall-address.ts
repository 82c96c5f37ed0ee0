import { choiceIn } from '@/lib/url-state.ts'

/** The parameter that turns a page into a wall; its value are the ids of the fleets, separated by commas, or nothing for all. */
const WALL = 'wall'

const everySeconds = ['10', '20', '30', '60'] as const

/** What a wall shows, from its address. */
export interface WallAddress {
  /** Undefined: all fleets that the user has access to. */
  fleets: readonly number[] | undefined
  /** How long each fleet is shown. */
  everyMs: number
}

export function wallAddress(params: URLSearchParams): WallAddress {
  const ids = (params.get(WALL) ?? '')
    .split(',')
    .map((id) => (/^\d+$/.test(id) ? Number(id) : 0))
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return {
    fleets: ids.length === 0 ? undefined : [...new Set(ids)],
    everyMs: Number(choiceIn(params, 'every', everySeconds, '20')) * 1_000,
  }
}
