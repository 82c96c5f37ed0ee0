import type { Page } from 'playwright/test'
import type { DemoName } from '../mocks/worlds/people.ts'
import { typeInto } from './typing.ts'

export const EMAIL_HOST = 'flotilla.example'
/** The password of every demo account. */
export const PASSWORD = 'flotilla-demo'

/** Signs in with the form, which must be visible. */
export async function signIn(page: Page, name: DemoName, password = PASSWORD) {
  await typeInto(page.getByLabel('Email'), `${name}@${EMAIL_HOST}`)
  await typeInto(page.getByLabel('Password', { exact: true }), password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
