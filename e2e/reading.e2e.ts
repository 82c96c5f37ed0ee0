import type { Locator } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { lostText } from './lost-text.ts'
import { visits } from './routes.ts'

/** Finds text beside a name with right-to-left characters whose direction is affected. */
const turned = () =>
  [...document.body.querySelectorAll(':not(script, style, option, title)')]
    .filter((element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.includes('\u202e')),
    )
    .filter((element) => getComputedStyle(element).unicodeBidi === 'normal')
    .map((element) => `${element.localName}.${element.className}`)

/** Finds what makes the page scroll sideways: the innermost elements wider than the page and not in a scroll container. */
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
    (element) =>
      `${element.tagName}.${element.className} in ${element.parentElement?.className}: ${element.textContent.slice(0, 40)}`,
  )
}

const settled = expect.configure({ soft: true })

/** Pages with one centered card, and pages with text only. */
const NARROW = new Set(['complete-profile', 'saml-merge', 'cli-login', 'oauth'])
/** The distance of the content from the right edge of the page, in pixels. */
const MARGIN = 24

/** The distance of the outermost card from the right edge of the page, in pixels; null without a card. */
const rightMargin = () => {
  const main = document.querySelector('main')
  if (main === null) return null
  const cards = [...main.querySelectorAll('*')].filter((element) => {
    const { borderTopWidth, borderTopLeftRadius, display } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    // A grid of cards may have empty columns.
    const isGrid = element.tagName === 'UL' && display === 'grid'
    const isCard = borderTopWidth !== '0px' && borderTopLeftRadius === '10px'
    return (isGrid || isCard) && width > 250 && height > 60
  })
  const right = Math.max(...cards.map((card) => card.getBoundingClientRect().right))
  return cards.length === 0 ? null : Math.round(main.getBoundingClientRect().right - right)
}

const resizeText = (percent: number) => {
  document.documentElement.style.fontSize = `${percent}%`
}

/** What WCAG 1.4.12 lets a person set, without a loss. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`
const spaceText = (css: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = css === '' ? [] : [sheet]
}

/** Names of sources that do not fit beside their lines. */
const cutInLogs = () =>
  [...document.querySelectorAll<HTMLElement>('[role="log"] span, section[aria-label="Logs"] span')]
    .filter(
      (each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth,
    )
    .map(({ textContent }) => textContent)

/** `npm run sweep -- --journeys` visits every page. */
const isSweep = process.env['FLOTILLA_SWEEP'] !== undefined
/** One page of each layout: lists, tables, cards, forms, charts, logs, text. */
const LAYOUTS = new Set([
  'inbox',
  'fleets',
  'fleet',
  'fleet-devices',
  'fleet-issues',
  'fleet-rollouts',
  'release',
  'organization',
  'organization-members',
  'organization-billing',
  'oauth',
  'device',
  'device-configuration',
  'device-history',
  'device-logs',
  'run-command',
  'preferences',
])
const pages = visits.filter(({ name, signedOut }) => signedOut !== true && (isSweep || LAYOUTS.has(name)))
/** Tests that share the pages: one would keep the other workers waiting at the end. */
const PARTS = isSweep ? 3 : 1

for (let part = 1; part <= PARTS; part += 1) {
  test(`the content ends at the same right edge, no page is wider than 768 px, and no text is lost at 200 %, at 400 % or widely spaced: part ${part} of ${PARTS}`, async ({
    page,
    world,
  }) => {
    test.setTimeout(400_000)
    await world.open('first-look', { as: 'ada' })
    let aligned = 0
    const unknown = [...LAYOUTS].filter((layout) => pages.every(({ name }) => name !== layout))
    expect(unknown).toEqual([])
    const visited = pages.filter((_, at) => at % PARTS === part - 1)
    for (const { name, path } of visited) {
      await test.step(name, async () => {
        await world.visit(await path(world))
        await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
        const margin = NARROW.has(name) ? null : await page.evaluate(rightMargin)
        expect.soft([null, MARGIN], `distance from the right edge on ${name}`).toContain(margin)
        aligned += margin === MARGIN ? 1 : 0

        await page.setViewportSize({ width: 768, height: 900 })
        // Charts and tables follow the size of the window with the next frames.
        await settled.poll(() => page.evaluate(tooWide), `wider than 768 px on ${name}`).toEqual([])
        await page.evaluate(resizeText, 200)
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 })
          await settled.poll(() => page.evaluate(tooWide), `wider than ${width} px on ${name}`).toEqual([])
          await settled.poll(() => page.evaluate(lostText), `lost at ${width} px on ${name}`).toEqual([])
        }
        await page.evaluate(resizeText, 100)
        // 1280 px at 400 %.
        await page.setViewportSize({ width: 320, height: 256 })
        await settled.poll(() => page.evaluate(tooWide), `wider than 320 px on ${name}`).toEqual([])
        await settled.poll(() => page.evaluate(lostText), `lost at 320 px on ${name}`).toEqual([])
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.evaluate(spaceText, SPACED)
        await settled.poll(() => page.evaluate(lostText), `lost when spaced on ${name}`).toEqual([])
        await settled
          .poll(() => page.evaluate(cutInLogs), `log sources cut when spaced on ${name}`)
          .toEqual([])
        await page.evaluate(spaceText, '')
      })
    }
    expect(aligned).toBeGreaterThan(visited.length / 2)
  })
}

