import { adoptStyles } from '@/ui/theme/adopt-styles.ts'

/** Replaces a `style` element: its text becomes an adopted style sheet of the document. */
function styleReplacement(page: Document): HTMLElement {
  const element = page.createElement('template')
  let written = ''
  let unadopt = () => {}
  Object.defineProperty(element, 'textContent', {
    get: () => written,
    set(text: string) {
      unadopt()
      written = text
      unadopt = adoptStyles(text, page)
    },
  })
  element.remove = () => {
    unadopt()
    HTMLElement.prototype.remove.call(element)
  }
  return element
}

const makerFor =
  (page: Document): Document['createElement'] =>
  (name: string, options?: ElementCreationOptions) =>
    name === 'style' ? styleReplacement(page) : Document.prototype.createElement.call(page, name, options)

/** A document proxy for libraries that write into `style` elements, which the content security policy forbids. */
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

/** The same for code that always uses the global document, while `run` runs. */
export function adoptingStyles(page: Document, run: () => void): void {
  Object.defineProperty(page, 'createElement', { value: makerFor(page), configurable: true })
  try {
    run()
  } finally {
    Reflect.deleteProperty(page, 'createElement')
  }
}
