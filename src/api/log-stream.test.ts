import { expect, test, vi } from 'vitest'
import { Http } from './http.ts'
import { followLogs, readLogHistory, type DeviceLogLine } from './log-stream.ts'

const line = (message: string): DeviceLogLine => ({
  createdAt: 1,
  timestamp: 1,
  isSystem: false,
  isStdErr: false,
  message,
})

function platform(answer: (request: Request) => Response) {
  const requests: Request[] = []
  const http = new Http({
    apiUrl: 'https://api.example',
    token: { get: () => 'token', set: () => {}, clear: () => {} },
    onSessionEnd: () => {},
    onThrottled: () => {},
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return answer(request)
    },
  })
  return { http, requests }
}

const streamOf = (chunks: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
    { headers: { 'Content-Type': 'application/x-ndjson' } },
  )

test('lines split across chunks and keep-alive newlines read as whole lines [LOG-013]', async () => {
  const [a, b] = [JSON.stringify(line('one — ünïcode')), JSON.stringify(line('two'))]
  const { http, requests } = platform(() => streamOf([a.slice(0, 20), `${a.slice(20)}\n\n`, `${b}\n`]))
  const onOpen = vi.fn()
  const seen: string[] = []
  for await (const batch of followLogs(http, 'abc', {
    count: 100,
    signal: new AbortController().signal,
    onOpen,
  })) {
    seen.push(...batch.map(({ message }) => message))
  }
  expect(seen).toEqual(['one — ünïcode', 'two'])
  expect(onOpen).toHaveBeenCalledOnce()
  expect(requests[0]?.url).toBe('https://api.example/device/v2/abc/logs?count=100&stream=1')
})

test('a stream that breaks off throws, so that it can be opened again', async () => {
  const { http } = platform(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.error(new TypeError('network error'))
          },
        }),
      ),
  )
  const read = async () => {
    for await (const _ of followLogs(http, 'abc', { count: 0, signal: new AbortController().signal })) void _
  }
  await expect(read()).rejects.toMatchObject({ kind: 'network' })
})

test('a throttled stream is not waited out but refused, so that the feed can say so', async () => {
  const { http } = platform(() => new Response(null, { status: 429, headers: { 'Retry-After': '30' } }))
  const read = async () => {
    for await (const _ of followLogs(http, 'abc', { count: 0, signal: new AbortController().signal })) void _
  }
  await expect(read()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 30_000 })
})

test('the history is one read of all kept lines [LOG-015]', async () => {
  const { http, requests } = platform(() => Response.json([line('old')]))
  expect(await readLogHistory(http, 'abc')).toEqual([line('old')])
  expect(requests[0]?.url).toBe('https://api.example/device/v2/abc/logs?count=all')
})
