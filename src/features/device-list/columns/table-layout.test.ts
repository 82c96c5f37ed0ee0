import { afterEach, expect, test } from 'vitest'
import {
  rememberedViews,
  storedViews,
  viewShown,
  withoutView,
} from '@/features/device-list/views/saved-views.ts'
import { withView } from '@/features/device-list/views/view-fields.ts'
import { layoutOf, layoutText, rememberedLayout } from './table-layout.ts'

class MemoryStorage {
  readonly kept = new Map<string, string>()
  getItem = (key: string) => this.kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.kept.set(key, value)
}

const memory = new MemoryStorage()
Object.defineProperty(globalThis, 'localStorage', { value: memory, configurable: true })
afterEach(() => memory.kept.clear())

test('migrates columns of an earlier version once, and records it [SHELL-039]', () => {
  memory.setItem('device-columns', JSON.stringify(['device_name', 'ip_address']))
  expect(rememberedLayout()?.columns).toEqual(['device_name', 'ip_address'])
  expect(JSON.parse(memory.getItem('balena__completed_migrations') ?? '')).toContain(
    'device-columns-in-layout',
  )
  memory.setItem('device-columns', JSON.stringify(['device_name', 'uuid']))
  expect(rememberedLayout()?.columns).toEqual(['device_name', 'ip_address'])
})

test('migrates the order of views of an earlier version [SHELL-038]', () => {
  memory.setItem('device-views', JSON.stringify([{ name: 'Slow', search: 'order=cpu_usage:desc' }, 7]))
  expect(rememberedViews()).toEqual([{ name: 'Slow', search: 'sort=cpu_usage%3Adesc' }])
  expect(storedViews.get()).toEqual(rememberedViews())
})

test('recognizes a view by its address, on any page', () => {
  const views = withView([], { name: 'Frozen', search: 'status=frozen&sort=uuid%3Aasc' })
  expect(viewShown(views, new URLSearchParams('sort=uuid:asc&page=3&status=frozen'))?.name).toBe('Frozen')
  expect(viewShown(views, new URLSearchParams('status=frozen'))).toBeUndefined()
  expect(withView(views, { name: 'Frozen', search: 'status=frozen' })).toHaveLength(1)
  expect(withoutView(views, 'Frozen')).toEqual([])
})

test('reads back a layout that it writes, and rejects invalid ones', () => {
  const layout = { columns: ['device_name', 'tag.a:b,c', 'uuid'], widths: { uuid: 90 } } as const
  expect(layoutOf(layoutText(layout))).toEqual(layout)
  expect(layoutOf('horoscope')).toBeUndefined()
  expect(layoutOf('uuid:5')).toEqual({ columns: ['device_name', 'uuid'], widths: { uuid: 60 } })
})
