import { paths } from '../src/lib/paths.ts'
import { expect, signIn, test } from './fixtures.ts'
import { serveWithConfig } from './own-config.ts'

const NOTICE = 'This browser stores nothing for this site'

/** Simulates a browser whose storage is refused. */
function refuseStorage() {
  const refused = {
    get(): never {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
    configurable: true,
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refused)
  IDBFactory.prototype.open = () => refused.get()
}

function fillStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  }
}

for (const [what, hardship] of [
  ['refused', refuseStorage],
  ['full', fillStorage],
] as const) {
  test(`with storage that is ${what}, signing in and working is possible, and one message says that nothing is kept`, async ({
    page,
  }) => {
    await page.addInitScript(hardship)
    await page.goto(paths.login())
    await signIn(page, 'ada')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    await expect(page.getByText(NOTICE)).toHaveCount(1)
    await page.getByRole('link', { name: 'Organizations' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  })
}

for (const years of [-2, 2]) {
  test(`with a clock that is ${years} years off, a user signs in, reloads and stays signed in`, async ({
    page,
  }) => {
    await page.addInitScript(
      (off) => {
        const Real = Date
        class Shifted extends Real {
          constructor(...given: unknown[]) {
            if (given.length === 0) super(Real.now() + off)
            else super(...(given as [number]))
          }
          static override now() {
            return Real.now() + off
          }
        }
        Object.defineProperty(window, 'Date', { value: Shifted })
      },
      years * 365 * 86_400_000,
    )
    await page.goto(paths.login())
    await signIn(page, 'ada')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  })
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('the simulated cloud runs in the page', async ({ page }) => {
    await page.goto(paths.login())
    await signIn(page, 'ada')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  })
})

test('a configuration that cannot be loaded shows a readable error, and is loaded on retry', async ({
  page,
  causedErrors,
}) => {
  causedErrors.push(/ERR_(FAILED|INTERNET_DISCONNECTED)/)
  await page.route('**/config.json', (route) => route.abort())
  await page.goto(paths.login())
  await expect(page.getByRole('heading', { name: 'The dashboard cannot start' })).toBeVisible()
  await expect(page.getByText('could not be loaded: the server did not respond')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('TypeError')
  await page.unroute('**/config.json')
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a page that is not loaded yet waits while offline, and then opens by itself', async ({
  page,
  context,
  world,
  causedErrors,
}) => {
  causedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByText('You are offline. The page loads when you are back online.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${paths.organizations()}$`))
})

test('after a new version was published, a page whose chunks are gone reloads once', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 404/)
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  let gone = 0
  await page.route(/\/assets\/OrganizationsPage-[^/]*\.js$/, (route) => {
    gone += 1
    return route.fulfill({ status: 404, body: 'gone' })
  })
  page.once('framenavigated', () => void page.unroute(/\/assets\/OrganizationsPage-[^/]*\.js$/))
  await page.getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  expect(gone).toBeGreaterThan(0)
})

test('on a host that sends no headers, the page enforces its own policy', async ({
  page,
  baseURL,
  causedErrors,
}) => {
  causedErrors.push(/content security policy|TrustedScript/i)
  // Served from another port.
  causedErrors.push(/asked another host/)
  const served = await serveWithConfig(baseURL ?? '', '{"mode":"simulated"}')
  try {
    await page.goto(served.address)
    await signIn(page, 'ada')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.textContent = 'window.ran = true'
        document.head.append(script)
      } catch {
        return 'refused'
      }
      return 'ran' in window ? 'ran' : 'refused'
    })
    expect(ran).toBe('refused')
  } finally {
    await served.close()
  }
})
