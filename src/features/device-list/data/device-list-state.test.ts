import { expect, test } from 'vitest'
import { deviceListState, withDeviceList, type DeviceListState } from './device-list-state.ts'

const params = (text: string) => new URLSearchParams(text)
const usual = {
  status: undefined,
  text: '',
  sort: [{ field: 'device_name', direction: 'asc' }],
  page: 1,
  size: 50,
  view: 'table',
  layout: undefined,
}

test('reads the list state from an address', () => {
  expect(deviceListState(params(''))).toEqual(usual)
  expect(
    deviceListState(
      params(
        'status=frozen&q=+gate+&sort=uuid:desc,os_version&page=3&size=100&view=map&columns=uuid:90,tag.a%252Cb',
      ),
    ),
  ).toEqual({
    status: 'frozen',
    text: 'gate',
    sort: [
      { field: 'uuid', direction: 'desc' },
      { field: 'os_version', direction: 'asc' },
    ],
    page: 3,
    size: 100,
    view: 'map',
    layout: { columns: ['device_name', 'uuid', 'tag.a,b'], widths: { uuid: 90 } },
  })
})

test('replaces invalid parameters by defaults, with 50 devices per page [CONST-001]', () => {
  expect(usual.size).toBe(50)
  expect(deviceListState(params('status=levitating&sort=tags:asc&page=0&size=7'))).toEqual(usual)
})

test('another filter or order resets the page, another page keeps them', () => {
  const now = params('status=updating&sort=uuid:desc&page=4')
  expect(withDeviceList(now, { text: 'gate' }).toString()).toBe('status=updating&sort=uuid%3Adesc&q=gate')
  expect(withDeviceList(now, { status: undefined }).toString()).toBe('sort=uuid%3Adesc')
  expect(withDeviceList(now, { page: 5 }).toString()).toBe('status=updating&sort=uuid%3Adesc&page=5')
})

test('reads back the address that it writes', () => {
  const state = {
    status: 'reduced-functionality',
    text: 'Ünder/&= "gate"',
    sort: [
      { field: 'last_connectivity_event', direction: 'desc' },
      { field: 'device_name', direction: 'asc' },
    ],
    page: 2,
    size: 500,
    view: 'map',
    layout: { columns: ['tag.a:b, c', 'device_name'], widths: { 'tag.a:b, c': 240 } },
  } satisfies DeviceListState
  const { page, ...rest } = state
  const written = withDeviceList(withDeviceList(params(''), rest), { page })
  expect(deviceListState(params(written.toString()))).toEqual(state)
})
