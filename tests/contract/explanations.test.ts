import { expect, onTestFinished, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import { refusalExplanation } from '../../mocks/http/responses.ts'

/** Without the validation of other tests: these requests break the contract. */
function openCloud() {
  const cloud = createTestCloud()
  onTestFinished(() => cloud.dispose())
  return cloud
}

/** Requests that the platform answers with an empty 500 or 401, and what the cloud explains beside it. */
test.each([
  ['GET', '/v7/device?$select=nmae', 500, 'device has no field nmae.'],
  ['GET', '/v7/device?$select=device_nmae', 500, 'did you mean "device_name"?'],
  ['GET', "/v7/device?$filter=devce_name eq 'a'", 500, 'did you mean "device_name"?'],
  ['GET', '/v7/device?$orderby=uudi asc', 500, 'did you mean "uuid"?'],
  ['GET', '/v7/device?$expand=device_tags', 500, 'did you mean "device_tag"?'],
  ['GET', '/v7/device?$expand=note', 500, 'note of device is not a relation'],
  ['GET', '/v7/device?$select=device_tag', 500, 'use $expand instead of $select'],
  ['GET', "/v7/device?$filter=id eq 'seven'", 500, "'seven' is not a integer."],
  ['GET', '/v7/devise', 401, 'There is no resource devise; did you mean "device"?'],
  ['POST', '/v7/application_tag', 500, 'A new application_tag needs'],
] as const)('%s %s is explained', async (method, path, status, reason) => {
  const response = await openCloud().request(path, {
    as: 'ada',
    method,
    ...(method === 'POST' ? { body: {} } : {}),
  })
  expect([response.status, await response.text()]).toEqual([status, ''])
  expect(refusalExplanation(response)).toContain(reason)
})

test('a request without a credential is told so; a success is not explained', async () => {
  const world = openCloud()
  const anonymous = await world.request('/v7/device')
  expect([anonymous.status, refusalExplanation(anonymous)]).toEqual([
    401,
    expect.stringContaining('no credential'),
  ])
  const wrong = await world.request('/v7/device', { as: { credential: 'wrong' } })
  expect(refusalExplanation(wrong)).toContain('The credential is wrong')
  expect(refusalExplanation(await world.request('/v7/device', { as: 'ada' }))).toBeUndefined()
})
