import { queryOptions } from '@tanstack/react-query'
import { KEYS_EVERY_MS, readKeys } from '@/domain/access/api-keys.queries.ts'

/** A page of the keys that a person made: those of their actor that have a name. */
export const userKeysQuery = (actor: number, page: number) =>
  queryOptions({
    queryKey: ['api_key', { actor, page }],
    refetchInterval: KEYS_EVERY_MS,
    queryFn: ({ signal }) => readKeys({ actor, named: true }, page, signal),
  })
