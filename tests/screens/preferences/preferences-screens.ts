import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { write } from '../variables/variable-screens.ts'

export const PASSWORD = 'flotilla-demo'
const MINUTE = 60_000

/** Before a world is opened: its real time is then in the test's hand. Timers run on. */
export const holdTheDate = () => void vi.useFakeTimers({ toFake: ['Date'] })

/** The last sign-in is then too long ago for sensitive actions. */
export const letTheSignInAge = () => void vi.setSystemTime(Date.now() + 21 * MINUTE)

/** Confirms who it is, in the dialog that asks for it. */
export async function confirmWithPassword(password = PASSWORD) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  await write(dialog.getByLabelText('Password'), password)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
}

/** A toast, or whatever else says so. */
export const findSaid = async (text: string | RegExp) => {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

/** Changes the row of the person in the answer that tells of their account. */
export const accountWith =
  (change: (row: Record<string, unknown>) => Record<string, unknown>) =>
  (url: string, rows: Record<string, unknown>[]) =>
    url.includes('/v7/user(') ? rows.map(change) : rows

/** The profile of that row with other values. */
export const profileWith = (values: Record<string, unknown>) =>
  accountWith((row) => ({
    ...row,
    user_profile: (row['user_profile'] as object[]).map((profile) => ({ ...profile, ...values })),
  }))
