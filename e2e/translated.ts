import type { Page } from 'playwright'

/** What is wrong with the texts of a page in the pseudo-language. */
export interface TextFaults {
  /** Texts of the catalogue that do not fit, so that their end is not visible. */
  cut: string[]
  /** Pairs of texts that lie on each other. */
  overlapping: string[]
  /** Texts of the sources that are not in the catalogue. */
  outside: string[]
}

/** Checks the texts that a page shows in the pseudo-language. `literals`: texts of the sources outside the catalogue. */
export async function textFaults(page: Page, literals: ReadonlySet<string>): Promise<TextFaults> {
  const { texts, ...faults } = await page.evaluate(() => {
    const isPseudo = (text: string) => /[áéíóúÁÉÍÓÚ]/.test(text)
    const cut: string[] = []
    const overlapping: string[] = []
    const texts: string[] = []
    const shown: { text: string; element: Element; rects: DOMRect[] }[] = []

    /** The part of a rectangle that the ancestors of an element do not clip. */
    const visiblePart = (element: Element, rect: DOMRect) => {
      let { left, top, right, bottom } = rect
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each)
        if (style.position === 'fixed') break
        const box = each.getBoundingClientRect()
        if (style.overflowX !== 'visible')
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        if (style.overflowY !== 'visible')
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const isHidden = (element: Element) =>
      !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
      element.closest('.visually-hidden, [inert], kbd, code, svg, canvas, .leaflet-pane, .xterm') !== null
    const isLayer = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isLayer(element.parentElement))

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (text === '' || !element || isHidden(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const whole = [...range.getClientRects()].filter(({ width }) => width > 0)
      const rects = whole.map((rect) => visiblePart(element, rect))
      texts.push(text)
      if (isPseudo(text)) {
        // What scrolls is reached by scrolling.
        const scrolls = element.closest('[data-scrolls], [role="region"][tabindex], nav')
        for (const [at, rect] of whole.entries()) {
          const part = rects[at]
          const isCut =
            part !== undefined &&
            part.width * part.height > 0 &&
            (rect.width - part.width > 2 || rect.height - part.height > 6)
          const canScroll = (() => {
            for (let each: Element | null = element; each; each = each.parentElement)
              if (/auto|scroll/.test(getComputedStyle(each).overflow + getComputedStyle(each).overflowX))
                return true
            return false
          })()
          if (isCut && !canScroll && scrolls === null) {
            cut.push(text)
            break
          }
        }
      }
      if (!isLayer(element)) shown.push({ text, element, rects })
    }
    for (const [at, one] of shown.entries()) {
      for (const other of shown.slice(at + 1)) {
        if (!isPseudo(one.text) && !isPseudo(other.text)) continue
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        const lie = one.rects.some((a) =>
          other.rects.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5,
          ),
        )
        if (lie) overlapping.push(`“${one.text}” and “${other.text}”`)
      }
    }
    return { cut, overlapping, texts }
  })
  const outside = texts.filter((text) => literals.has(text))
  return { ...faults, outside: [...new Set(outside)] }
}
