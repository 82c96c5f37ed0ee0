import { expect, test } from 'vitest'
import { usageItem } from './usage-items.ts'

test.each([
  ['device:legacy-v1', 'Legacy device'],
  ['device:legacy-v2', 'Classic device'],
  ['device:microservices', 'Device'],
  ['member:safe-developer', 'Seat: Limited developer'],
  ['member:limited_operator', 'Seat: Limited operator'],
  ['storage:gigabytes', 'storage:gigabytes'],
])('the usage item %s is called %s [PLAN-052]', (slug, name) => {
  expect(usageItem(slug)).toBe(name)
})
