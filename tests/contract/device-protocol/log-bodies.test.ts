import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { badRequest } from '../exchange.ts'
import { aMachine } from '../machine.ts'
import type { Machine } from '../machine.ts'
import { openCloud } from '../use-cloud.ts'

type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)
const packed = (text: string): Bytes => new Uint8Array(gzipSync(text))
const joined = (...parts: Bytes[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]))

const line = (message: string) => ({ timestamp: 1_795_209_718_250, message })
const row = (message: string) => `${JSON.stringify(line(message))}\n`
const ROWS = row('one') + row('two')
const GZIP = packed(ROWS)

/** Random, so that it is compressed in several blocks. */
const MANY = Array.from({ length: 400 }, (_, index) => row(`${index} ${crypto.randomUUID()}`)).join('')

/** Sends a body in these pieces, each when the one before has been taken. */
function bodyOf(pieces: readonly Bytes[]): ReadableStream<Bytes> {
  let next = 0
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        const piece = pieces[next++]
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
}

const STREAMED = { duplex: 'half' }

async function send(
  { cloud }: TestCloud,
  { uuid, credential }: Machine,
  path: string,
  type: string,
  encoding: string | undefined,
  pieces: readonly Bytes[],
): Promise<[number, string]> {
  const response = await cloud.handle(
    new Request(`https://api.flotilla.test/device/v2/${uuid}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': type,
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      },
      body: bodyOf(pieces),
      ...STREAMED,
    }),
  )
  return [response.status, await response.text()]
}

async function messagesOf(world: TestCloud, { uuid }: Machine): Promise<string[]> {
  const lines = await (await world.request(`/device/v2/${uuid}/logs`, { as: 'ada' })).json()
  return (lines as { message: string }[]).map(({ message }) => message)
}

const corrupt = (bytes: Bytes, fromEnd: number): Bytes =>
  bytes.map((byte, index) => (index === bytes.length - fromEnd ? byte ^ 1 : byte))

const BOTH = ['one', 'two']
const HEADER: [number, string] = [400, 'incorrect header check']

/** Asked of the platform's own parser and decompressor: express 4, body-parser 2, ndjson 2 and the zlib of Node. */
test.each<[what: string, encoding: string | undefined, pieces: Bytes[], [number, string], kept: string[]]>([
  ['without its last line break', undefined, [bytesOf(ROWS.trimEnd())], [201, ''], BOTH],
  [
    'that ends within a row',
    undefined,
    [bytesOf(`${ROWS}{"timestamp":1795209718250,"mess`)],
    [201, ''],
    BOTH,
  ],
  ['without anything', undefined, [], [201, ''], []],
  [
    'with a row that is no JSON',
    undefined,
    [bytesOf(`${ROWS}<nope>\n${row('three')}`)],
    [400, 'Could not parse row &lt;nope&gt;...'],
    BOTH,
  ],
  ['compressed', 'gzip', [GZIP], [201, ''], BOTH],
  ['compressed, byte by byte', 'gzip', [...GZIP].map((byte) => new Uint8Array([byte])), [201, ''], BOTH],
  ['compressed without its checksum', 'gzip', [GZIP.subarray(0, -8)], [201, ''], BOTH],
  ['compressed and cut off within its first block', 'gzip', [GZIP.subarray(0, 30)], [201, ''], []],
  ['compressed and cut off after its header', 'gzip', [GZIP.subarray(0, 10)], [201, ''], []],
  ['compressed and without anything', 'gzip', [], [201, ''], []],
  ['said to be compressed that is not', 'gzip', [bytesOf(ROWS)], HEADER, []],
  ['compressed and followed by something else', 'gzip', [GZIP, bytesOf('garbage')], HEADER, BOTH],
  ['compressed with a wrong checksum', 'gzip', [corrupt(GZIP, 5)], [400, 'incorrect data check'], []],
  ['compressed in another way', 'deflate', [new Uint8Array(deflateSync(ROWS))], [201, ''], []],
])('a stream of lines %s', async (_what, encoding, pieces, answer, kept) => {
  const world = openCloud()
  const machine = await aMachine(world)
  const sent = await badRequest(() =>
    send(world, machine, 'log-stream', 'application/x-ndjson', encoding, pieces),
  )
  expect(sent).toEqual(answer)
  expect(await messagesOf(world, machine)).toEqual(kept)
})

test('of a long compressed stream that breaks off, all complete lines that have arrived are kept', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const all = packed(MANY)
  const half = all.subarray(0, Math.floor(all.length / 2))
  expect(await send(world, machine, 'log-stream', 'application/x-ndjson', 'gzip', [half])).toEqual([201, ''])
  const kept = await messagesOf(world, machine)
  expect(kept.length).toBeGreaterThan(100)
  expect(MANY.startsWith(kept.map(row).join(''))).toBe(true)
})

const BATCH = JSON.stringify([line('one'), line('two')])
const page = (title: string) => expect.stringContaining(`<pre>${title}</pre>`) as unknown as string
const BAD: [number, string] = [400, page('Bad Request')]

test.each<[what: string, encoding: string, body: Bytes, [number, string], kept: string[]]>([
  ['compressed', 'gzip', packed(BATCH), [201, ''], BOTH],
  ['compressed, in capitals', 'GZIP', packed(BATCH), [201, ''], BOTH],
  ['compressed by deflate', 'deflate', new Uint8Array(deflateSync(BATCH)), [201, ''], BOTH],
  ['compressed and cut off', 'gzip', packed(BATCH).subarray(0, -9), BAD, []],
  ['compressed and empty', 'gzip', new Uint8Array(), BAD, []],
  ['said to be compressed that is not', 'gzip', bytesOf(BATCH), BAD, []],
  ['compressed and followed by something else', 'gzip', joined(packed(BATCH), bytesOf('garbage')), BAD, []],
  ['compressed in an unknown way', 'squeezed', packed(BATCH), [415, page('Unsupported Media Type')], []],
  [
    'that is too long when it is decompressed',
    'gzip',
    packed(JSON.stringify([line('x'.repeat(1_100_000))])),
    [413, page('Payload Too Large')],
    [],
  ],
])('a batch of lines %s', async (_what, encoding, body, answer, kept) => {
  const world = openCloud()
  const machine = await aMachine(world)
  const sent = await badRequest(() => send(world, machine, 'logs', 'application/json', encoding, [body]))
  expect(sent).toEqual(answer)
  expect(await messagesOf(world, machine)).toEqual(kept)
})

test('other bodies are decompressed as well, and a broken one changes nothing', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const report = async (body: Bytes) =>
    (
      await world.cloud.handle(
        new Request('https://api.flotilla.test/device/v3/state', {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${machine.credential}`,
            'content-type': 'application/json',
            'content-encoding': 'gzip',
          },
          body,
        }),
      )
    ).status
  const text = (status: string) => packed(JSON.stringify({ [machine.uuid]: { status } }))
  expect(await report(text('Idle'))).toBe(200)
  expect(await badRequest(() => report(text('Updating').subarray(0, -4)))).toBe(400)
  expect(await machine.read('status')).toEqual({ status: 'Idle' })
})
