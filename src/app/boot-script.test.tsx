import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SCRIPT = readFileSync('public/boot.js', 'utf8')

/** As the build writes it; a development server serves none. */
const LIST = { files: [], pages: [], hashes: 'frame.js:00000001 list.js:00000002:0 page.js:00000003:0.1' }

/** Runs the script of the page's head, in a page whose first module is `module`. */
function loadPage(
  list: object | null = LIST,
  script = SCRIPT,
): { module: HTMLScriptElement; root: HTMLElement } {
  document.body.innerHTML = '<div id="root"><svg></svg></div>'
  document.head.innerHTML = ''
  if (list !== null) {
    const meta = document.createElement('meta')
    meta.name = 'page-files'
    meta.content = JSON.stringify(list)
    document.head.append(meta)
  }
  const own = document.createElement('script')
  own.src = 'http://localhost/boot.js'
  Object.defineProperty(document, 'currentScript', { configurable: true, value: own })
  runInThisContext(script)
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

test('a development server that compiles for longer is not called dead', () => {
  const { root } = loadPage(null)
  vi.advanceTimersByTime(120_000)
  expect(words(root)).toBeNull()
})

test('a lazily loaded script is found by its name, and runs after those from which it reads', async () => {
  const ran: string[] = []
  vi.stubGlobal('runModule', async (address: string) => void ran.push(address))
  loadPage({ ...LIST, runFirst: 'frame.js list.js' }, SCRIPT.replace('import(new URL', 'runModule(new URL'))
  const own = window as unknown as Record<'flotillaFile' | 'flotillaImport', (name: string) => unknown>
  expect(own.flotillaFile('page.js')).toBe('page-00000003.js')
  await own.flotillaImport('page.js')
  const names = ['frame-00000001.js', 'list-00000002.js', 'page-00000003.js']
  expect(ran).toEqual(names.map((name) => `http://localhost/assets/${name}`))
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

test('a page whose scripts are all gone, this one too, says so by itself: later than the script would', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
  const link = page.querySelector('#root > svg > a')
  expect(link?.textContent.replaceAll(/\s+/g, ' ').trim()).toBe('The dashboard has not loaded yet. Refresh')
  // An address of its own would leave the page that was asked for.
  expect(link?.getAttribute('href')).toBe('')
  expect(link?.getAttribute('visibility')).toBe('hidden')
  const appearance = link?.querySelector('set')
  expect(appearance?.getAttribute('attributeName')).toBe('visibility')
  expect(appearance?.getAttribute('to')).toBe('visible')
  expect(Number.parseInt(appearance?.getAttribute('begin') ?? '', 10)).toBeGreaterThan(30)
  // The picture alone is named as one: what it is in may have words.
  expect(page.querySelector('#root > svg')?.hasAttribute('role')).toBe(false)
  expect(page.querySelector('#root [role="img"]')?.getAttribute('aria-label')).toBe('Loading')
})
