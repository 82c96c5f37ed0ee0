import { expect, test } from 'vitest'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { cellText, exportJson, exportTable } from './rows-as-text.ts'

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

test('a copied status says what its badge says: an issue first, or the progress', () => {
  const copied = (device: Partial<ListedDevice>) =>
    cellText({ is_frozen: false, overall_progress: null, ...device } as ListedDevice, 'overall_status', now)
  expect(copied({ overall_status: 'operational', update_status: 'rejected' })).toBe(
    'Update rejected, operational',
  )
  expect(copied({ overall_status: 'operational', update_status: 'done' })).toBe('Operational')
  expect(copied({ overall_status: 'updating', overall_progress: 64 })).toBe('Updating 64 %')
})
