import { configure } from '@testing-library/dom'

// Machines are noisy: a page that comes late is not a page that is wrong.
configure({ asyncUtilTimeout: 30_000 })

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
