import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SCRIPT = readFileSync('public/boot.js', 'utf8')

/** Runs the script of the page's head, in a page whose first module is `module`. */
function loadPage(): { module: HTMLScriptElement; root: HTMLElement } {
  document.body.innerHTML = '<div id="root"><svg></svg></div>'
  const own = document.createElement('script')
  own.src = 'http://localhost/boot.js'
  Object.defineProperty(document, 'currentScript', { configurable: true, value: own })
  runInThisContext(SCRIPT)
  const module = document.createElement('script')
  module.type = 'module'
  document.body.append(module)
  const root = document.getElementById('root')
  if (root === null) throw new Error('There is no root')
  return { module, root }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

afterEach(() => {
  Reflect.deleteProperty(document, 'currentScript')
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const words = (root: HTMLElement) => root.querySelector('[role="alert"]')?.textContent ?? null

test('a first script that never comes ends in words, not in an empty page', () => {
  const { root } = loadPage()
  vi.advanceTimersByTime(29_000)
  expect(words(root)).toBeNull()
  vi.advanceTimersByTime(2_000)
  expect(words(root)).toMatch(/^A part of the dashboard could not be loaded\..*Refresh$/)
})

test('one that is gone says so immediately', () => {
  const { module, root } = loadPage()
  module.dispatchEvent(new Event('error'))
  expect(words(root)).toMatch(/could not be loaded/)
})

test('a dashboard that has started is left alone', () => {
  const { module, root } = loadPage()
  root.innerHTML = '<main>Fleets</main>'
  module.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  expect(root.textContent).toBe('Fleets')
})
