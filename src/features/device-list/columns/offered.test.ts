// @vitest-environment jsdom

import { beforeEach, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { offeredStatusFilters } from '@/domain/device/device-filters.ts'
import { offeredFields, valuesFor } from '@/domain/device/query/query-fields.ts'
import { deviceListState } from '@/features/device-list/data/device-list-state.ts'
import { offeredSorts, validColumns } from './device-columns.tsx'

async function connectTo(configStatus: number) {
  const api = connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    fetch: async () => new Response('{}', { status: configStatus }),
  })
  await api.detectPlatform()
}

beforeEach(() => localStorage.clear())

const unsupported = ['cloudlink', 'location', 'active', 'frozen', 'public_url', 'support'] as const

test('the open-source backend offers no filters, columns or orders by fields that it lacks', async () => {
  await connectTo(404)
  expect(offeredFields()).toContain('heartbeat')
  expect(offeredFields().filter((field) => unsupported.some((each) => each === field))).toEqual([])
  expect(offeredStatusFilters()).not.toContain('frozen')
  expect(valuesFor('status')).not.toContain('inactive')
  expect(offeredSorts()).not.toContain('is_active')
  expect(validColumns(['device_name', 'location', 'is_connected_to_vpn', 'tag.env'])).toEqual([
    'device_name',
    'tag.env',
  ])
  const state = deviceListState(
    new URLSearchParams('status=frozen&sort=location:asc,os_version:desc&columns=device_name,location'),
  )
  expect(state.status).toBeUndefined()
  expect(state.sort).toEqual([{ field: 'os_version', direction: 'desc' }])
})

test('the hosted platform offers everything', async () => {
  await connectTo(200)
  expect(offeredFields()).toEqual(expect.arrayContaining([...unsupported]))
  expect(offeredStatusFilters()).toEqual(expect.arrayContaining(['frozen', 'inactive']))
  expect(validColumns(['device_name', 'location'])).toEqual(['device_name', 'location'])
})
