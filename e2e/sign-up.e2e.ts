import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a user signs up, follows the link in the email, completes the profile and is signed in [SIGNUP-001, ROUTE-021]', async ({
  page,
  world,
}) => {
  await world.open('first-look', { as: null })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('tidal-quilt-harbor')
  await expect(page.getByText('Strong', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await expect(page).toHaveURL(paths.verifyEmailPending())
  await page.getByRole('button', { name: 'Simulator panel' }).click()
  await page.getByRole('tab', { name: 'Emails' }).click()
  await page.getByRole('link', { name: /^Follow/ }).click()

  await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Noor')
  await page.getByLabel('Company').fill('Noor & Co')
  await page.getByLabel('Personal').check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('button', { name: 'Account of nora' })).toBeVisible()
})
