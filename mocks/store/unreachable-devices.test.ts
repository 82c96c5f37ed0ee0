import { expect, test } from 'vitest'
import type { Table, Value } from './table.ts'
import { withoutCloudlink } from './unreachable-devices.ts'

/** A table of one device with these values; all else is not asked for. */
const tableOf = (values: Readonly<Record<string, Value>>) =>
  ({ reader: (field: string) => () => values[field] ?? null }) as unknown as Table

test.each([
  ['operational', 'online', 'reduced-functionality'],
  ['configuring', 'online', 'configuring'],
  ['updating', 'timeout', 'updating'],
  ['post-provisioning', 'online', 'post-provisioning'],
  ['updating', 'offline', 'disconnected'],
  ['operational', 'offline', 'disconnected'],
  ['operational', 'unknown', 'configuring'],
])('without a VPN a device that is %s with the heartbeat %s is %s', (status, heartbeat, shown) => {
  const table = tableOf({ overall_status: status, api_heartbeat_state: heartbeat })
  const read = (isExternal: boolean) => withoutCloudlink(table, () => isExternal).reader('overall_status')(0)
  expect(read(false)).toBe(shown)
  expect(read(true)).toBe(status)
})

test('without a VPN the last connection is that of the heartbeat, if there was one', () => {
  const last = (values: Readonly<Record<string, Value>>) =>
    withoutCloudlink(tableOf(values), () => false).reader('last_connectivity_event')(0)
  const heartbeat = { api_heartbeat_state: 'online', changed_api_heartbeat_state_on__date: 5 }
  expect(last(heartbeat)).toBe(5)
  expect(last({ ...heartbeat, last_connectivity_event: 7 })).toBe(7)
  expect(last({ ...heartbeat, api_heartbeat_state: 'unknown' })).toBeNull()
})
