import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { write } from '../variables/variable-screens.ts'

export const PASSWORD = 'flotilla-demo'
const MINUTE = 60_000

/** Call it before a world is opened: the test then controls its real time. Timers still run. */
export const fakeDate = () => void vi.useFakeTimers({ toFake: ['Date'] })

/** Makes the last sign-in too old for sensitive actions. */
export const expireSignIn = () => void vi.setSystemTime(Date.now() + 21 * MINUTE)

/** Confirms the password in the dialog that asks for it. */
export async function confirmWithPassword(password = PASSWORD) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  await write(dialog.getByLabelText('Password'), password)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
}

/** A toast, or another element with this text. */
export const findMessage = async (text: string | RegExp) => {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

/** Changes the user's row in the response about their account. */
export const accountWith =
  (change: (row: Record<string, unknown>) => Record<string, unknown>) =>
  (url: string, rows: Record<string, unknown>[]) =>
    url.includes('/v7/user(') ? rows.map(change) : rows

/** Changes the profile of that row. */
export const profileWith = (values: Record<string, unknown>) =>
  accountWith((row) => ({
    ...row,
    user_profile: (row['user_profile'] as object[]).map((profile) => ({ ...profile, ...values })),
  }))
