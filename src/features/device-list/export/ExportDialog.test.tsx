import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { defaultColumns } from '@/features/device-list/columns/device-columns.tsx'
import { deviceListState } from '@/features/device-list/data/device-list-state.ts'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { ExportDialog } from './ExportDialog.tsx'

// The next file of this process starts with an empty page.
afterEach(cleanup)

const open = (total: number) => {
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async () => Response.json({ d: [] }),
  })
  const state = deviceListState(new URLSearchParams())
  return render(
    <ThemeProvider test>
      <ExportDialog
        opened
        onClose={() => {}}
        fleetId={5}
        fleetName="gates"
        fleetSlug="acme/gates"
        state={state}
        filter={{ status: undefined, query: undefined }}
        columns={defaultColumns}
        total={total}
      />
    </ThemeProvider>,
  )
}

test('an export of nothing says so and shows no command; one of a single device does', async () => {
  const { unmount } = open(0)
  // The dialog's frame is loaded with the first one.
  expect(
    await screen.findByText('0 devices, with the current filters, sort order and columns.'),
  ).toBeInTheDocument()
  expect(screen.queryByText('Show as a command')).toBeNull()
  unmount()
  open(1)
  expect(
    await screen.findByText('1 device, with the current filters, sort order and columns.'),
  ).toBeInTheDocument()
  expect(screen.getByText('Show as a command')).toBeInTheDocument()
})
