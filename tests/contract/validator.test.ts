import { expect, test } from 'vitest'
import { createValidator } from '../../mocks/base/contract/validator.ts'

const { check } = createValidator()

const ORIGIN = 'https://api.flotilla.test'
const ask = (path: string, method = 'GET') => new Request(`${ORIGIN}${path}`, { method })
const json = (body: unknown, status = 200) => Response.json(body, { status })
const empty = (status: number) => new Response(null, { status })

const device = {
  id: 4,
  uuid: 'b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5',
  device_name: 'gate-north',
  cpu_usage: null,
  overall_status: 'operational',
  created_at: '2026-11-20T21:21:15.585Z',
  belongs_to__application: { __id: 5 },
  is_pinned_on__release: null,
}

test.each([
  ['a page of rows', ask('/v7/device?$top=1'), json({ d: [device] })],
  ['no row for a key', ask("/v7/device(uuid='ab')"), json({ d: [] })],
  ['a count', ask('/v7/device/$count'), json({ d: 3 })],
  [
    'nested expansions',
    ask('/v7/device(4)'),
    json({
      d: [
        {
          belongs_to__application: [{ app_name: 'gates', owns__device: 12 }],
          image_install: [{ status: 'Running', installs__image: [{ id: 1, image_size: '123456789' }] }],
          should_be_running__release: [],
        },
      ],
    }),
  ],
  ['related rows', ask('/v7/device(4)/device_tag'), json({ d: [{ id: 1, tag_key: 'site', value: 'pier' }] })],
  [
    'a new row',
    ask('/v7/device_tag', 'POST'),
    json({ id: 1, device: { __id: 4 }, tag_key: 'a', value: '' }, 201),
  ],
  ['a row by its other name', ask('/v7/device__has__tag_key(1)'), json({ d: [{ id: 1, tag_key: 'a' }] })],
  [
    'a relation by its other name',
    ask('/v7/device(4)'),
    json({ d: [{ device__has__tag_key: [{ id: 1 }] }] }),
  ],
  ['an empty change', ask('/v7/device(4)', 'PATCH'), empty(200)],
  ['a refusal with its reason', ask('/v7/device(4)', 'PATCH'), json('No fields to update', 400)],
  ['a refusal without one', ask('/v7/device?$filter=id', 'GET'), empty(400)],
  ['a missing credential', ask('/v7/device'), empty(401)],
  [
    'a token',
    ask('/login_', 'POST'),
    new Response('aa.bb.cc', { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
  ],
  ['a key, at an address that ends in a slash', ask('/api-key/v2/', 'POST'), json('secret')],
  ['a device behind the proxy', ask('/supervisor/v1/reboot', 'POST'), json({ Data: 'OK', Error: null }, 202)],
  ['a preflight', ask('/v7/device', 'OPTIONS'), empty(200)],
])('%s conforms', async (_what, request, response) => {
  expect(await check(request, response)).toEqual([])
})

test.each([
  [
    'an unknown field',
    ask('/v7/device'),
    json({ d: [{ ...device, colour: 'red' }] }),
    /#\/d\/0\/colour: is not in/,
  ],
  [
    'an unknown field deep in an expansion',
    ask('/v7/device'),
    json({ d: [{ belongs_to__application: [{ colour: 'red' }] }] }),
    /#\/d\/0\/belongs_to__application\/0\/colour: is not in/,
  ],
  ['a wrong type', ask('/v7/device'), json({ d: [{ id: '4' }] }), /#\/d\/0\/id: Instance type "string"/],
  [
    'a null that may not be',
    ask('/v7/device'),
    json({ d: [{ belongs_to__application: 5 }] }),
    /belongs_to__application/,
  ],
  [
    'a value outside an enumeration',
    ask('/v7/device'),
    json({ d: [{ overall_status: 'fine' }] }),
    /overall_status/,
  ],
  ['a date that is none', ask('/v7/device'), json({ d: [{ created_at: 'yesterday' }] }), /created_at/],
  ['a row that is not wrapped', ask('/v7/device(4)'), json(device), /"d"/],
  ['two rows for one key', ask('/v7/device(4)'), json({ d: [{ id: 1 }, { id: 2 }] }), /#\/d: /],
  [
    'rows of the wrong resource',
    ask('/v7/device(4)/device_tag'),
    json({ d: [{ uuid: 'ab' }] }),
    /#\/d\/0\/uuid/,
  ],
  ['a secret only the open backend has', ask('/v7/user'), json({ d: [{ jwt_secret: 'x' }] }), /jwt_secret/],
  [
    'what may be written but not read',
    ask('/v7/team_membership'),
    json({ d: [{ username: 'mel' }] }),
    /username/,
  ],
  ['an undocumented status', ask('/v7/device'), empty(418), /status 418 is not in the contract/],
  ['a 404 for a key', ask('/v7/device(4)'), empty(404), /status 404 is not in the contract/],
  ['an unknown path', ask('/v7/spaceship'), json({ d: [] }), /GET \/v7\/spaceship: is not in the contract/],
  ['an unknown relation', ask('/v7/device(4)/spaceship'), json({ d: [] }), /is not in the contract/],
  ['a write on what is read-only', ask('/v7/device_type', 'POST'), json({}, 201), /is not in the contract/],
  ['a wrong content type', ask('/ping'), json('OK'), /content type application\/json is not text\/plain/],
  ['a body where there is none', ask('/v7/device(4)', 'PATCH'), json('OK'), /has a body/],
  ['no body where there is one', ask('/config'), empty(200), /has no body/],
  [
    'a body that is not JSON',
    ask('/v7/device'),
    new Response('<p>', { headers: { 'content-type': 'application/json' } }),
    /not JSON/,
  ],
  ['a token with quotes', ask('/login_', 'POST'), new Response('"aa.bb.cc"'), /./],
])('%s is detected', async (_what, request, response, problem) => {
  const problems = await check(request, response)
  expect(problems.join('\n')).toMatch(problem)
})

test('for a nested error, only the innermost cause is reported', async () => {
  const response = json({ d: [{ belongs_to__application: [{ id: 1, app_name: 7 }] }] })
  expect(await check(ask('/v7/device'), response)).toEqual([
    expect.stringContaining('#/d/0/belongs_to__application/0/app_name: Instance type "number"'),
  ])
})

test('a validated response can still be read', async () => {
  const response = json({ d: [device] })
  await check(ask('/v7/device'), response)
  expect(await response.json()).toEqual({ d: [device] })
})

test('a log stream is not consumed', async () => {
  let pulled = 0
  const lines = new ReadableStream(
    {
      pull: () => {
        pulled += 1
      },
    },
    { highWaterMark: 0 },
  )
  const response = new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } })
  expect(await check(ask('/device/v2/ab12/logs?stream=1'), response)).toEqual([])
  expect(pulled).toBe(0)
  expect(response.bodyUsed).toBe(false)
})
