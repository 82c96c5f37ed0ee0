import { expect, test } from 'vitest'
import { createTestCloud } from '../../../mocks/hosts/node.ts'
import type { PlatformName } from '../../../mocks/platforms/platform.ts'
import { differences, replay } from './answers.mjs'
import type { Platform, RecordedRequest } from './answers.mjs'
import reads from './reads.json' with { type: 'json' }
import writes from './writes.json' with { type: 'json' }

/** Accepted differences to a recording, by index of the request, with the reason. */
type Exceptions = Readonly<Record<number, string>>

const CLOUD_ONLY = 'whole rows: the hosted platform, as which the mock answers, has more columns'
const ITS_IDS = 'whether there is a row with that id is chance'
const ITS_UUIDS = 'uuids of applications are drawn'
const ITS_NAME = 'the organization of the recording has another name, and nobody can rename one there'

const EVERYWHERE: Exceptions = { 37: ITS_IDS, 176: ITS_IDS, 376: ITS_IDS, 470: ITS_UUIDS }

const EXPECTED: Readonly<Record<PlatformName, Readonly<Record<'reads' | 'writes', Exceptions>>>> = {
  hosted: {
    reads: { ...EVERYWHERE, 28: CLOUD_ONLY },
    writes: { 38: CLOUD_ONLY, 104: CLOUD_ONLY },
  },
  open: { reads: { ...EVERYWHERE, 281: ITS_NAME, 460: ITS_NAME, 494: ITS_NAME }, writes: {} },
}

async function platformOf(
  world: ReturnType<typeof createTestCloud>,
  platform: PlatformName,
): Promise<Platform> {
  const credential = await world.token('ada')
  async function call(method: string, path: string, body?: unknown) {
    const headers = {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const url = new URL(path, 'https://api.flotilla.test')
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await world.cloud.handle(
      new Request(url, { method, headers, ...(body === undefined ? {} : { body: sent }) }),
    )
    const text = await response.text()
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      json = undefined
    }
    return { status: response.status, type, text, json }
  }
  async function must(method: string, path: string, body?: unknown) {
    const { status, text, json } = await call(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json
  }
  async function rows(path: string) {
    const found = await must('GET', path)
    return typeof found === 'object' && found !== null && 'd' in found ? found.d : []
  }
  // The organization of the recording.
  if (platform === 'hosted')
    await must('PATCH', `/v7/organization(handle='acme_logistics')`, { name: 'admin', handle: 'admin' })
  return { call, must, rows }
}

test.each<['reads' | 'writes', PlatformName, readonly RecordedRequest[]]>([
  ['reads', 'hosted', reads],
  ['writes', 'hosted', writes],
  ['reads', 'open', reads],
  ['writes', 'open', writes],
])(
  'the %s recorded on the real backend are answered as there by the %s platform',
  async (name, platform, recorded) => {
    const world = createTestCloud('first-look', { platform })
    try {
      const found = differences(recorded, await replay(await platformOf(world, platform), recorded))
      const expected = EXPECTED[platform][name]
      const unexpected = found.filter(({ index }) => expected[index] === undefined)
      expect(
        unexpected.map(({ index, what, request, given }) => ({
          index,
          what,
          path: request.path,
          body: given.body,
        })),
      ).toEqual([])
      // Exceptions that no longer occur must be removed from the list.
      expect(found.map(({ index }) => index)).toEqual(Object.keys(expected).map(Number))
    } finally {
      world.dispose()
    }
  },
  60_000,
)
