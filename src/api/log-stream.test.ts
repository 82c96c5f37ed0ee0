import { expect, test, vi } from 'vitest'
import { httpWith } from './http-for-tests.ts'
import { followLogs, readLogHistory } from './log-stream.ts'
import type { DeviceLogLine } from './model.ts'

const line = (message: string): DeviceLogLine => ({
  createdAt: 1,
  timestamp: 1,
  isSystem: false,
  isStdErr: false,
  message,
})

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

test('joins lines that are split across chunks, and skips keep-alive newlines [LOG-013]', async () => {
  const [a, b] = [JSON.stringify(line('one — ünïcode')), JSON.stringify(line('two'))]
  const { services, requests } = httpWith(() => streamOf([a.slice(0, 20), `${a.slice(20)}\n\n`, `${b}\n`]))
  const onOpen = vi.fn()
  const lines: string[] = []
  for await (const batch of followLogs(services, 'abc', {
    count: 100,
    signal: new AbortController().signal,
    onOpen,
  })) {
    lines.push(...batch.map(({ message }) => message))
  }
  expect(lines).toEqual(['one — ünïcode', 'two'])
  expect(onOpen).toHaveBeenCalledOnce()
  expect(requests[0]?.url).toBe('https://api.example/device/v2/abc/logs?count=100&stream=1')
})

test('throws when the stream breaks, so that it can be opened again', async () => {
  const { services } = httpWith(
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
    for await (const _ of followLogs(services, 'abc', { count: 0, signal: new AbortController().signal }))
      void _
  }
  await expect(read()).rejects.toMatchObject({ kind: 'network' })
})

test('fails on a rate-limited stream instead of waiting, so that the log can show it', async () => {
  const { services } = httpWith(() => new Response(null, { status: 429, headers: { 'Retry-After': '30' } }))
  const read = async () => {
    for await (const _ of followLogs(services, 'abc', { count: 0, signal: new AbortController().signal }))
      void _
  }
  await expect(read()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 30_000 })
})

test('reads the history as one request of all stored lines [LOG-015]', async () => {
  const { services, requests } = httpWith(() => Response.json([line('old')]))
  expect(await readLogHistory(services, 'abc')).toEqual([line('old')])
  expect(requests[0]?.url).toBe('https://api.example/device/v2/abc/logs?count=all')
})

test.each(['{"message":', 'null', '{"message":1,"timestamp":2}'])('rejects the line %s', async (text) => {
  const { services } = httpWith(() => streamOf([`${text}\n`]))
  const read = async () => {
    for await (const _ of followLogs(services, 'abc', { count: 0, signal: new AbortController().signal }))
      void _
  }
  await expect(read()).rejects.toMatchObject({ name: 'ApiError' })
})
