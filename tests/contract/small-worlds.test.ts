import { expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import { scenarios } from '../../mocks/worlds/registry.ts'

test.each(scenarios.map(({ name }) => name))('%s opens with a few devices', async (name) => {
  const cloud = createTestCloud(name, { devices: 12 })
  try {
    const devices = await cloud.rows('/v7/device?$select=id,overall_status', 'pat')
    expect(devices.map((it) => typeof it['overall_status'])).toContain('string')
    expect(devices.every((it) => typeof it['overall_status'] === 'string')).toBe(true)
  } finally {
    cloud.dispose()
  }
})
