import type { Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

/** The folder for screenshots of the journey; optional. */
const PICTURES = process.env.FLOTILLA_E2E_PICTURES

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  const { width = 0 } = page.viewportSize() ?? {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a new user signs up, verifies the email, creates a fleet, adds a device and sees it online @phone', async ({
  page,
  world,
}) => {
  await world.open('first-look', { as: null })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('tidal-quilt-harbor')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'verify')
  await page.getByRole('button', { name: 'Open the email' }).click()

  await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Noor')
  await page.getByLabel('Company').fill('Noor & Co')
  await page.getByLabel('Personal').check()
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await page.getByRole('button', { name: 'Create fleet' }).first().click()
  const creating = page.getByRole('dialog')
  await creating.getByLabel('Name').fill('orchard')
  await picture(page, 'create-fleet')
  await creating
    .getByRole('combobox', { name: 'Default device type' })
    .selectOption({ label: 'Raspberry Pi 4 (64-bit)' })
  await creating.getByRole('button', { name: 'Create fleet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'orchard' })).toBeVisible()

  await page.getByRole('button', { name: 'Add device' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add a device to orchard' })
  const powerOn = adding.getByRole('button', { name: 'Power on a simulated device' })
  await powerOn.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await picture(page, 'add-device')
  await powerOn.click()
  await expect(adding.getByText(/is on\. It connects/)).toBeVisible()
  await picture(page, 'powered-on')
  await adding.getByRole('link', { name: 'Open device' }).click()
  await expect(page).toHaveURL(/\/devices\/[0-9a-f]{32}/)
  await world.advance('2 min')
  await expect(page.getByText('Operational').first()).toBeVisible()
  await picture(page, 'living-device')
})

test('a user other than the invited one sees a message, and can sign out and continue @phone', async ({
  page,
  world,
  causedErrors,
}) => {
  // The browser logs the 401 response.
  causedErrors.push(/status of 401 .*\/user\/v1\/invitation\//)
  await world.open('first-look', { as: 'ada', path: paths.organizations() })
  const link = await page.evaluate(async (api) => {
    const token = Object.entries(localStorage).find(([key]) => key.endsWith(':token'))?.[1] ?? ''
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const [fleet] = (
      (await (
        await fetch(`${api}/v7/application?$select=id&$filter=app_name eq 'cold-chain-eu'`, { headers })
      ).json()) as { d: { id: number }[] }
    ).d
    const body = JSON.stringify({ is_invited_to__application: fleet?.id, invitee: 'mel@flotilla.example' })
    await fetch(`${api}/v7/application_invite`, { method: 'POST', headers, body })
    const letters = (await (await fetch(`${api}/__flotilla/emails?to=mel@flotilla.example`)).json()) as {
      link: string
    }[]
    return letters[0]?.link ?? ''
  }, world.apiUrl)
  await world.visit(link)
  await expect(page.getByRole('heading', { name: 'This invitation is not for this account' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'invitation-of-another')
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await signIn(page, 'mel')
  await expect(page.getByText('You now have access to cold-chain-eu')).toBeVisible()
})

test('the panel powers on a device for any fleet', async ({ page, world }) => {
  await world.open('first-look')
  await page.getByRole('button', { name: 'Simulator panel' }).click()
  const panel = page.getByRole('dialog', { name: 'Simulator' })
  await panel.getByRole('tab', { name: 'Device' }).click()
  await panel.getByRole('combobox', { name: 'Fleet' }).selectOption('acme_logistics/bench-lab')
  await picture(page, 'panel')
  await panel.getByRole('button', { name: 'Power on a simulated device' }).click()
  await panel.getByRole('link', { name: 'Open device' }).click()
  await expect(page).toHaveURL(/\/devices\/[0-9a-f]{32}/)
  await expect(page.getByText('bench-lab').first()).toBeVisible()
})
