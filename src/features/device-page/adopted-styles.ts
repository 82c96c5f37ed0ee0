import { adoptStyles } from '@/ui/theme/adopt-styles.ts'

/** Stands in for a style element: its text becomes a style sheet of the document. */
function styleStandIn(page: Document): HTMLElement {
  const element = page.createElement('template')
  let written = ''
  let withdraw = () => {}
  Object.defineProperty(element, 'textContent', {
    get: () => written,
    set(text: string) {
      withdraw()
      written = text
      withdraw = adoptStyles(text, page)
    },
  })
  element.remove = () => {
    withdraw()
    HTMLElement.prototype.remove.call(element)
  }
  return element
}

const makerFor =
  (page: Document): Document['createElement'] =>
  (name: string, options?: ElementCreationOptions) =>
    name === 'style' ? styleStandIn(page) : Document.prototype.createElement.call(page, name, options)

/** The same document, for code that writes styles into elements, which the content security policy forbids. */
export function withAdoptedStyles(page: Document): Document {
  const createElement = makerFor(page)
  return new Proxy(page, {
    get(target, key) {
      if (key === 'createElement') return createElement
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function'
        ? (...given: unknown[]): unknown => Reflect.apply(value, target, given)
        : value
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  })
}

/** Does the same for code that cannot be told to use another document, while it runs. */
export function adoptingStyles(page: Document, run: () => void): void {
  Object.defineProperty(page, 'createElement', { value: makerFor(page), configurable: true })
  try {
    run()
  } finally {
    Reflect.deleteProperty(page, 'createElement')
  }
}
