import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'

afterEach(cleanup)

function Opened(props: Partial<ConfirmDialogProps>) {
  const [opened, setOpened] = useState(true)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => setOpened(false)}
      title="Delete fleet?"
      confirmLabel="Delete fleet"
      danger
      onConfirm={async () => {}}
      {...props}
    >
      <p>It is gone for good.</p>
    </ConfirmDialog>
  )
}

async function openDialog(props: Partial<ConfirmDialogProps> = {}) {
  render(<Opened {...props} />, { wrapper: ({ children }) => <ThemeProvider test>{children}</ThemeProvider> })
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete fleet?' }))
  return { dialog, confirm: () => dialog.getByRole('button', { name: 'Delete fleet' }) }
}

test('a confirmed action shows a spinner, then the dialog closes [ERR-048]', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onConfirm = vi.fn(() => promise)
  const { confirm } = await openDialog({ onConfirm })
  await userEvent.click(confirm())
  expect(confirm().getAttribute('aria-busy')).toBe('true')
  await userEvent.click(confirm())
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(onConfirm).toHaveBeenCalledTimes(1)
  resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an error is shown in the dialog, which stays open for a retry [ERR-049]', async () => {
  const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('The device is offline'))
  const { dialog, confirm } = await openDialog({ onConfirm })
  await userEvent.click(confirm())
  expect((await dialog.findByRole('alert')).textContent).toContain('The device is offline')
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onConfirm).toHaveBeenCalledTimes(2)
})

test.each([true, false])('only destructive actions have a red button: %s', async (danger) => {
  const { confirm } = await openDialog({ danger })
  expect(confirm().getAttribute('data-variant')).toBe(danger ? 'danger' : 'primary')
})

test('cancelling does nothing', async () => {
  const onConfirm = vi.fn(async () => {})
  const { dialog } = await openDialog({ onConfirm })
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a typed confirmation must match exactly [ERR-043]', async () => {
  const onConfirm = vi.fn(async () => {})
  const { dialog, confirm } = await openDialog({ onConfirm, typed: 'cold-chain-eu' })
  const field = dialog.getByLabelText('Type cold-chain-eu to confirm')
  for (const almost of ['Cold-chain-eu', 'cold-chain-eu ', 'cold-chain']) {
    await userEvent.clear(field)
    await userEvent.type(field, `${almost}{Enter}`)
    await userEvent.click(confirm())
    expect(confirm().getAttribute('aria-disabled')).toBe('true')
  }
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.clear(field)
  await userEvent.type(field, 'cold-chain-eu')
  await userEvent.click(confirm())
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('pasting and dropping into a typed confirmation is blocked [ERR-044]', async () => {
  const { dialog } = await openDialog({ typed: '12' })
  const field = dialog.getByLabelText<HTMLInputElement>('Type 12 to confirm')
  field.focus()
  await userEvent.paste('12')
  expect(field.value).toBe('')
  expect(dialog.getByText('Pasting is disabled. Type the text to confirm.')).toBeTruthy()
  expect(fireEvent.drop(field)).toBe(false)
})

test('lists at most ten of the affected items [ERR-047]', async () => {
  const { dialog } = await openDialog({ items: Array.from({ length: 14 }, (_, index) => `device-${index}`) })
  const listed = dialog.getAllByRole('listitem').map((item) => item.textContent)
  expect(listed).toHaveLength(11)
  expect(listed.at(9)).toBe('device-9')
  expect(listed.at(10)).toBe('and 4 more')
})
