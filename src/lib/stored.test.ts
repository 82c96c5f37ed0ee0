import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asBoolean, asNumber, createStored, nameStorage, oneOfTexts } from './stored.ts'

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) }
}

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => {
  vi.unstubAllGlobals()
  nameStorage((name) => name)
})

test('another reader of the same name reads a stored value', () => {
  createStored('dense', false, asBoolean).set(true)
  expect(createStored('dense', false, asBoolean).get()).toBe(true)
})

test('two platforms do not share values', () => {
  const dense = createStored('dense', false, asBoolean)
  nameStorage((name) => `one:${name}`)
  dense.set(true)
  nameStorage((name) => `two:${name}`)
  expect(dense.get()).toBe(false)
})

test('the fallback replaces an invalid value', () => {
  localStorage.setItem('seen', '"thirty"')
  expect(createStored('seen', 0, asNumber).get()).toBe(0)
  localStorage.setItem('seen', '{broken')
  expect(createStored('seen', 0, asNumber).get()).toBe(0)
  localStorage.setItem('view', '"map"')
  expect(createStored<'cards' | 'table'>('view', 'cards', oneOfTexts('cards', 'table')).get()).toBe('cards')
})

test('the value keeps its identity until it changes, to avoid rendering', () => {
  localStorage.setItem('list', '[1]')
  const list = createStored<readonly number[]>('list', [], (stored) =>
    Array.isArray(stored) ? stored : undefined,
  )
  expect(list.get()).toBe(list.get())
})

test('a change is announced until the listener unsubscribes', () => {
  const dense = createStored('dense', false, asBoolean)
  const listener = vi.fn()
  const leave = dense.subscribe(listener)
  dense.set(true)
  leave()
  dense.set(false)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('changes and clearing by another tab are announced, but not of other keys', () => {
  const listeners = new Map<string, (event: object) => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) =>
    listeners.set(name, listener),
  )
  const listener = vi.fn()
  createStored('dense', false, asBoolean).subscribe(listener)
  const change = (key: string | null) => listeners.get('storage')?.({ key })
  change('other')
  expect(listener).not.toHaveBeenCalled()
  change('dense')
  change(null)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('if the browser refuses storage, a value lives as long as the page', () => {
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
