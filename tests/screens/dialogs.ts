import { screen, waitFor, within } from '@testing-library/react'

/** The content of the dialog with this title, once it is open. */
export const dialogNamed = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }))

export const untilClosed = () =>
  waitFor(() => {
    if (screen.queryByRole('dialog') !== null) throw new Error('The dialog is still open')
  })
