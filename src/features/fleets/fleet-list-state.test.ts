import { expect, test } from 'vitest'
import { fleetListState, shownFleetView, withFleetList } from './fleet-list-state.ts'

const params = (text: string) => new URLSearchParams(text)

test('sorts by name by default [FLEET-001]', () => {
  expect(fleetListState('fleet', params(''))).toEqual({
    fleetClass: 'fleet',
    view: undefined,
    text: '',
    deviceType: undefined,
    sort: { field: 'name', direction: 'asc' },
    page: 1,
  })
})

test('shows up to twelve fleets as cards and more as a table, unless a view is chosen [OPS-066]', () => {
  expect([0, 12, 13].map((total) => shownFleetView({ view: undefined }, total))).toEqual([
    'cards',
    'cards',
    'table',
  ])
  expect(shownFleetView({ view: 'cards' }, 100)).toBe('cards')
})

test('reads view, filters and order from an address', () => {
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

test('another view keeps the page, another filter resets it', () => {
  const now = params('q=cold&page=2')
  expect(withFleetList(now, { view: 'table' }).toString()).toBe('q=cold&page=2&view=table')
  expect(withFleetList(now, { text: 'warm' }).toString()).toBe('q=warm')
  expect(withFleetList(params('view=table&sort=devices:desc'), { view: 'cards' }).toString()).toBe(
    'view=cards&sort=devices%3Adesc',
  )
})
