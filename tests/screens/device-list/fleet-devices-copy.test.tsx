import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { deviceColumns } from '../../../src/features/device-list/columns/device-columns.tsx'
import { devicesText } from '../../../src/messages/device-list/devices.ts'
import { action, findTable, loadParts, openDevices, rows, shownNames } from './device-list-screens.ts'

loadParts()

const box = (nth: number) => within(rows()[nth] ?? document.body).getByRole('checkbox')
const lines = (text: string) => text.split('\n').map((line) => line.split('\t'))
const pasted = async () => lines(await navigator.clipboard.readText())

/** The visible text of a cell, without text only for screen readers or hover. */
function visibleText(cell: HTMLElement): string {
  const copy = cell.cloneNode(true) as HTMLElement
  for (const each of copy.querySelectorAll('.visually-hidden, button')) each.remove()
  return (copy.textContent ?? '').replaceAll(/\s/g, '')
}

/** Presses Ctrl C. Returns the copied text; undefined if the browser handles it. */
function pressCopy(target: Element = document.activeElement ?? document.body): string | undefined {
  const data = new Map<string, string>()
  const isOurs = !fireEvent.copy(target, {
    clipboardData: { setData: (type: string, text: string) => data.set(type, text) },
  })
  return isOurs ? data.get('text/plain') : undefined
}

test('copied rows contain the visible text of each cell, in full if the table truncates it [OPS-095]', async () => {
  const user = userEvent.setup()
  await openDevices('kiosk-lobby', `?columns=${deviceColumns.join()}`)
  await findTable()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(await action('Copy rows'))
  expect(await screen.findByText('Copied 14 rows')).toBeTruthy()
  const [headers, ...copied] = await pasted()
  expect(headers).toEqual(deviceColumns.map((column) => devicesText.column[column]))
  expect(copied).toHaveLength(14)
  for (const [nth, row] of rows().entries())
    for (const [at, column] of deviceColumns.entries()) {
      const text = (copied[nth]?.[at] ?? '').replace(/^'/, '').replaceAll(/\s/g, '')
      const shown = visibleText(row.querySelectorAll('td')[at + 1] ?? row)
      const isCut = ['uuid', 'ip_address', 'mac_address', 'public_address', 'tags', 'note', 'location']
      if (isCut.includes(column)) expect(text.startsWith(shown.replace(/\+\d+$/, '')), column).toBe(true)
      else expect(text, column).toBe(shown)
    }
  expect(copied[0]?.[2]).toMatch(/^[0-9a-f]{32}$/)
})

test('Ctrl C copies the selected rows of the page and offers those of other pages; selected text and fields take precedence [OPS-095]', async () => {
  const user = userEvent.setup()
  await openDevices('cold-chain-eu', '?columns=device_name,uuid', { scenario: 'release-day' })
  await findTable()
  expect(pressCopy()).toBeUndefined()
  await user.click(box(0))
  await user.click(box(2))
  await action('Copy rows')
  const [first, , third] = shownNames()
  expect(lines(pressCopy() ?? '').map(([name]) => name)).toEqual(['Name', first, third])
  expect(await screen.findByText('Copied 2 rows')).toBeTruthy()
  expect(pressCopy(screen.getByRole('combobox', { name: /^Search devices/ }))).toBeUndefined()
  document.getSelection()?.selectAllChildren(rows()[0] ?? document.body)
  expect(pressCopy()).toBeUndefined()
  document.getSelection()?.removeAllRanges()

  await user.click(await action('Select all 1,204'))
  expect(lines(pressCopy() ?? '')).toHaveLength(51)
  expect(await screen.findByText('Copied the 50 rows of this page; 1,204 are selected')).toBeTruthy()
  await user.click(box(0))
  await user.click(await action('Copy rows'))
  expect(await screen.findByText('Copied 1,203 rows')).toBeTruthy()
  const names = (await pasted()).map(([name]) => name).slice(1)
  expect(names).toHaveLength(1203)
  expect(names).not.toContain(first)
  expect(names).toEqual(names.toSorted())
})

test('C or the context menu copies one cell unchanged, and the focus returns [OPS-095]', async () => {
  const user = userEvent.setup()
  await openDevices('kiosk-lobby', '?columns=device_name,uuid,release')
  await findTable()
  const name = shownNames()[1] ?? ''
  const link = within(rows()[1] ?? document.body).getAllByRole('link')[0]
  link?.focus()
  await user.keyboard('c')
  const menu = await screen.findByRole('menu', { name: `Copy from ${name}` })
  await user.click(within(menu).getByRole('menuitem', { name: /^UUID/ }))
  expect(await screen.findByText('UUID copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(document.activeElement).toBe(link))

  const cell = rows()[1]?.querySelectorAll('td')[3]
  expect(fireEvent.contextMenu(cell ?? document.body)).toBe(false)
  await user.keyboard('{Enter}')
  expect(await navigator.clipboard.readText()).toBe(cell?.textContent)
  expect(fireEvent.contextMenu(link ?? document.body)).toBe(true)
})

test('a multi-line note is copied as one line, so that it presses no Enter in a terminal [OPS-095]', async () => {
  const user = userEvent.setup()
  await openDevices('kiosk-lobby', '?columns=device_name,note', {
    change: (url, found) =>
      url.includes('/v7/device?') && url.includes('$top=')
        ? found.map((row) => ({ ...row, note: '=reboot\n\u001B[Anow' }))
        : found,
  })
  await findTable()
  within(rows()[0] ?? document.body)
    .getAllByRole('link')[0]
    ?.focus()
  await user.keyboard('c')
  await user.click(await screen.findByRole('menuitem', { name: /^Notes/ }))
  await screen.findByText('Notes copied')
  expect(await navigator.clipboard.readText()).toBe('=reboot [Anow')
})
