import { expect, test } from 'vitest'
import { fleetListState, withFleetList } from './fleet-list-state.ts'

const params = (text: string) => new URLSearchParams(text)

test('a list opens as cards, by name [FLEET-001]', () => {
  expect(fleetListState('fleet', params(''))).toEqual({
    fleetClass: 'fleet',
    view: 'cards',
    text: '',
    deviceType: undefined,
    sort: { field: 'name', direction: 'asc' },
    page: 1,
  })
})

test('an address says the view, the filter and the order', () => {
  expect(
    fleetListState('app', params('view=table&q=cold&type=raspberrypi4-64&sort=devices:desc&page=2')),
  ).toEqual({
    fleetClass: 'app',
    view: 'table',
    text: 'cold',
    deviceType: 'raspberrypi4-64',
    sort: { field: 'devices', direction: 'desc' },
    page: 2,
  })
})

test('another view keeps the page, another filter begins at the first', () => {
  const now = params('q=cold&page=2')
  expect(withFleetList(now, { view: 'table' }).toString()).toBe('q=cold&page=2&view=table')
  expect(withFleetList(now, { text: 'warm' }).toString()).toBe('q=warm')
  expect(withFleetList(params('view=table&sort=devices:desc'), { view: 'cards' }).toString()).toBe(
    'sort=devices%3Adesc',
  )
})
