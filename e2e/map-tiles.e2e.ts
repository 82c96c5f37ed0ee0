import { paths } from '../src/lib/paths.ts'
import { expect, test } from './fixtures.ts'

/** One grey pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mPs6Oj4DwAFvgKg9wdJhQAAAABJRU5ErkJggg==',
  'base64',
)

test('maps show the tiles of the configured server, and outlines while it does not respond [OPS-021, OPS-023, OPS-027]', async ({
  page,
  world,
  baseURL,
  causedErrors,
}) => {
  causedErrors.push(/net::ERR_FAILED .*\/tiles\//)
  let answers = true
  await page.route('**/config.json', (route) =>
    route.fulfill({
      json: {
        mode: 'simulated',
        tilesUrl: `${baseURL ?? ''}/tiles/{z}/{x}/{y}.png`,
        tilesAttribution: '© <a href="https://maps.example/">Maps</a><img src="x" onerror="alert(1)">',
      },
    }),
  )
  await page.route('**/tiles/**', (route) =>
    answers ? route.fulfill({ body: TILE, contentType: 'image/png' }) : route.abort(),
  )
  await world.open('first-look')
  const fleet = await world.fleet('cold-chain-eu')
  await page.goto(`${paths.fleetDevices(fleet)}?view=map`)
  const map = page.getByRole('application', { name: 'Map of the devices' })
  await expect(map.getByRole('button').first()).toBeVisible()
  await expect(map.locator('img').first()).toHaveJSProperty('complete', true)
  await expect(map.locator('canvas')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Maps', exact: true })).toHaveAttribute(
    'href',
    'https://maps.example/',
  )

  answers = false
  await map.focus()
  await page.keyboard.press('+')
  await expect(page.getByText('The map tiles could not be loaded. Outlines are shown instead.')).toBeVisible()
  await expect(map.locator('canvas').first()).toBeAttached()

  answers = true
  await page.keyboard.press('+')
  await expect(map.locator('canvas')).toHaveCount(0)
})
