import { expect, test } from './fixtures.ts'
import { visits } from './routes.ts'

/** Text that nobody can read: cut off where nothing scrolls, over its box's edge, or over another text. */
const lostText = () => {
  interface Piece {
    text: string
    box: DOMRect
    element: Element
  }
  const seen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  const pieces: Piece[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text === '' || element === null || !seen(element) || element.closest('svg, option, noscript, script'))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects())
      if (box.width > 0) pieces.push({ text: text.slice(0, 40), box, element })
  }
  const lost = new Set<string>()
  const shown: Piece[] = []
  for (const piece of pieces) {
    const { box, element, text } = piece
    let isHidden = false
    let scrolls = false
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const own = at.getBoundingClientRect()
      // For screen readers alone.
      if (own.width <= 1 || own.height <= 1) isHidden = true
      if (isHidden || style.position === 'fixed') break
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
        scrolls = true
        break
      }
      if (style.display === 'inline') continue
      const isBeside = box.right > own.right + 2 || box.left < own.left - 2
      const isBelow = box.bottom > own.bottom + 3 || box.top < own.top - 3
      const isWhole = at.closest('[title], [aria-label]') !== null || style.textOverflow === 'ellipsis'
      if (style.overflowX !== 'visible') {
        if (isBelow) lost.add(`cut below: ${text} in ${at.className}`)
        if (isBeside && !isWhole) lost.add(`cut at the side: ${text} in ${at.className}`)
        isHidden = isBeside || isBelow
        break
      }
      const hasEdge = style.borderRightWidth !== '0px' || style.backgroundColor !== 'rgba(0, 0, 0, 0)'
      if (hasEdge && (isBelow || isBeside)) lost.add(`over the edge: ${text} in ${at.className}`)
    }
    if (!isHidden && !scrolls) shown.push(piece)
  }
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      if (one.element.closest('header, nav, dialog, [role="dialog"]') !== other.element.closest('header, nav, dialog, [role="dialog"]')) continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      const isInside = one.element.contains(other.element) || other.element.contains(one.element)
      if (width > 3 && height > 4 && !isInside) lost.add(`one over another: ${one.text} | ${other.text}`)
    }
  }
  return [...lost]
}

/** What makes the page scroll sideways: the innermost that is wider than the page and not in anything that scrolls. */
const tooWide = () => {
  const edge = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= edge) return []
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > edge + 0.5
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
  const found = [...document.body.querySelectorAll('*')].filter((element) => {
    if (!isBeyond(element) || [...element.children].some(isBeyond)) return false
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
      if (clips(at)) return false
    return true
  })
  return found.map(
    (element) => `${element.tagName}.${element.className} in ${element.parentElement?.className}: ${element.textContent.slice(0, 40)}`,
  )
}

for (const [width, percent] of [
  [1440, 200],
  [360, 200],
] as const) {
  test(`nothing is lost at ${width} px with text of ${percent} %`, async ({ page, world }) => {
    test.setTimeout(900_000)
    await world.open('first-look', { as: 'ada' })
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, `${percent}%`)
    for (const { name, path } of visits.filter(({ signedOut }) => signedOut !== true)) {
      await test.step(name, async () => {
        await world.visit(await path(world))
        await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
        expect.soft(await page.evaluate(tooWide), `wider than the page on ${name}`).toEqual([])
        expect.soft(await page.evaluate(lostText), name).toEqual([])
      })
    }
  })
}
