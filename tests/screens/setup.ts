import { configure, prettyDOM } from '@testing-library/dom'

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

/** Elements that no browser shows. */
const NEVER_SHOWN =
  'script, style, template, head, noscript, datalist, [hidden], dialog:not([open]), details:not([open]) > :not(summary)'

// jsdom compares every element with each rule of its own sheet, over and over. Tests load no sheets: what counts is
// what stands on the elements themselves.
window.getComputedStyle = (element) => {
  const style = document.createElement('i').style
  style.cssText = (element as HTMLElement).style.cssText
  for (const inherited of ['visibility', 'pointer-events'] as const) {
    const setter = closestWith(element, inherited)
    style.setProperty(inherited, setter?.style.getPropertyValue(inherited) ?? USUAL[inherited])
  }
  if (element.matches(NEVER_SHOWN)) style.display = 'none'
  else if (style.display === '') style.display = 'block'
  return style
}

const USUAL = { visibility: 'visible', 'pointer-events': 'auto' } as const

function closestWith(element: Element, property: keyof typeof USUAL): HTMLElement | undefined {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    if (each instanceof HTMLElement && each.style.getPropertyValue(property) !== '') return each
  }
  return undefined
}

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
