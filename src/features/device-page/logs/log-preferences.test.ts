import { expect, test } from 'vitest'
import { filterOfView, withView, type LogView } from './log-preferences.ts'

const view = (name: string, part: Partial<LogView> = {}): LogView => ({
  name,
  service: null,
  message: '',
  origin: 'all',
  withinMs: null,
  ...part,
})

test('saving a view replaces the one with the same name', () => {
  const views = withView(withView([], view('b')), view('a'))
  expect(withView(views, view('b', { message: 'door' }))).toEqual([view('a'), view('b', { message: 'door' })])
})

test('a view finds its service by name, and shows all services if the device does not have it', () => {
  const saved = view('mine', { service: 'uplink', origin: 'services' })
  expect(filterOfView(saved, new Map([['uplink', 4]]))).toMatchObject({ serviceId: 4, origin: 'services' })
  expect(filterOfView(saved, new Map())).toMatchObject({ serviceId: null })
})
