import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { World } from './world.ts'

test('a link to a moment restores the page, data, logs and time in another browser, and an incompatible link changes nothing [MOMENT-001, MOMENT-002]', async ({
  page,
  world,
  browser,
  baseURL,
}) => {
  await world.open('first-look', { as: 'devi' })
  await world.setSpeed(0)
  const uuid = await world.anyDevice('cold-chain-eu')
  await world.visit(paths.device(uuid))
  await page.getByRole('button', { name: 'Edit name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename device' })
  await dialog.getByLabel('Device name').fill('seen-elsewhere')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'seen-elsewhere' })).toBeVisible()
  await world.advance('25 min')
  await page.getByRole('button', { name: 'Simulator panel' }).click()
  const panel = page.getByRole('dialog', { name: 'Simulator' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy link to this moment' }).click()
  await expect(panel.getByText(/^Link copied/)).toBeVisible()
  await expectAccessible(page)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')

  const elsewhere = await browser.newContext({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'allow',
  })
  const phone = await elsewhere.newPage()
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1, name: 'seen-elsewhere' })).toBeVisible()
  await expect(phone.getByText(/^Opened at 20 Nov 2026, .* signed in as devi$/)).toBeVisible()
  await expectAccessible(phone)
  const beside = await World.behind(phone, baseURL ?? '')
  const [here, there] = [await world.state(), await beside.state()]
  expect(there).toMatchObject({ now: here.now, seed: here.seed, speed: 0 })
  const lastLines = async (tab: typeof page) =>
    (await tab.getByRole('log', { includeHidden: true }).first().innerText())
      .replaceAll(/\s/g, '')
      .slice(-150)
  const lines = await lastLines(page)
  expect(lines).toMatch(/14:2\d:\d\d/)
  await expect.poll(() => lastLines(phone)).toBe(lines)

  // A later version.
  const foreign = await page.evaluate(async () => {
    const file = JSON.stringify({ format: 'flotilla-share', version: '99.0.0', page: '/', person: null })
    const stream = new Blob([file]).stream().pipeThrough(new CompressionStream('deflate'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  })
  await phone.goto(`${baseURL}/#share=${foreign}`)
  await expect(phone.getByText(/made with version 99\.0\.0 of the dashboard/)).toBeVisible()
  expect(await beside.deviceUuid('seen-elsewhere')).toBe(uuid)
  await elsewhere.close()
})
