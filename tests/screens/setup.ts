import '@testing-library/jest-dom/vitest'
import { configure, prettyDOM } from '@testing-library/dom'
import * as React from 'react'

configure({
  // Machines are noisy: a page that comes late is not a page that is wrong.
  asyncUtilTimeout: 30_000,
  // Waiting for something fails many times before it succeeds: the page is only written down for the failure that is read.
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

// React notes the stack of each element that is made, for what it warns about, until there were ten thousand in a second:
// an eighth of a test's time. It warns without them as well.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals ?? {}, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set() {},
})

/** Elements that no browser shows. */
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

/** What is inherited from the closest element that says something else. */
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

// jsdom compares every element with each rule of its own sheet, over and over. Tests load no sheets: what counts is
// what stands on the elements themselves. Elements with the same to say share their answer, as asking is most of a test.
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

// jsdom counts frames with one interval for all tests: asked for first under a test's own timers, it would stand still
// for every test after that one.
const { setTimeout: later, clearTimeout: never, performance: clock } = globalThis
window.requestAnimationFrame = (draw) => Number(later(() => draw(clock.now()), 16))
window.cancelAnimationFrame = (frame) => never(frame)

// What Mantine asks of a browser and jsdom does not have.

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
