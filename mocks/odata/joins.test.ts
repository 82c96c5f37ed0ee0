import { afterAll, expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'

const world = createTestCloud()
afterAll(() => world.dispose())

const statusOf = async (query: string) =>
  (await world.request(`/v7/${encodeURI(query)}`, { as: 'ada' })).status

test.each([
  `service?$filter=application/organization/name eq 'a' and application/is_of__class eq 'a'`,
  `service?$filter=application/organization/name eq 'a' and application/organization/handle eq 'a'`,
  `service?$filter=application/is_of__class eq 'a' and application/app_name eq 'a'`,
  `service?$filter=application eq 1 and application/organization/name eq 'a'`,
  `service?$filter=application/id eq 1 and application/owns__device/any(d:d/id eq 1)`,
  `service?$filter=application/id eq 1 and application/owns__device/$count eq 1`,
  `service?$filter=application/organization/name eq 'a'&$orderby=application/id`,
  `device?$filter=device_tag/any(t:t/device/belongs_to__application/app_name eq 'a' and t/device/device_name eq 'a')`,
  `device?$filter=device_tag/any(t:t/device/device_name eq 'a') and device_tag/any(t:t/device/belongs_to__application/app_name eq 'a')`,
])('accepts %s, which joins all tables that it uses', async (query) => {
  expect(await statusOf(query)).toBe(200)
})

test.each([
  `service?$filter=application/is_of__class eq 'a' and application/organization/name eq 'a'`,
  `service?$filter=application/is_of__class in ('a') or application/organization/name in ('_','')`,
  `service?$filter=not(application/id eq 1) and application/organization/name eq 'a'`,
  `service?$filter=application/organization/name eq 'a' and application/is_for__device_type/slug eq 'a'`,
  `service?$filter=application/id eq 1&$orderby=application/organization/name`,
  `service?$orderby=application/id,application/organization/name`,
  `service/$count?$filter=application/is_of__class eq 'a' and application/organization/name eq 'a'`,
  `application?$expand=service($filter=application/is_of__class eq 'a' and application/organization/name eq 'a')&$top=1`,
  `device?$filter=device_tag/any(t:t/device/device_name eq 'a' and t/device/belongs_to__application/app_name eq 'a')`,
  `device_tag?$filter=device/is_pinned_on__release/commit eq 'a' and device/is_pinned_on__release/belongs_to__application/app_name eq 'a'`,
])('rejects %s, which uses a table that the platform has not joined', async (query) => {
  expect(await statusOf(query)).toBe(500)
})
