import type { Page } from 'playwright/test'
import type { DemoName } from '../mocks/scenarios/people.ts'

/** Signs in through the form, as a person does. The page must show it. */
export async function signIn(page: Page, name: DemoName, password = 'flotilla-demo') {
  await page.getByLabel('Email').fill(`${name}@flotilla.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
