import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aMachine } from './machine.ts'
import type { Machine } from './machine.ts'
import { aDevice, statusAndBody } from './subjects.ts'
import { openCloud, sendRaw } from './use-cloud.ts'

/** `fetch` requires it for a streamed body; the types of the DOM do not have it. */
const STREAMED = { duplex: 'half' }

const line = (at: number, message: string, more: object = {}) => ({ timestamp: at, message, ...more })

const historyOf = async (world: TestCloud, { uuid }: Machine, query = '') =>
  (await (await world.request(`/device/v2/${uuid}/logs${query}`, { as: 'ada' })).json()) as {
    timestamp: number
    createdAt: number
    message: string
    isSystem: boolean
    isStdErr: boolean
    serviceId?: number
  }[]

const post = (path: string, machine: Machine, body: BodyInit, headers: Record<string, string>) =>
  new Request(`https://api.flotilla.test/device/v2/${machine.uuid}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${machine.credential}`, ...headers },
    body,
    // Node requires it if the body is a stream.
    ...STREAMED,
  })

test('the log history of a device is ordered by its own clock [DATA-043]', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const now = world.clock.now()
  const written = await machine.write([
    line(now - 10, 'Listening on 8080', { serviceId: 3 }),
    line(now - 30, 'Started service main', { isSystem: true }),
    line(now - 20, 'No route to host', { isStdErr: true, serviceId: 3 }),
    line(now - 15, 'of a dependent device', { uuid: machine.uuid }),
  ])
  expect(await statusAndBody(written)).toEqual([201, ''])
  expect(await historyOf(world, machine)).toEqual([
    { timestamp: now - 30, createdAt: now, isSystem: true, isStdErr: false, message: 'Started service main' },
    {
      timestamp: now - 20,
      createdAt: now,
      isSystem: false,
      isStdErr: true,
      serviceId: 3,
      message: 'No route to host',
    },
    {
      timestamp: now - 10,
      createdAt: now,
      isSystem: false,
      isStdErr: false,
      serviceId: 3,
      message: 'Listening on 8080',
    },
  ])
  expect(await historyOf(world, machine, '?count=1')).toHaveLength(1)
  expect(await historyOf(world, machine, `?start=${now - 20}`)).toHaveLength(2)
})

test('a follower receives each line as it arrives, whatever the clock of the device', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.write([line(world.clock.now(), 'before')])
  const stream = await world.cloud.handle(
    new Request(`https://api.flotilla.test/device/v2/${machine.uuid}/logs?count=100&stream=1`, {
      headers: { authorization: `Bearer ${await world.token('ada')}` },
    }),
  )
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (message: string) => {
    while (!text.includes(message)) text += (await reader?.read())?.value ?? ''
  }
  await until('before')
  await machine.write([line(world.clock.now() - 60_000, 'late'), line(world.clock.now() + 60_000, 'early')])
  await until('early')
  const messages = text
    .split('\n')
    .filter((piece) => piece !== '')
    .map((piece) => (JSON.parse(piece) as { message: string }).message)
  expect(messages).toEqual(['before', 'late', 'early'])
  await reader?.cancel()
})

test('a stream of lines can be a separate long request, gzipped or not', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const now = world.clock.now()
  const lines = `${JSON.stringify(line(now, 'one'))}\n\n${JSON.stringify(line(now + 1, 'two'))}`
  const type = { 'content-type': 'application/x-ndjson' }
  expect((await sendRaw(world, post('log-stream', machine, lines, type))).status).toBe(201)
  const packed = gzipSync(`${JSON.stringify(line(now + 2, 'three'))}\n`)
  const gzip = { ...type, 'content-encoding': 'gzip' }
  expect((await sendRaw(world, post('log-stream', machine, packed, gzip))).status).toBe(201)
  expect((await historyOf(world, machine)).map(({ message }) => message)).toEqual(['one', 'two', 'three'])
})

test('a line of a long request may not be longer than a body, and lines before it are kept', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const first = JSON.stringify(line(world.clock.now(), 'one'))
  const packed = gzipSync(`${first}\n${'x'.repeat(20_000_000)}`)
  const gzip = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
  expect((await world.cloud.handle(post('log-stream', machine, packed, gzip))).status).toBe(413)
  expect((await historyOf(world, machine)).map(({ message }) => message)).toEqual(['one'])
})

test('lines of a long request are published before it ends', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const pipe = new TransformStream<Uint8Array, Uint8Array>()
  const writer = pipe.writable.getWriter()
  const type = { 'content-type': 'application/x-ndjson' }
  const answering = world.cloud.handle(post('log-stream', machine, pipe.readable, type))
  await writer.write(new TextEncoder().encode(`${JSON.stringify(line(1, 'now'))}\n{"times`))
  await expect.poll(async () => (await historyOf(world, machine)).length).toBe(0)
  await writer.write(
    new TextEncoder().encode(`tamp":${world.clock.now()},"message":"half of it came earlier"}\n`),
  )
  await expect
    .poll(async () => (await historyOf(world, machine)).map(({ message }) => message))
    .toEqual(['half of it came earlier'])
  await writer.close()
  expect((await answering).status).toBe(201)
})

test.each([
  ['eleven lines at once', Array.from({ length: 11 }, () => line(1, 'x'))],
  ['a line without a time', [{ message: 'x' }]],
  ['no list', { message: 'x' }],
])('a batch that is %s is rejected, and no line is stored', async (_what, body) => {
  const world = openCloud()
  const machine = await aMachine(world)
  const json = { 'content-type': 'application/json' }
  const response = await world.cloud.handle(post('logs', machine, JSON.stringify(body), json))
  expect(response.status).toBe(400)
  expect(await historyOf(world, machine)).toEqual([])
})

test('a stream of another type is rejected with 415', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const json = { 'content-type': 'application/json' }
  // The contract does not allow such a request, so the validation is bypassed.
  const response = await world.cloud.handle(post('log-stream', machine, JSON.stringify(line(1, 'x')), json))
  expect(await statusAndBody(response)).toEqual([
    415,
    'Streaming requests require Content-Type application/x-ndjson',
  ])
  expect(await historyOf(world, machine)).toEqual([])
})

test('a device that sends sixteen batches in ten seconds must wait', async () => {
  let real = 1_800_000_000_000
  const world = openCloud('first-look', { realNow: () => real })
  const machine = await aMachine(world)
  const now = world.clock.now()
  for (let batch = 0; batch < 15; batch++) {
    expect((await machine.write([line(now, `batch ${batch}`)])).status).toBe(201)
  }
  const refused = await machine.write([line(now, 'one too many')])
  expect(await statusAndBody(refused)).toEqual([429, 'Too Many Requests'])
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await historyOf(world, machine)).toHaveLength(15)
  real += 10_000
  expect((await machine.write([line(now, 'again')])).status).toBe(201)
})

test('users cannot write the logs of a device', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const body = [line(world.clock.now(), 'I am not a device')]
  const path = `/device/v2/${uuid}/logs`
  expect(await statusAndBody(await world.request(path, { as: 'ada', method: 'POST', body }))).toEqual([
    401,
    { error: 'API key required' },
  ])
  expect(await statusAndBody(await world.request(path, { method: 'POST', body }))).toEqual([
    401,
    { error: 'API key required' },
  ])
  const lines = await (await world.request(path, { as: 'ada' })).text()
  expect(lines).not.toContain('I am not a device')
})
