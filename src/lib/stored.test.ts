import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asBoolean, asNumber, createStored, nameStorage, oneOf } from './stored.ts'

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) }
}

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => {
  vi.unstubAllGlobals()
  nameStorage((name) => name)
})

test('a kept value is read back by another reader of the same name', () => {
  createStored('dense', false, asBoolean).set(true)
  expect(createStored('dense', false, asBoolean).get()).toBe(true)
})

test('two platforms do not share what is kept', () => {
  const dense = createStored('dense', false, asBoolean)
  nameStorage((name) => `one:${name}`)
  dense.set(true)
  nameStorage((name) => `two:${name}`)
  expect(dense.get()).toBe(false)
})

test('what cannot be used is replaced by the fallback', () => {
  localStorage.setItem('seen', '"thirty"')
  expect(createStored('seen', 0, asNumber).get()).toBe(0)
  localStorage.setItem('seen', '{broken')
  expect(createStored('seen', 0, asNumber).get()).toBe(0)
  localStorage.setItem('view', '"map"')
  expect(createStored<'cards' | 'table'>('view', 'cards', oneOf('cards', 'table')).get()).toBe('cards')
})

test('the same value is the same object until it changes, so that screens do not render for nothing', () => {
  localStorage.setItem('list', '[1]')
  const list = createStored<readonly number[]>('list', [], (stored) =>
    Array.isArray(stored) ? stored : undefined,
  )
  expect(list.get()).toBe(list.get())
})

test('a change is announced until the listener leaves', () => {
  const dense = createStored('dense', false, asBoolean)
  const listener = vi.fn()
  const leave = dense.subscribe(listener)
  dense.set(true)
  leave()
  dense.set(false)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('what another tab changed or cleared is announced, and nothing else that it keeps', () => {
  const heard = new Map<string, (event: object) => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
    heard.set(name, listener),
  )
  const listener = vi.fn()
  createStored('dense', false, asBoolean).subscribe(listener)
  const change = (key: string | null) => heard.get('storage')?.({ key })
  change('other')
  expect(listener).not.toHaveBeenCalled()
  change('dense')
  change(null)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('in a browser that refuses storage a value holds as long as the page', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('refused')
    },
    setItem() {
      throw new Error('refused')
    },
  })
  const dense = createStored('dense', false, asBoolean)
  expect(dense.get()).toBe(false)
  dense.set(true)
  expect(dense.get()).toBe(true)
})
