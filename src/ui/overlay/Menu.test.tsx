import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '@/ui/form/Button.tsx'
import { Menu, type MenuProps } from './Menu.tsx'

afterEach(cleanup)

function aMenu(groups: MenuProps['groups'], reason?: string) {
  render(
    <>
      <Menu trigger={<Button reason={reason}>Actions</Button>} groups={groups} />
      <button type="button">Elsewhere</button>
    </>,
  )
  return screen.getByRole('button', { name: 'Actions' })
}

const focused = () => document.activeElement?.textContent

test('opens by arrow down, moves by arrow keys and first letters, and returns the focus', async () => {
  const trigger = aMenu([
    { actions: [{ label: 'Restart' }, { label: 'Reboot' }] },
    { actions: [{ label: 'Purge' }] },
  ])
  trigger.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('menu', { name: 'Actions' })).toBeTruthy()
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Restart')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Purge')
  await userEvent.keyboard('r')
  expect(focused()).toBe('Restart')
  await userEvent.keyboard('r')
  expect(focused()).toBe('Reboot')
  await userEvent.keyboard('{End}{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger)
})

test('runs an action after the menu is closed and the focus is returned', async () => {
  const trigger = aMenu([
    { actions: [{ label: 'Restart', onSelect: () => expect(document.activeElement).toBe(trigger) }] },
  ])
  await userEvent.click(trigger)
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a switch keeps the focus when the title of its group changes', async () => {
  function Sizes() {
    const [size, setSize] = useState(13)
    const larger = { label: 'Larger', keepOpen: true, onSelect: () => setSize(size + 1) }
    return (
      <Menu
        trigger={<Button>Size</Button>}
        groups={[{ key: 'size', title: `${size} px`, actions: [larger] }]}
      />
    )
  }
  render(<Sizes />)
  await userEvent.click(screen.getByRole('button', { name: 'Size' }))
  await userEvent.keyboard('{Enter}{Enter}')
  expect(screen.getByRole('group', { name: '15 px' })).toBeInTheDocument()
  expect(screen.getByRole('menuitem', { name: 'Larger' })).toHaveFocus()
})

test('a disabled action can be focused, shows the reason and does nothing', async () => {
  const onSelect = vi.fn()
  const trigger = aMenu([{ actions: [{ label: 'Restart', reason: 'The device is offline', onSelect }] }])
  await userEvent.click(trigger)
  const item = screen.getByRole('menuitem', { name: /Restart.*The device is offline/ })
  expect(document.activeElement).toBe(item)
  await userEvent.click(item)
  expect(onSelect).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeTruthy()
})

test('choices are marked as selected, and may keep the menu open', async () => {
  const onSelect = vi.fn()
  const trigger = aMenu([
    { title: 'Density', actions: [{ label: 'Compact', checked: true, keepOpen: true, onSelect }] },
    { title: 'Columns', multiple: true, actions: [{ label: 'UUID', checked: false, keepOpen: true }] },
  ])
  await userEvent.click(trigger)
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compact', checked: true }))
  expect(onSelect).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('menuitemcheckbox', { name: 'UUID', checked: false })).toBeTruthy()
})

test('a click outside closes the menu, and does not move the focus', async () => {
  const trigger = aMenu([{ actions: [{ label: 'Restart' }] }])
  await userEvent.click(trigger)
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(focused()).toBe('Elsewhere')
})

test('a disabled button opens no menu', async () => {
  const trigger = aMenu([{ actions: [{ label: 'Restart' }] }], 'You may not do this')
  await userEvent.click(trigger)
  trigger.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.queryByRole('menu')).toBeNull()
})
