import { expect, test } from 'vitest'
import { DataClient } from './data.ts'
import { Http } from './http.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')

/** A platform with these responses in turn; an error is a network failure. */
function platform(...answers: (Response | Error)[]) {
  const asked: { method: string; url: string }[] = []
  const token = { get: () => null, set() {}, clear() {} }
  const http = new Http({
    apiUrl: 'https://api.platform.example',
    token,
    onSessionEnd() {},
    onThrottled() {},
    async fetch(input, init) {
      asked.push({
        method: init?.method ?? 'GET',
        url: decodeURIComponent(input instanceof Request ? input.url : input.toString()).replace(
          'https://api.platform.example',
          '',
        ),
      })
      const answer = answers.shift()
      if (answer instanceof Response) return answer
      throw answer ?? new TypeError('Failed to fetch')
    },
  })
  return { data: new DataClient(http, () => NOW), asked }
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const gone = () => new TypeError('Failed to fetch')
const team = { resource: 'team', body: { name: "Night's", belongs_to__organization: 3 } } as const
const LOOK =
  "/v7/team?$filter=name eq 'Night''s' and belongs_to__organization eq 3 and created_at ge datetime'2026-11-20T13:58:00.000Z'&$orderby=id desc&$top=1"

test('looks for a row whose creation got no response, before creating it again', async () => {
  const { data, asked } = platform(gone(), json({ d: [{ id: 9, name: "Night's" }] }), json({ id: 10 }))
  await expect(data.post(team)).rejects.toMatchObject({ kind: 'network', isOutcomeUnknown: false })
  expect(await data.post(team)).toMatchObject({ id: 9 })
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v7/team', `GET ${LOOK}`])
  // The next creation is a new one.
  expect(await data.post(team)).toMatchObject({ id: 10 })
})

test('creates a row that was not created, and recognizes one whose response was truncated', async () => {
  const { data, asked } = platform(
    gone(),
    json({ d: [] }),
    new Response('{"id": 9', { status: 201 }),
    json({ d: [{ id: 9 }] }),
  )
  await expect(data.post(team)).rejects.toMatchObject({ kind: 'network' })
  await expect(data.post(team)).rejects.toMatchObject({ kind: 'network' })
  expect(await data.post(team)).toEqual({ id: 9 })
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET'])
})

test('does not create anything again while lookups fail, and leaves rows without a filter to their key', async () => {
  const { data, asked } = platform(
    gone(),
    json({}, 503),
    new Response('Unknown field', { status: 400 }),
    json({ id: 9 }),
  )
  await expect(data.post(team)).rejects.toMatchObject({ kind: 'network' })
  await expect(data.post(team)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET'])
  expect(await data.post(team)).toEqual({ id: 9 })
})

test.each(['null', '7', '"OK"', 'true', '[]', '{}', '{"rows":[]}', '<html>'])(
  'a read that is answered with %s is one that cannot be read, and not a fault of the page',
  async (body) => {
    const rows = { resource: 'team', options: { $select: ['id'] } } as const
    await expect(platform(new Response(body)).data.get(rows)).rejects.toThrow(SyntaxError)
    const one = { ...rows, id: 5 } as const
    await expect(platform(new Response(body)).data.get(one)).rejects.toThrow(SyntaxError)
    const count = { resource: 'team', options: { $count: { $filter: { id: 5 } } } } as const
    await expect(platform(new Response(body)).data.get(count)).rejects.toThrow(SyntaxError)
  },
)

test.each(['null', '7', '"OK"'])('whether a change was made is unknown after %s', async (body) => {
  const change = { resource: 'team', id: 5, body: { name: 'x' } } as const
  await expect(platform(new Response(body)).data.patch(change)).rejects.toMatchObject({ kind: 'network' })
})

test('rows are as the query asked for: what an answer lacks has its empty value, and a row comes once', async () => {
  const { data } = platform(json({ d: [{ id: 1 }, { id: 1 }, { id: 2, device_name: 7 }] }))
  const rows = await data.query('device', undefined, {
    $select: ['id', 'device_name'],
    $expand: { device_tag: { $select: ['tag_key'] } },
  })
  expect(rows).toEqual([
    { id: 1, device_name: '', device_tag: [] },
    { id: 2, device_name: '7', device_tag: [] },
  ])
})
