import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import type { DeviceLogLine } from '@/api/model.ts'
import { LINES_KEPT, LogFeed } from './log-feed.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const line = (message: string): DeviceLogLine => ({
  createdAt: 1,
  timestamp: 1,
  isSystem: false,
  isStdErr: false,
  message,
})

/** A stream controlled by the test. */
function scriptedStream() {
  const queue: (DeviceLogLine[] | 'end' | Error)[] = []
  let wake = () => {}
  return {
    push(item: DeviceLogLine[] | 'end' | Error) {
      queue.push(item)
      wake()
    },
    async *read(signal: AbortSignal) {
      signal.addEventListener('abort', () => wake())
      for (;;) {
        const item = queue.shift()
        if (signal.aborted || item === 'end') return
        if (item instanceof Error) throw item
        if (item) yield item
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

function startFeed() {
  const counts: number[] = []
  const streams: ReturnType<typeof scriptedStream>[] = []
  const feed = new LogFeed({
    follow: ({ count, signal, onOpen }) => {
      counts.push(count)
      const stream = scriptedStream()
      streams.push(stream)
      onOpen()
      return stream.read(signal)
    },
    onChange: () => {},
  })
  feed.start()
  const give = async (item: DeviceLogLine[] | 'end' | Error) => {
    streams.at(-1)?.push(item)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { feed, counts, streams, give }
}

test('starts with the last 100 lines, and requests none when the stream is reopened [LOG-013, LOG-014]', async () => {
  const { counts, give } = startFeed()
  await give('end')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts).toEqual([100, 0])
})

test.each([
  ['that broke', new ApiError('network', 'The log stream broke off'), 1_000],
  ['that is throttled', new ApiError('rate-limited', 'Too Many Requests', { status: 429 }), 10_000],
  [
    'that is throttled for longer',
    new ApiError('rate-limited', '', { status: 429, retryAfterMs: 40_000 }),
    40_000,
  ],
  [
    'whose store is down for longer',
    new ApiError('unavailable', '', { status: 503, retryAfterMs: 20_000 }),
    20_000,
  ],
  ['whose store is down', new ApiError('unavailable', 'Down', { status: 503 }), 10_000],
])('reopens a stream %s after the right delay [LOG-016, LOG-017]', async (_what, error, wait) => {
  const { counts, give, feed } = startFeed()
  await give(error)
  expect(feed.snapshot).toMatchObject({ state: 'retrying', error })
  await vi.advanceTimersByTimeAsync(wait - 1)
  expect(counts).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(counts).toHaveLength(2)
  expect(feed.snapshot).toMatchObject({ state: 'live', error: null })
})

test('keeps the lines from before an interruption', async () => {
  const { give, feed } = startFeed()
  await give([line('one')])
  await give('end')
  await vi.advanceTimersByTimeAsync(1_000)
  await give([line('two')])
  expect(feed.snapshot.lines.map(({ message }) => message)).toEqual(['one', 'two'])
})

test('keeps the newest 5000 lines and counts the dropped ones [LOG-007]', async () => {
  const { give, feed } = startFeed()
  await give(Array.from({ length: LINES_KEPT }, (_, nth) => line(`first ${nth}`)))
  await give([line('a'), line('b'), line('c')])
  expect(LINES_KEPT).toBe(5000)
  expect(feed.snapshot.lines).toHaveLength(5000)
  expect(feed.snapshot.lines[0]?.message).toBe('first 3')
  expect(feed.snapshot.lines.at(-1)?.message).toBe('c')
  expect(feed.snapshot.dropped).toBe(3)
})

test('is quiet after three seconds without a line, until the next one [LOG-008]', async () => {
  const { feed, give } = startFeed()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(feed.snapshot.quiet).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(feed.snapshot.quiet).toBe(true)
  await give([line('at last')])
  expect(feed.snapshot.quiet).toBe(false)
})

test('clearing removes all lines without closing the stream', async () => {
  const { feed, give } = startFeed()
  await give([line('old')])
  feed.clear()
  expect(feed.snapshot.lines).toEqual([])
  await give([line('new')])
  expect(feed.snapshot.lines.map(({ message }) => message)).toEqual(['new'])
})

test('a stopped feed does not reopen the stream', async () => {
  const { feed, counts, give } = startFeed()
  await give(new ApiError('network', 'gone'))
  feed.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counts).toHaveLength(1)
})
