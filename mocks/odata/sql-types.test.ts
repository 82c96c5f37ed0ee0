import { expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'

const statusOf = async (filter: string): Promise<number> => {
  const world = createTestCloud()
  try {
    const path = `/v7/device?$select=id&$top=1&$filter=${encodeURI(filter)}`
    return (await world.request(path, { as: 'ada' })).status
  } finally {
    world.dispose()
  }
}

test.each([
  `id lt '3'`,
  `id eq 1.0`,
  `id eq ' 3 '`,
  `device_name eq 5`,
  `device_name eq true`,
  `is_online eq 1`,
  `is_online eq 'yes'`,
  `created_at gt '2020-01-01'`,
  `created_at gt null`,
  `created_at sub '2020-01-01' gt 1`,
  `created_at sub duration'P1D' gt '2020-01-01'`,
  `length(5) eq 1`,
  `cpu_temp add '3' eq 4`,
  `round(cpu_temp) eq 1.5`,
  `id in ('3')`,
])('accepts %s', async (filter) => {
  expect(await statusOf(filter)).toBe(200)
})

test.each([
  `id eq 1.5`,
  `id eq true`,
  `id eq 99999999999`,
  `id eq 'a'`,
  `id in (1.5)`,
  `id`,
  `uuid`,
  `not(device_name)`,
  `length(id) eq 3`,
  `contains(id,'1')`,
  `startswith(is_online,'t')`,
  `id div 0 eq 3`,
  `device_name add 1 eq 3`,
  `1 add 1 eq 2`,
  `is_online eq 'a'`,
  `is_online eq 1.5`,
  `created_at gt 5`,
  `created_at gt 'a'`,
  `created_at add id gt 5`,
  `year(device_name) eq 2026`,
  `substring(device_name,'a') eq 'b'`,
  `substringof('a',device_name) eq 'b'`,
  `totaloffsetminutes(created_at) eq 0`,
])('rejects %s, which the database cannot evaluate', async (filter) => {
  expect(await statusOf(filter)).toBe(500)
})
