import { screen, waitFor, within } from '@testing-library/react'

/** What stands in the dialog of this title, once it is there. */
export const dialogNamed = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }))

export const untilClosed = () =>
  waitFor(() => {
    if (screen.queryByRole('dialog') !== null) throw new Error('The dialog is still open')
  })
