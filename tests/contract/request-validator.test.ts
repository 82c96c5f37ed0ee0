import { expect, test } from 'vitest'
import { createRequestValidator } from '../../mocks/base/contract/request-validator.ts'
import { badRequest, createExchangeCheck } from './exchange.ts'
import { openCloud } from './use-cloud.ts'

const { check } = createRequestValidator()

const ask = (method: string, path: string, body?: unknown) =>
  new Request(`https://api.flotilla.test${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

const aTag = { device: 4, tag_key: 'site', value: 'pier' }

test.each([
  ['a read with its options', ask('GET', '/v7/device?$select=id&$filter=is_online eq true&$top=5')],
  ['a read with a key in the query', ask('GET', '/v7/device?apikey=abc')],
  ['a key by an alias', ask('GET', '/v7/device(@id)?@id=4')],
  ['a new row', ask('POST', '/v7/device_tag', aTag)],
  ['a change of a relation, by its id', ask('PATCH', '/v7/device(4)', { is_pinned_on__release: 7 })],
  ['a number where the query wants one', ask('GET', '/device/v2/ab12/logs?count=100&stream=1')],
  ['the other value that it may have', ask('GET', '/device/v2/ab12/logs?count=all')],
  ['a deletion', ask('DELETE', '/v7/device(4)')],
  ['what is beside the wire', ask('POST', '/__flotilla/clock', { speed: 2 })],
])('%s conforms', async (_what, request) => {
  expect(await check(request)).toEqual([])
})

test.each([
  ['an unknown option', ask('GET', '/v7/device?$colour=red'), /\$colour: is not in the contract/],
  ['an unknown path', ask('GET', '/v7/spaceship'), /GET \/v7\/spaceship: is not in the contract/],
  ['an unknown field', ask('PATCH', '/v7/device(4)', { colour: 'red' }), /#\/colour: is not in the contract/],
  ['what may only be read', ask('PATCH', '/v7/device(4)', { overall_status: 'idle' }), /overall_status/],
  ['a value of another type', ask('PATCH', '/v7/device(4)', { note: 7 }), /#\/note: Instance type "number"/],
  ['what is missing', ask('POST', '/v7/device_tag', { device: 4, value: '' }), /property "tag_key"/],
  ['a body where there is none', ask('DELETE', '/v7/device(4)', {}), /has a body/],
  ['no body where there is one', ask('PATCH', '/v7/device(4)'), /has no body/],
  ['a text where the query wants a number', ask('GET', '/device/v2/ab12/logs?count=many'), /query's count/],
  [
    'a body of another type',
    new Request('https://api.flotilla.test/v7/device(4)', { method: 'PATCH', body: '{}' }),
    /content type text\/plain is not application\/json/,
  ],
])('%s is detected', async (_what, request, problem) => {
  expect((await check(request)).join('\n')).toMatch(problem)
})

test('a checked request can still be read', async () => {
  const request = ask('POST', '/v7/device_tag', aTag)
  await check(request)
  expect(await request.json()).toEqual(aTag)
})

test('an invalid request fails its test whatever the response, unless the test expects it', async () => {
  const exchange = createExchangeCheck()
  const bad = () => ask('PATCH', '/v7/device(4)', { colour: 'red' })
  const found = [expect.stringContaining('#/colour')]
  for (const status of [200, 400, 401, 500]) {
    const answer = new Response(null, { status })
    expect([status, await exchange(bad(), answer)]).toEqual([status, found])
    expect([status, await badRequest(() => exchange(bad(), answer))]).toEqual([status, []])
  }
})

test('the response to an invalid request is still validated', async () => {
  const exchange = createExchangeCheck()
  const answer = new Response('teapot', { status: 418 })
  const problems = await badRequest(() => exchange(ask('PATCH', '/v7/device(4)', { colour: 'red' }), answer))
  expect(problems).toEqual([expect.stringContaining('status 418 is not in the contract')])
})

test('every request of a contract test is validated', async () => {
  const world = openCloud()
  const send = (change: object) =>
    world.request("/v7/device?$filter=device_name eq 'nobody'", { as: 'ada', method: 'PATCH', body: change })
  const change = { note: 'knock twice', colour: 'red' }
  await expect(send(change)).rejects.toThrow(/#\/colour: is not in the contract/)
  await expect(send({ colour: 'red' })).rejects.toThrow(/#\/colour: is not in the contract/)
  expect((await badRequest(() => send(change))).status).toBe(200)
  expect((await badRequest(() => send({ colour: 'red' }))).status).toBe(500)
})
