import type { BalenaSDK, LogMessage } from 'balena-sdk'
import { beforeAll, expect, test } from 'vitest'
import { FLEET, firstOf, useSdkWorld } from './sdk-world.ts'

const world = useSdkWorld()
let sdk: BalenaSDK
let uuid: string
beforeAll(async () => {
  sdk = await world.signedIn('ada')
  const devices = await sdk.models.device.getAllByApplication(FLEET, {
    $select: 'uuid',
    $filter: { overall_status: 'operational' },
    $top: 1,
  })
  uuid = firstOf(devices).uuid
})

test('reads the log history of a device, oldest first and up to the requested length [LOG-015]', async () => {
  const lines = await sdk.logs.history(uuid, { count: 50 })
  expect(lines).toHaveLength(50)
  const moments = lines.map(({ timestamp }) => timestamp)
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  expect(lines[0]).toMatchObject({
    message: expect.any(String),
    isSystem: expect.any(Boolean),
    isStdErr: expect.any(Boolean),
  })
  expect(moments.at(-1)).toBeLessThanOrEqual(world.cloud.clock.now())
})

test('a subscription starts with past lines, continues with new ones, and ends [LOG-013]', async () => {
  const subscription = await sdk.logs.subscribe(uuid, { count: 100 })
  const lines: LogMessage[] = []
  const arrived = (count: number) =>
    new Promise<void>((resolve, reject) => {
      subscription.on('error', reject)
      subscription.on('line', (line: LogMessage) => {
        lines.push(line)
        if (lines.length === count) resolve()
      })
    })
  await arrived(100)
  const last = firstOf(lines.slice(99)).timestamp
  const more = arrived(110)
  world.cloud.clock.advanceTo(world.cloud.clock.now() + 10 * 60_000)
  await more
  subscription.unsubscribe()
  expect(lines.slice(100).every(({ timestamp }) => timestamp >= last)).toBe(true)
})
