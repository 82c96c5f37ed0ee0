import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { operationText } from '@/messages/operations/operations.ts'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { TaskDialog } from './TaskDialog.tsx'

// The next file of this process starts with an empty page.
afterEach(cleanup)

const devices = Array.from({ length: 12 }, (_, id) => ({ id, uuid: String(id), device_name: `gate-${id}` }))

test('progress says how many of how many devices are read, and then done', async () => {
  const read = Promise.withResolvers<typeof devices>()
  const toldReading = Promise.withResolvers<(count: number) => void>()
  const performed: (() => void)[] = []
  render(
    <ThemeProvider test>
      <QueryClientProvider client={new QueryClient()}>
        <TaskDialog
          opened
          onClose={() => {}}
          count={12}
          words={{
            ...operationText.many.restart,
            explain: operationText.explainMany.restart,
            confirm: operationText.confirmMany.restart,
          }}
          task={{
            whyNot: () => undefined,
            canForce: false,
            performance: {
              kind: 'each',
              perform: () => new Promise<void>((resolve) => performed.push(resolve)),
            },
          }}
          read={({ onRead }) => {
            toldReading.resolve(onRead)
            return read.promise
          }}
        />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: operationText.confirmMany.restart }))
  const onRead = await toldReading.promise
  onRead(3)
  const bar = () => screen.findByRole('progressbar')
  await expect.poll(async () => (await bar()).getAttribute('aria-valuenow')).toBe('25')
  read.resolve(devices)
  const begun = await screen.findByText('Restarting 0 of 12')
  // However recently the reading was announced.
  expect(begun.closest('[role="status"]')?.getAttribute('aria-live')).not.toBe('off')
  for (const finish of performed.slice(0, 3)) finish()
  expect(await screen.findByText('Restarting 3 of 12')).toBeInTheDocument()
  await expect.poll(async () => (await bar()).getAttribute('aria-valuenow')).toBe('25')
  for (const finish of performed) finish()
  expect(await screen.findByText(/12 devices/)).toBeInTheDocument()
})
