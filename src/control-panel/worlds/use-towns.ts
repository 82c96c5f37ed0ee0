import { useCallback } from 'react'
import { usePolledOnce } from '@/control-panel/use-polled.ts'
import { ownWorldText as text } from '@/messages/control-panel/own-world.ts'
import type { ControlClient } from '@/simulation/control-client.ts'
import type { TownAnswer } from '@/simulation/control-contract.ts'
import { knownPlaces, type WorldFile } from '@/simulation/world-file/world-schema.ts'
import { usePaused } from '@/ui/form/use-paused.ts'
import { MAX_TOWNS } from './draft.ts'

const PAUSE_MS = 300

/** The places of a world file that are names of towns. */
export const townsOf = ({ fleets = [] }: WorldFile): string[] =>
  [...new Set(fleets.flatMap(({ places = [] }) => places))]
    .filter((place) => typeof place === 'string')
    .filter((place) => !Object.hasOwn(knownPlaces, place))
    .slice(0, MAX_TOWNS)

/** Which towns the world has by these names, and the first name that it does not have. */
export function useTowns(client: Pick<ControlClient, 'towns'>, names: readonly string[]) {
  const pausedNames = usePaused(names.join('\n'), PAUSE_MS)
  const ask = useCallback(
    async (): Promise<TownAnswer[]> => (pausedNames === '' ? [] : client.towns(pausedNames.split('\n'))),
    [client, pausedNames],
  )
  const answer = usePolledOnce(ask).result
  // The answers to an earlier text count for the names that are still there.
  const known = answer.is === 'known' ? answer.value.filter((each) => names.includes(each.name)) : []
  const unknown = known.find(({ town }) => town === null)
  const found = known.flatMap(({ town }) => (town === null ? [] : `${town.name} (${town.country})`))
  return {
    problem: unknown === undefined ? undefined : text.townUnknown(unknown.name, unknown.suggestion),
    found: found.length === 0 ? undefined : text.townsFound(found.join(', ')),
  }
}
