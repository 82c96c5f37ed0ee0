import { queryOptions } from '@tanstack/react-query'
import { readKeys } from '@/domain/access/api-keys.queries.ts'
import * as poll from '@/domain/polling.ts'

/** A page of the API keys that the user has created: the named keys of their actor. */
export const userKeysQuery = (actor: number, page: number) =>
  queryOptions({
    queryKey: ['api_key', { actor, page }],
    refetchInterval: poll.apiKeys,
    queryFn: ({ signal }) => readKeys({ actor, named: true }, page, signal),
  })
