import './renders.ts'
import '@testing-library/jest-dom/vitest'
import { configure, prettyDOM } from '@testing-library/dom'
import * as React from 'react'
import { afterAll, expect } from 'vitest'

// As the browsers of the journeys: dates and numbers follow the language.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] })

// The page of a file is removed at its end; what it does at intervals would go on without it.
const start = globalThis.setInterval
const started = new Set<ReturnType<typeof setInterval>>()
globalThis.setInterval = ((...given: Parameters<typeof start>) => {
  const interval = start(...given)
  started.add(interval)
  return interval
}) as typeof setInterval
afterAll(() => {
  for (const interval of started) clearInterval(interval)
  globalThis.setInterval = start
})

// React only warns of elements within others that HTML does not allow there, such as a list in a paragraph: a browser that reads
// such a page from text ends the outer one early.
const misplaced: string[] = []
const { error: logError } = console
console.error = (...parts: unknown[]) => {
  const [message] = parts
  if (typeof message === 'string' && /cannot (?:be a descendant of|contain a nested)/.test(message))
    misplaced.push(parts.slice(0, 4).join(' ').slice(0, 300))
  logError(...parts)
}
// At the end of a file, because React warns once: a second try of a test would pass.
afterAll(() => expect(misplaced, 'elements where HTML does not allow them').toEqual([]))

configure({
  // On a busy machine, pages render late.
  asyncUtilTimeout: 30_000,
  // Waiting fails many times before it succeeds, so the page is serialized only for the error that is shown.
  getElementError: (message, container) => {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    let written: string | undefined
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (written ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
      set: (value: string) => {
        written = value
      },
    })
    return error
  },
})

// React captures a stack for each created element, for its warnings, up to ten thousand per second: an eighth of the test
// time. It also warns without them.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals ?? {}, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set() {},
})

/** Elements that browsers never render. */
const NEVER_SHOWN = new Set(['script', 'style', 'template', 'head', 'noscript', 'datalist'])

const isClosed = (element: Element, name: string) =>
  element.localName === name && !element.hasAttribute('open')

const isNeverShown = (element: Element) =>
  NEVER_SHOWN.has(element.localName) ||
  element.hasAttribute('hidden') ||
  isClosed(element, 'dialog') ||
  (element.localName !== 'summary' &&
    element.parentElement !== null &&
    isClosed(element.parentElement, 'details'))

/** Initial values of inherited properties. */
const USUAL = { visibility: 'visible', 'pointer-events': 'auto' } as const

function inherited(element: Element, property: keyof typeof USUAL): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    if (each.getAttribute('style')?.includes(property) !== true) continue
    const value = (each as HTMLElement).style.getPropertyValue(property)
    if (value !== '') return value
  }
  return USUAL[property]
}

const computed = new Map<string, CSSStyleDeclaration>()

// jsdom matches every element with each rule of its default style sheet, repeatedly. Tests load no style sheets, so only
// inline styles matter. Elements with the same inline styles share the result, because these calls are most of the time of
// a test.
window.getComputedStyle = (element) => {
  const own = element.getAttribute('style') ?? ''
  const visibility = inherited(element, 'visibility')
  const pointerEvents = inherited(element, 'pointer-events')
  const isHidden = isNeverShown(element)
  const key = JSON.stringify([own, visibility, pointerEvents, isHidden])
  const known = computed.get(key)
  if (known) return known
  const { style } = document.createElement('i')
  style.cssText = own
  style.setProperty('visibility', visibility)
  style.setProperty('pointer-events', pointerEvents)
  if (isHidden) style.display = 'none'
  else if (style.display === '') style.display = 'block'
  computed.set(key, style)
  return style
}

/** Elements that a label can name. */
const LABELED = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea'

// jsdom walks the whole page for each label of each control, and queries by label ask every control of the page at each try.
for (const { prototype } of [
  window.HTMLButtonElement,
  window.HTMLInputElement,
  window.HTMLMeterElement,
  window.HTMLOutputElement,
  window.HTMLProgressElement,
  window.HTMLSelectElement,
  window.HTMLTextAreaElement,
])
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      if (this.localName === 'input' && this.getAttribute('type') === 'hidden') return null
      const around = this.closest('label:not([for])')
      return [
        ...(this.id === '' ? [] : this.ownerDocument.querySelectorAll(`label[for="${CSS.escape(this.id)}"]`)),
        ...(around?.querySelector(LABELED) === this ? [around] : []),
      ]
    },
  })

// jsdom uses one interval for animation frames of all tests: if it is first requested under fake timers, it would stop for
// all later tests.
const { setTimeout: later, clearTimeout: never, performance: clock } = globalThis
window.requestAnimationFrame = (draw) => Number(later(() => draw(clock.now()), 16))
window.cancelAnimationFrame = (frame) => never(frame)

// APIs that Mantine requires and jsdom does not have.

class QuietObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

window.ResizeObserver ??= QuietObserver

window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})

Element.prototype.scrollIntoView ??= () => {}
