import { expect, test } from 'vitest'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { exportJson, exportTable } from './rows-as-text.ts'

const now = Date.parse('2026-11-20T14:00:00.000Z')
const came = '2026-11-18T09:00:00.000Z'
const listed = (is_online: boolean) => ({ is_online, last_connectivity_event: came }) as ListedDevice

test('an online device was last seen now, an offline one when it disconnected', () => {
  const devices = [listed(true), listed(false)]
  expect(exportTable(devices, ['last_connectivity_event'], now).rows).toEqual([
    ['2026-11-20T14:00:00.000Z'],
    [came],
  ])
  expect(JSON.parse(exportJson(devices, ['last_connectivity_event'], now))).toEqual([
    { last_connectivity_event: '2026-11-20T14:00:00.000Z' },
    { last_connectivity_event: came },
  ])
})
