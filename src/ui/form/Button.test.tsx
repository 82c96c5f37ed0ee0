import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button, IconButton } from './Button.tsx'

afterEach(cleanup)

test('a disabled button keeps its place, can be focused, and shows the reason', async () => {
  const onClick = vi.fn()
  render(
    <Button reason="The device is offline" onClick={onClick}>
      Restart
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Restart', description: 'The device is offline' })
  expect(button.hasAttribute('disabled')).toBe(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
})

test('a button keeps the focus when its reason changes', () => {
  const { rerender } = render(<Button>Restart</Button>)
  const button = screen.getByRole('button', { name: 'Restart' })
  button.focus()
  rerender(<Button reason="The device is offline">Restart</Button>)
  expect(document.activeElement).toBe(button)
  rerender(<Button>Restart</Button>)
  expect(document.activeElement).toBe(button)
})

test('a submit button with a reason does not submit', async () => {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" reason="Type the name first">
        Delete
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a busy button ignores clicks, and is announced as busy', async () => {
  const onClick = vi.fn()
  render(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onClick).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

test('an icon button has only an accessible name', async () => {
  const onClick = vi.fn()
  render(<IconButton label="Download logs" icon={<svg />} onClick={onClick} />)
  await userEvent.click(screen.getByRole('button', { name: 'Download logs' }))
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('the reason is shown on hover, and Escape hides it', async () => {
  render(<Button reason="The device is offline">Restart</Button>)
  await userEvent.hover(screen.getByRole('button'))
  const hint = await screen.findByText('The device is offline', { ignore: '[hidden]' })
  expect(hint.getAttribute('aria-hidden')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('The device is offline', { ignore: '[hidden]' })).toBeNull()
})
