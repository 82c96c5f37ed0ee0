import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address, json } from '../open-app.tsx'
import { findTable, loadParts, openDevices } from './device-list-screens.ts'

loadParts()

const withFlags = (flags: Record<string, boolean>) => ({
  answer: ({ url }: Request) => (url.endsWith('/feature-flags/v1') ? json(flags) : undefined),
})

const headers = async () =>
  within(await findTable())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter(Boolean)

async function openColumns() {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await drawer.findByRole('checkbox', { name: 'UUID' })
  return drawer
}

test('with the flag for reduced columns, the default table has fewer columns; without the flag for ordering they cannot be moved [SHELL-036]', async () => {
  const { asked } = await openDevices(
    'kiosk-lobby',
    '',
    withFlags({ 'column-ordering': false, 'reduced-default-device-columns': true }),
  )
  expect(await headers()).toEqual(['Status', 'Name', 'Release', 'Last seen'])
  expect(asked.filter(({ url }) => url === '/feature-flags/v1')).toHaveLength(1)

  screen.getByRole('button', { name: 'Name' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  const drawer = await openColumns()
  expect(drawer.queryByRole('button', { name: /^Move / })).toBeNull()
  await userEvent.click(drawer.getByRole('checkbox', { name: 'UUID' }))
  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain('columns=overall_status,device_name,uuid'),
  )
  await userEvent.click(drawer.getByRole('button', { name: 'Reset columns' }))
  await waitFor(() => expect(address()).not.toContain('columns='))
  await userEvent.keyboard('{Escape}')
  expect(await headers()).toEqual(['Status', 'Name', 'Release', 'Last seen'])
})

test('with the combined flag, there are fewer columns and they can be moved [SHELL-036]', async () => {
  await openDevices(
    'kiosk-lobby',
    '',
    withFlags({ 'column-ordering': false, 'reduced-default-device-columns-and-reordering': true }),
  )
  expect(await headers()).toHaveLength(4)
  const drawer = await openColumns()
  await userEvent.click(drawer.getByRole('button', { name: 'Move Name up' }))
  await waitFor(() => expect(decodeURIComponent(address())).toContain('columns=device_name,overall_status'))
})

test('flags are awaited for four seconds, then the default table is shown [SHELL-037]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  let asked = 0
  let givenUp = 0
  await openDevices('kiosk-lobby', '', {
    answer: ({ url, signal }) => {
      if (!url.endsWith('/feature-flags/v1')) return undefined
      asked = Date.now()
      return new Promise<undefined>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          givenUp = Date.now()
          reject(new DOMException('Given up', 'AbortError'))
        })
      })
    },
  })
  await waitFor(() => expect(asked).toBeGreaterThan(0))
  expect(screen.queryByRole('table', { name: 'Devices of this fleet' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(await headers()).toEqual(expect.arrayContaining(['Status', 'Name', 'UUID', 'Tags']))
  expect(givenUp - asked).toBeGreaterThanOrEqual(4_000)
  expect(givenUp - asked).toBeLessThan(4_500)
})
