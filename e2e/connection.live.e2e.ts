import { paths } from '../src/app/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

// A live dashboard looks for the person's picture there; a test machine may not reach it.
test.use({ expectedErrors: [/www\.gravatar\.com/] })

test('the same build signs in to a cloud on another port, and asks for no code of the simulation', async ({
  page,
  world,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await world.open('first-look')
  await page.goto(paths.fleetDevices(await world.fleet('cold-chain-eu')))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.goto(paths.device(await world.anyDevice('cold-chain-eu')))
  await expect(page.getByText('Running').first()).toBeVisible()

  expect(asked.some((url) => url.startsWith(`${world.apiUrl}/v7/device`))).toBe(true)
  const scripts = asked.filter((url) => url.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(2)
  // Two contexts are where a simulated world would put what it knows; here they are empty.
  const contexts = /\/simulation-(data-context|parts)-/
  const forbidden = /mock|msw|simulat|worker|cloud|control-panel/i
  expect(scripts.filter((url) => forbidden.test(url) && !contexts.test(url))).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expect(page.getByText('Simulated')).toHaveCount(0)
  await expectAccessible(page)
})
