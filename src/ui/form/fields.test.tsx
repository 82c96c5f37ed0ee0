import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { initials } from '@/ui/display/Avatar.tsx'
import { TagList } from '@/ui/display/Tag.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { Checkbox } from './Checkbox.tsx'
import { FileField } from './FileField.tsx'
import { SearchField } from './SearchField.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { SelectField } from './SelectField.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a filter is applied when typing pauses, and immediately when cleared', () => {
  vi.useFakeTimers()
  const onChange = vi.fn()
  render(<SearchField label="Filter fleets" value="" onChange={onChange} pauseMs={250} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter fleets' })
  fireEvent.change(field, { target: { value: 'c' } })
  act(() => void vi.advanceTimersByTime(200))
  fireEvent.change(field, { target: { value: 'cold ' } })
  act(() => void vi.advanceTimersByTime(249))
  expect(onChange).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(onChange.mock.calls).toEqual([['cold']])
})

test('a filter follows external changes of its value, and Escape clears it', async () => {
  const onChange = vi.fn()
  const { rerender } = render(<SearchField label="Filter" value="cold" onChange={onChange} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  rerender(<SearchField label="Filter" value="harbor" onChange={onChange} />)
  expect(field.value).toBe('harbor')
  field.focus()
  await userEvent.keyboard('{Escape}')
  expect(onChange.mock.calls).toEqual([['']])
})

test('the label of a checkbox is visible, or only its accessible name', async () => {
  const onChange = vi.fn()
  const { rerender } = render(<Checkbox label="Show apps" checked={false} onChange={onChange} />)
  await userEvent.click(screen.getByText('Show apps'))
  expect(onChange.mock.calls).toEqual([[true]])
  rerender(<Checkbox label="Select all" hideLabel checked={false} onChange={onChange} />)
  expect(screen.queryByText('Select all')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeTruthy()
})

test('pagination shows the current range, and why there is no further page', async () => {
  const onPage = vi.fn()
  render(<Pagination page={25} pageSize={50} total={1204} onPage={onPage} />)
  expect(screen.getByRole('status').textContent).toBe('1,201 – 1,204 of 1,204')
  await userEvent.click(screen.getByRole('button', { name: 'Next', description: 'This is the last page' }))
  expect(onPage).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(onPage.mock.calls).toEqual([[24]])
})

test('tags above the maximum are counted and listed in a tooltip', () => {
  const tags = ['site', 'rack', 'owner'].map((key) => ({ key, value: 'x' }))
  render(<TagList label="Tags" tags={tags} max={1} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'site: x',
    '+22 more: rack: x, owner: x',
  ])
})

test('a segmented control is a group of radio buttons', async () => {
  const onChange = vi.fn()
  render(
    <SegmentedControl
      label="View"
      value="cards"
      options={[
        { value: 'cards', label: 'Cards' },
        { value: 'table', label: 'Table' },
      ]}
      onChange={onChange}
    />,
  )
  expect(screen.getByRole('radiogroup', { name: 'View' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cards' }).checked).toBe(true)
  const names = screen.getAllByRole<HTMLInputElement>('radio').map(({ name }) => name)
  expect(new Set(names).size).toBe(1)
  await userEvent.click(screen.getByText('Table'))
  expect(onChange.mock.calls).toEqual([['table']])
})

test.each([
  ['ada_lovelace', 'AL'],
  ['ada', 'AD'],
  ['…', '?'],
  ['Édith Piaf', 'ÉP'],
])('%s is abbreviated as %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('a required field is marked, for screen readers too, and its name stays', () => {
  render(
    <>
      <TextField required label="Name" />
      <TextArea required label="Public key" />
      <TextField label="Company" />
    </>,
  )
  for (const name of ['Name', 'Public key']) {
    expect(screen.getByRole('textbox', { name })).toHaveAttribute('aria-required', 'true')
    expect(screen.getByText(name)).toHaveAttribute('data-required')
  }
  expect(screen.getByRole('textbox', { name: 'Company' })).not.toHaveAttribute('aria-required')
  expect(screen.getByText('Company')).not.toHaveAttribute('data-required')
})

test('the hint of every kind of field is between its label and its control', () => {
  render(
    <>
      <TextField label="Name" description="Hint" />
      <TextArea label="Message" description="Hint" />
      <SelectField
        label="Type"
        description="Hint"
        value="a"
        options={[{ value: 'a', label: 'A' }]}
        onChange={() => {}}
      />
      <FileField label="Logo" description="Hint" onChoose={() => {}} />
    </>,
  )
  for (const label of ['Name', 'Message', 'Type', 'Logo']) {
    const control = screen.getByLabelText(label)
    const hint = document.getElementById(control.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Hint')
    expect(hint?.compareDocumentPosition(control)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
})
