import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'

/** A slow platform is asked again only after this many times the duration of the last answer. */
const PAUSE_FACTOR = 10
const LONGEST_PAUSE_MS = 10 * 60_000

/** How long the last read of each query took. */
const tookMs = new WeakMap<object, number>()

type Context = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>

/** Carries out the read of a query, and measures how long it takes, for `atPace`. */
async function timed<Result>(context: Context, read: (context: Context) => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await read(context)
  const query = context.client.getQueryCache().find({ queryKey: context.queryKey })
  if (query !== undefined) tookMs.set(query, performance.now() - began)
  return result
}

/**
 * The polling interval of a `timed` query: the given one, or ten times the duration of the last read if that is longer, so
 * that the dashboard never occupies a slow platform for more than a tenth of the time (docs/platform/hosted-and-open.md).
 */
const atPace = (query: object, intervalMs: number): number =>
  Math.max(intervalMs, Math.min(LONGEST_PAUSE_MS, PAUSE_FACTOR * (tookMs.get(query) ?? 0)))

/** The present polling interval of a `timed` query that is named by its key. */
export function paceOf(client: QueryClient, queryKey: QueryKey, intervalMs: number): number {
  const query = client.getQueryCache().find({ queryKey })
  return query === undefined ? intervalMs : atPace(query, intervalMs)
}

/** The read and the polling interval of a `timed` query that is polled `atPace`, as query options. */
export const paced = <Result>(
  intervalMs: number | ((data: Result | undefined) => number),
  read: (context: Context) => Promise<Result>,
) => ({
  queryFn: (context: Context) => timed(context, read),
  refetchInterval: (query: { state: { data: Result | undefined } }) =>
    atPace(query, typeof intervalMs === 'number' ? intervalMs : intervalMs(query.state.data)),
})
