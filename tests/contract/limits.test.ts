import { expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'

const nested = (depth: number): string => {
  const names = ['owns__device', 'belongs_to__application']
  const level = (at: number): string =>
    at === depth ? `${names[at % 2]}($select=id)` : `${names[at % 2]}($select=id;$expand=${level(at + 1)})`
  return `/v7/application?$select=id&$expand=${level(0)}`
}

test('an expansion that multiplies its rows is refused with the reason', async () => {
  const world = createTestCloud('first-look')
  const token = await world.token('ada')
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await world.cloud.handle(new Request(`https://api.platform.example${path}`, { headers }))
    return [response.status, (await response.text()).slice(0, 60)]
  }
  expect((await ask(nested(1)))[0]).toBe(200)
  expect(await ask(nested(4))).toEqual([400, expect.stringMatching(/would return more than 50000 rows/)])
  expect(await ask(nested(6))).toEqual([400, expect.stringMatching(/nested at most 6 levels deep/)])
  // To one row each: deep, but small.
  const chain =
    '/v7/device?$top=1&$select=id&$expand=belongs_to__application($expand=organization($select=id))'
  expect((await ask(chain))[0]).toBe(200)
  world.dispose()
})

test('an expansion that repeats one row with all its relations is refused before it takes the memory', async () => {
  const world = createTestCloud('ten-thousand')
  const headers = { authorization: `Bearer ${await world.token('ada')}` }
  const ask = async (path: string) => {
    const response = await world.cloud.handle(new Request(`https://api.platform.example${path}`, { headers }))
    return [response.status, (await response.text()).slice(0, 80)]
  }
  const everyFleetAgain = (options: string) =>
    ask(`/v7/device?$select=id&$expand=belongs_to__application($select=id;$expand=owns__device${options})`)
  expect(await everyFleetAgain('')).toEqual([
    400,
    expect.stringMatching(/would return more than 2000000 values; use \$select/),
  ])
  expect(await everyFleetAgain("($select=id;$filter=device_name eq 'nobody')")).toEqual([
    400,
    expect.stringMatching(/would visit more than 5000000 rows/),
  ])
  expect((await everyFleetAgain('/$count'))[0]).toBe(200)
  world.dispose()
})

test('conditions on relations that multiply the rows are refused with the reason, also for writes', async () => {
  const world = createTestCloud('first-look')
  const headers = { authorization: `Bearer ${await world.token('ada')}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string) => {
    const body = method === 'PATCH' ? { body: '{"note":"taken"}' } : {}
    const request = new Request(`https://api.platform.example${path}`, { method, headers, ...body })
    const response = await world.cloud.handle(request)
    return [response.status, (await response.text()).slice(0, 120)]
  }
  // True for every device, so that none is left out before all others of its fleet were visited.
  const level = (at: number): string =>
    at === 0
      ? 'true eq true'
      : `belongs_to__application/any(a${at}:a${at}/owns__device/all(d${at}:d${at}/id gt 0 and d${at}/${level(at - 1)}))`
  const filter = (levels: number) => level(levels).replaceAll('/true eq true', '/id gt 0')
  expect((await ask('GET', `/v7/device/$count?$filter=${filter(1)}`))[0]).toBe(200)
  const refused = [400, expect.stringMatching(/would visit more than 5000000 rows/)]
  expect(await ask('GET', `/v7/device/$count?$filter=${filter(6)}`)).toEqual(refused)
  expect(await ask('PATCH', `/v7/device?$filter=${filter(6)}`)).toEqual(refused)
  const [row] = await world.rows("/v7/device?$select=id&$filter=note eq 'taken'&$top=1", 'ada')
  expect(row).toBeUndefined()
  world.dispose()
})

test('a JSON body of more than a megabyte is too large, and nothing changes', async () => {
  const world = createTestCloud('first-look')
  const headers = { authorization: `Bearer ${await world.token('ada')}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ device: 1, name: 'A', value: 'x'.repeat(1_000_001) })
  const request = new Request('https://api.platform.example/v7/device_environment_variable', {
    method: 'POST',
    headers,
    body,
  })
  const response = await world.cloud.handle(request)
  expect([response.status, await response.text()]).toEqual([
    413,
    expect.stringContaining('Payload Too Large'),
  ])
  world.dispose()
})
