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

test('a view saved again under its name takes the place of the old one', () => {
  const views = withView(withView([], view('b')), view('a'))
  expect(withView(views, view('b', { message: 'door' }))).toEqual([view('a'), view('b', { message: 'door' })])
})

test('a view finds its service by name, and shows all where the device has none of that name', () => {
  const saved = view('mine', { service: 'uplink', origin: 'services' })
  expect(filterOfView(saved, new Map([['uplink', 4]]))).toMatchObject({ serviceId: 4, origin: 'services' })
  expect(filterOfView(saved, new Map())).toMatchObject({ serviceId: null })
})
