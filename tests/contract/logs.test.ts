import { expect, test } from 'vitest'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

interface Line {
  timestamp: number
  createdAt: number
  isSystem: boolean
  isStdErr: boolean
  serviceId?: number
  message: string
}

async function linesOf(response: Response): Promise<Line[]> {
  expect(response.status).toBe(200)
  const lines: Line[] = JSON.parse(await response.text())
  return lines
}

/** Reads a stream until this number of lines, ignoring blank keep-alive lines. */
async function readLines(reader: ReadableStreamDefaultReader<Uint8Array>, count: number): Promise<Line[]> {
  const decoder = new TextDecoder()
  const lines: Line[] = []
  let text = ''
  while (lines.length < count) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
    const parts = text.split('\n')
    text = parts.pop() ?? ''
    for (const part of parts) if (part !== '') lines.push(JSON.parse(part))
  }
  return lines
}

test('the history is oldest first, and `count` limits it [LOG-015, DATA-043]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const lines = await linesOf(await world.request(`/device/v2/${uuid}/logs?count=50`, { as: 'ada' }))
  expect(lines).toHaveLength(50)
  const times = lines.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times.at(-1)).toBeLessThanOrEqual(world.clock.now())
  const all = await linesOf(await world.request(`/device/v2/${uuid}/logs?count=all`, { as: 'ada' }))
  expect(all.length).toBeLessThanOrEqual(1000)
  expect(all.slice(-50)).toEqual(lines)
})

test('the history can start at a time', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const start = world.clock.now() - 10_000
  const lines = await linesOf(await world.request(`/device/v2/${uuid}/logs?start=${start}`, { as: 'ada' }))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.every(({ timestamp }) => timestamp >= start)).toBe(true)
})

test.each(['hosted', 'open'] as const)(
  'on the %s platform, history and stream start at a time in milliseconds or as ISO text, and other texts have no effect',
  async (platform) => {
    const world = openCloud('first-look', { platform })
    const { uuid } = await aDevice(world, 'cold-chain-eu', 'is_online eq true')
    const at = (query: string) => world.request(`/device/v2/${uuid}/logs?${query}`, { as: 'ada' })
    const start = world.clock.now() - 10_000
    const expected = await linesOf(await at(`start=${start}`))
    expect(expected.length).toBeGreaterThan(1)
    expect(await linesOf(await at(`start=${new Date(start).toISOString()}`))).toEqual(expected)
    expect(await linesOf(await at('start=yesterday'))).toEqual(await linesOf(await at('')))
    for (const text of [String(start), new Date(start).toISOString()]) {
      const response = await at(`stream=1&count=all&start=${text}`)
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      expect(await readLines(reader, expected.length)).toEqual(expected)
      await reader.cancel()
    }
  },
)

test('a stream returns the requested past lines, then new ones as the clock advances [LOG-013]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const past = await linesOf(await world.request(`/device/v2/${uuid}/logs?count=5`, { as: 'ada' }))
  const response = await world.request(`/device/v2/${uuid}/logs?count=5&stream=1`, { as: 'ada' })
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  expect(await readLines(reader, 5)).toEqual(past)

  const since = world.clock.now()
  world.clock.advanceTo(since + 30_000)
  const live = await readLines(reader, 3)
  expect(live.every(({ timestamp }) => timestamp > since && timestamp <= world.clock.now())).toBe(true)
  const history = await linesOf(
    await world.request(`/device/v2/${uuid}/logs?start=${since + 1}`, { as: 'ada' }),
  )
  expect(history.slice(0, 3)).toEqual(live)
  await reader.cancel()
})

test('a stream without a count starts with new lines [LOG-014]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const response = await world.request(`/device/v2/${uuid}/logs?count=0&stream=1`, { as: 'ada' })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const since = world.clock.now()
  world.clock.advanceTo(since + 30_000)
  const [first] = await readLines(reader, 1)
  expect(first?.timestamp).toBeGreaterThan(since)
  await reader.cancel()
})

test('an aborted stream ends', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const ending = new AbortController()
  const response = await world.request(`/device/v2/${uuid}/logs?stream=1`, {
    as: 'ada',
    signal: ending.signal,
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  ending.abort()
  expect(await readLines(reader, 1)).toEqual([])
})

test('a restart adds lines of the supervisor', async () => {
  const world = openCloud()
  const { uuid, id } = await aDevice(world, 'cold-chain-eu')
  const since = world.clock.now()
  await world.request('/supervisor/v1/restart', {
    as: 'ada',
    method: 'POST',
    body: { deviceId: id, data: { appId: await fleetId(world, 'cold-chain-eu') } },
  })
  world.clock.advanceTo(since + 120_000)
  const lines = await linesOf(await world.request(`/device/v2/${uuid}/logs?start=${since}`, { as: 'ada' }))
  expect(lines.some(({ isSystem }) => isSystem)).toBe(true)
  // They belong to no service, also when they name one.
  expect(lines.filter((line) => line.isSystem && 'serviceId' in line)).toEqual([])
})

test('logs of a missing or inaccessible device are rejected', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'ticket-gates')
  for (const asked of ['f'.repeat(32), uuid]) {
    const response = await world.request(`/device/v2/${asked}/logs`, { as: 'ada' })
    expect(await statusAndBody(response)).toEqual([404, `No device with uuid ${asked}`])
  }
  expect(await statusAndBody(await world.request(`/device/v2/${uuid}/logs`))).toEqual([401, ''])
})

test('a fault interrupts a stream, and a new one continues', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const open = async () =>
    (
      (await world.request(`/device/v2/${uuid}/logs?count=1&stream=1`, { as: 'ada' }))
        .body as ReadableStream<Uint8Array>
    ).getReader()
  const reader = await open()
  expect(await readLines(reader, 1)).toHaveLength(1)
  const fault = { route: 'GET /device/*', kind: 'drop-stream', times: 1 }
  await world.request('/__flotilla/faults', { method: 'POST', body: fault })
  await expect(readLines(reader, 2)).rejects.toThrow('dropped')
  const again = await open()
  expect(await readLines(again, 1)).toHaveLength(1)
  await again.cancel()
})
