import { expect, test } from 'vitest'
import { fleetListState, shownFleetView, withFleetList } from './fleet-list-state.ts'

const params = (text: string) => new URLSearchParams(text)

test('a list opens by name [FLEET-001]', () => {
  expect(fleetListState('fleet', params(''))).toEqual({
    fleetClass: 'fleet',
    view: undefined,
    text: '',
    deviceType: undefined,
    sort: { field: 'name', direction: 'asc' },
    page: 1,
  })
})

test('up to twelve are cards, more are a table, unless somebody chose [OPS-066]', () => {
  expect([0, 12, 13].map((total) => shownFleetView({ view: undefined }, total))).toEqual([
    'cards',
    'cards',
    'table',
  ])
  expect(shownFleetView({ view: 'cards' }, 100)).toBe('cards')
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
    'view=cards&sort=devices%3Adesc',
  )
})
