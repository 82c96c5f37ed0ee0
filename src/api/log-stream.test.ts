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

const readAll = async (text: string) => {
  const { services } = httpWith(() => streamOf([text]))
  const lines: DeviceLogLine[] = []
  for await (const batch of followLogs(services, 'abc', { count: 0, signal: new AbortController().signal }))
    lines.push(...batch)
  return lines
}

test.each([
  ['{"message":', '{"message":'],
  ['null', 'null'],
  ['<html>Bad gateway</html>', '<html>Bad gateway</html>'],
  ['{"message":1,"timestamp":2}', '{"message":1,"timestamp":2}'],
  ['{"message":"no time","timestamp":null}', 'no time'],
  ['{"message":"text for a time","timestamp":"yesterday"}', 'text for a time'],
  ['{"message":"nanoseconds","timestamp":1763647240000000000,"createdAt":{}}', 'nanoseconds'],
])('the line %s is shown as text, and does not keep the next from being read', async (text, message) => {
  const lines = await readAll(`${text}\n${JSON.stringify(line('next'))}\n`)
  expect(lines.map((one) => one.message)).toEqual([message, 'next'])
  expect(lines[0]).toMatchObject({ isSystem: false, isStdErr: false })
  expect(lines[1]).toEqual(line('next'))
})

test('lines of the history are read in the same way', async () => {
  const odd = [
    { ...line('odd'), timestamp: 1e18, createdAt: '?', serviceId: 'x', isSystem: 'no' },
    null,
    line('old'),
  ]
  const { services } = httpWith(() => Response.json(odd))
  expect(await readLogHistory(services, 'abc')).toEqual([
    { createdAt: Number.NaN, timestamp: Number.NaN, isSystem: false, isStdErr: false, message: 'odd' },
    { createdAt: Number.NaN, timestamp: Number.NaN, isSystem: false, isStdErr: false, message: 'null' },
    line('old'),
  ])
  const { services: broken } = httpWith(() => Response.json({ error: 'no list' }))
  expect(await readLogHistory(broken, 'abc')).toEqual([])
})

test('a line that never ends does not fill the memory', async () => {
  const { services } = httpWith(() => streamOf(Array.from({ length: 5 }, () => 'x'.repeat(600_000))))
  const sizes: number[] = []
  for await (const batch of followLogs(services, 'abc', { count: 0, signal: new AbortController().signal }))
    sizes.push(...batch.map(({ message }) => message.length))
  expect(sizes).toEqual([1_000_000, 1_000_000])
})
