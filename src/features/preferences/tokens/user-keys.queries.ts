import { queryOptions } from '@tanstack/react-query'
import { readKeys } from '@/domain/access/api-keys.queries.ts'
import * as poll from '@/domain/polling.ts'

/** A page of the keys that a person made: those of their actor that have a name. */
export const userKeysQuery = (actor: number, page: number) =>
  queryOptions({
    queryKey: ['api_key', { actor, page }],
    refetchInterval: poll.apiKeys,
    queryFn: ({ signal }) => readKeys({ actor, named: true }, page, signal),
  })
