import { expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import { serviceOperations } from '../../openapi/generated/operations.ts'

/** No id of any row, with the status of `GET device(…)`, of a filter by it, and of `$top`: those of the platform's database. */
const ids: readonly [id: string, byKey: number, byFilter: number, top: number][] = [
  ['0', 200, 200, 200],
  ['-1', 200, 200, 400],
  ['2147483648', 500, 500, 200],
  ['9007199254740993', 500, 500, 200],
  ['1.5', 500, 500, 400],
  ['x', 400, 500, 400],
  ["'x'", 500, 500, 400],
  ['%00', 400, 400, 400],
  ['1)(2', 400, 400, 400],
  ['١', 400, 400, 400],
]

/** What the platform answers without looking at the id: a device's own state, and keys of unknown rows. */
const INDIFFERENT: Readonly<Record<string, number>> = {
  'GET /device/v2/{uuid}/state': 304,
  'GET /device/v3/{uuid}/state': 304,
  'PATCH /device/v2/{uuid}/state': 200,
  'POST /api-key/application/{id}/provisioning': 500,
  'POST /api-key/device/{id}/device-key': 500,
}

test('an id that no row can have is answered as by the platform, in every operation, and changes nothing', async () => {
  const world = createTestCloud('first-look')
  const headers = {
    authorization: `Bearer ${await world.token('ada')}`,
    'content-type': 'application/json',
  }
  const ask = async (method: string, path: string, body = '{}') => {
    const sent = method === 'GET' || method === 'DELETE' ? { method, headers } : { method, headers, body }
    const response = await world.cloud.handle(new Request(`https://api.platform.example${path}`, sent))
    const text = await response.text()
    return { status: response.status, text }
  }
  const countOf = async () => (await ask('GET', '/v7/device/$count')).text
  const before = await countOf()
  const wrong: string[] = []
  for (const [id, byKey, byFilter, top] of ids) {
    const asked = [
      ['GET', `/v7/device(${id})`, byKey],
      ['GET', `/v7/release(${id})?$expand=contains__image`, byKey],
      ['PATCH', `/v7/device(${id})`, byKey],
      ['DELETE', `/v7/device(${id})`, byKey],
      ['GET', `/v7/device?$select=id&$filter=belongs_to__application eq ${id}`, byFilter],
      ['GET', `/v7/device?$select=id&$top=${id}`, top],
    ] as const
    for (const [method, path, status] of asked) {
      const answer = await ask(method, path, '{"device_name":"taken"}')
      if (answer.status !== status) wrong.push(`${method} ${path}: ${answer.status}, not ${status}`)
      if (status === 500 && answer.text !== '') wrong.push(`${method} ${path}: ${answer.text}`)
    }
    for (const { method, path } of serviceOperations.filter((one) => one.path.includes('{'))) {
      const { status, text } = await ask(method, path.replaceAll(/\{\w+\}/g, id))
      const expected = INDIFFERENT[`${method} ${path}`]
      const isRefused = expected === undefined ? status >= 400 && status < 500 : status === expected
      if (!isRefused || /undefined|\[object|TypeError|NaN/.test(text))
        wrong.push(`${method} ${path} with ${id}: ${status} ${text}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await countOf()).toBe(before)
  expect((await ask('GET', "/v7/device/$count?$filter=device_name eq 'taken'")).text).toBe('{"d":0}')
  world.dispose()
})