const NAMES = {
  'of many words, the first turned round': '\u202ethe warmest corner of the cold store '
    .repeat(7)
    .slice(0, 250)
    .trim(),
  'without a blank': 'w'.repeat(250),
}

for (const [what, name] of Object.entries(NAMES)) {
  for (const width of [1440, 360]) {
    test(`a name of 250 characters ${what} does not break the layout at ${width} px`, async ({
      page,
      world,
    }) => {
      await world.open('first-look', { as: 'ada' })
      await page.setViewportSize({ width, height: 900 })
      const device = await world.anyDevice('cold-chain-eu')
      await world.rename(device, name)
      const fleet = await world.fleet('cold-chain-eu')
      for (const path of [
        paths.device(device),
        paths.deviceSettings(device),
        paths.deviceActions(device),
        paths.deviceHistory(device),
        paths.deviceLogs([device]),
        paths.runCommand([device]),
        paths.fleet(fleet),
        `${paths.fleetDevices(fleet)}?sort=device_name:desc`,
      ]) {
        await world.visit(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
        expect.soft(await page.evaluate(tooWide), `wider than the page on ${path}`).toEqual([])
        expect.soft(await page.evaluate(lostText), path).toEqual([])
        expect.soft(await page.evaluate(turned), `letters turned on ${path}`).toEqual([])
      }
      const cell = page.getByRole('rowheader').filter({ has: page.getByRole('link', { name }) })
      const [shown = 0] = await cell.evaluateAll((found) => found.map((each) => each.clientWidth))
      expect(shown).toBeGreaterThan(0)
      expect(shown).toBeLessThan(450)
      await world.visit(paths.deviceActions(device))
      await page.getByRole('main').getByRole('button', { name: 'Reboot', exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await page.evaluate(tooWide)).toEqual([])
    })
  }
}

test('the status of a device never touches adjacent content', async ({ page, world }) => {
  await world.open('first-look', { as: 'ada' })
  for (const [width, percent] of [
    [1440, 100],
    [1440, 200],
    [768, 100],
    [360, 100],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, `${percent}%`)
    for (const path of [
      paths.device(await world.anyDevice('cold-chain-eu')),
      paths.fleetDevices(await world.fleet('cold-chain-eu')),
      paths.fleet(await world.fleet('cold-chain-eu')),
    ]) {
      await world.visit(path)
      await expect(page.locator('main [data-tone]').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const touching = await page.evaluate(() =>
        [...document.querySelectorAll('main span[data-tone]')].flatMap((chip) => {
          const own = chip.getBoundingClientRect()
          const around = chip.parentElement?.getBoundingClientRect() ?? own
          if (chip.textContent === '' || own.width < 40) return []
          // In a table, the adjacent content is the next cell.
          if (own.right > around.right + 1) return [`${chip.textContent} leaves its place`]
          return [...(chip.parentElement?.children ?? [])]
            .filter((other) => other !== chip)
            .filter((other) => {
              const box = other.getBoundingClientRect()
              const isBeside = box.bottom > own.top && box.top < own.bottom && box.width > 1
              return isBeside && box.left < own.right + 4 && box.right > own.left - 4
            })
            .map((other) => `${chip.textContent} | ${other.textContent}`)
        }),
      )
      expect.soft(touching, `${path} at ${width} px and ${percent} %`).toEqual([])
    }
  }
})

test('joined fields have one focus ring', async ({ page, world }) => {
  await world.open('first-look', { as: 'ada' })
  const fleet = await world.fleet('cold-chain-eu')
  for (const path of [
    paths.fleets(),
    paths.fleetDevices(fleet),
    paths.fleetVariables(fleet),
    paths.releases(fleet),
  ]) {
    await world.visit(path)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const field of await page
      .locator('main input:not([type="checkbox"], [type="radio"]):visible')
      .all()) {
      await field.focus()
      const rings = await field.evaluate((element) => {
        const found: string[] = []
        for (let at: Element | null = element; at !== null && at.tagName !== 'MAIN'; at = at.parentElement) {
          const { outlineStyle, outlineWidth } = getComputedStyle(at)
          if (outlineStyle !== 'none' && outlineWidth !== '0px') found.push(at.className)
        }
        return found
      })
      expect.soft(rings, `${path} ${await field.getAttribute('aria-label')}`).toHaveLength(1)
    }
  }
})

test('in forced colours, the current tab, pressed toggles and disabled buttons differ by shape', async ({
  page,
  world,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await world.open('first-look', { as: 'olive' })
  await world.visit(paths.device(await world.anyDevice('cold-chain-eu')))
  const current = page.locator('nav a[aria-current="page"]', { hasText: 'Summary' })
  const other = page.locator('nav a:not([aria-current])', { hasText: 'Variables' })
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
  await expect(other).not.toHaveCSS('text-decoration-line', 'underline')
  const logs = page.getByRole('region', { name: 'Logs' })
  await expect(logs.getByRole('button', { name: 'Timestamps', pressed: true })).toHaveCSS(
    'outline-style',
    'double',
  )
  await expect(logs.getByRole('button', { name: 'UTC', pressed: false })).toHaveCSS('outline-style', 'none')
  await expect(page.getByRole('button', { name: 'Restart all' })).toHaveCSS('border-top-style', 'dashed')
})

test('the high contrast theme follows the system, is chosen in the menu, survives a reload, and keeps nobody out; nothing moves when asked', async ({
  page,
  world,
}) => {
  await page.emulateMedia({ contrast: 'more' })
  await world.open('first-look')
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
  await page.emulateMedia({ contrast: 'no-preference' })
  await expect(page.locator('html')).not.toHaveAttribute('data-contrast', 'more')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitemradio', { name: 'High contrast' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
  await page.goto(paths.fleet(await world.fleet('cold-chain-eu')))
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, 'colours')
  await page.getByRole('button', { name: 'Simulator panel' }).click()
  await expect(page.getByRole('dialog', { name: 'Simulator' })).toBeVisible()
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {}
      return Number(duration) > 1 || iterations === Infinity
        ? [JSON.stringify(effect?.getComputedTiming())]
        : []
    }),
  )
  expect(moving).toEqual([])
})

test('from the start of the sign-in page, the email field is at most five presses away', async ({
  page,
  world,
}) => {
  await world.open('first-look', { as: null, asksAboutCookies: true })
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const email = page.getByRole('textbox', { name: 'Email' })
  const skip = page.getByRole('link', { name: 'Skip to the sign-in form' })
  const isThere = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  let presses = 0
  while (presses < 20 && !(await isThere(email))) {
    await page.keyboard.press((await isThere(skip)) ? 'Enter' : 'Tab')
    presses += 1
  }
  expect(presses).toBeLessThanOrEqual(5)
})
