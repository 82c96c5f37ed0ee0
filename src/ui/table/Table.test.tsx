import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SortHeader, TableFrame } from './Table.tsx'

afterEach(cleanup)

const aTable = (onSort = () => {}) => render(tableOf(['one', 'two', 'three'], onSort))

function tableOf(names: readonly string[], onSort = () => {}) {
  return (
    <TableFrame label="Devices" rowCount={1204}>
      <thead>
        <tr>
          <SortHeader>Select</SortHeader>
          <SortHeader sorted="desc" onSort={onSort}>
            Name
          </SortHeader>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td>
              {name !== 'two' && (
                <Checkbox label={`Select ${name}`} hideLabel checked={false} onChange={() => {}} />
              )}
            </td>
            <td>
              <a href={`#${name}`}>{name}</a> <button type="button">Copy {name}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')

test('arrow keys move between rows in the same column, and between the controls of a row', async () => {
  aTable()
  screen.getByRole('link', { name: 'one' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('two')
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('Copy two')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Copy three')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Copy three')
  await userEvent.keyboard('{Home}')
  expect(focused()).toBe('Copy one')
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}')
  expect(focused()).toBe('Select three')
})

test('another list starts at the top, a refreshed list keeps its scroll position', () => {
  const frame = (list: string) => (
    <TableFrame label="Devices" list={list}>
      <tbody />
    </TableFrame>
  )
  const { rerender } = render(frame('by name'))
  const region = screen.getByRole('region')
  region.scrollTop = 300
  rerender(frame('by name'))
  expect(region.scrollTop).toBe(300)
  rerender(frame('by status'))
  expect(region.scrollTop).toBe(0)
})

test('when the focused row is removed, the table gets the focus', () => {
  const { rerender } = aTable()
  screen.getByRole('link', { name: 'two' }).focus()
  rerender(tableOf(['one', 'two']))
  expect(focused()).toBe('two')
  rerender(tableOf(['one']))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Devices' }))
})

test('the table does not take the focus after the user has left it', () => {
  const { rerender } = aTable()
  const link = screen.getByRole('link', { name: 'two' })
  link.focus()
  link.blur()
  rerender(tableOf(['one']))
  expect(document.activeElement).toBe(document.body)
})

test('if a row has nothing in the column, its first control is focused', async () => {
  aTable()
  screen.getByRole('checkbox', { name: 'Select one' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('two')
})

test('a header shows the sort direction, and sorts when clicked', async () => {
  const onSort = vi.fn()
  aTable(onSort)
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('columnheader', { name: 'Select' }).hasAttribute('aria-sort')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenCalledTimes(1)
})

test('the frame can be scrolled by keyboard, and has the total number of rows', () => {
  aTable()
  expect(screen.getByRole('region', { name: 'Devices' }).tabIndex).toBe(0)
  expect(screen.getByRole('table', { name: 'Devices' }).getAttribute('aria-rowcount')).toBe('1204')
})
