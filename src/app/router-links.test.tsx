import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { Link, LinkProvider, useLinks, type LinkProps } from '@/ui/layout/link.tsx'
import { RouterStateContext } from '@/widgets/navigation/pending-location.ts'
import { routerLinks } from './router-links.tsx'

afterEach(cleanup)

/** Renders two tabs below `/dashboard` and a link. */
function open(link: LinkProps) {
  function Tab({ to }: { to: string }) {
    const isCurrent = useLinks().useIsCurrent(to)
    return <Link to={to}>{isCurrent ? `${to} now` : to}</Link>
  }
  function Place() {
    return `At ${useLocation().pathname}`
  }
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <Tab to="/one" />
            <Tab to="/two" />
            <Place />
            <Link {...link}>Tried</Link>
          </>
        ),
      },
    ],
    { basename: '/dashboard', initialEntries: ['/dashboard/one?page=2'] },
  )
  render(
    <LinkProvider adapter={routerLinks}>
      <RouterStateContext value={router}>
        <RouterProvider router={router} />
      </RouterStateContext>
    </LinkProvider>,
  )
  return { router, link: screen.getByRole('link', { name: 'Tried' }) }
}

const press = userEvent.click

test('a link includes the base path, and marks the tab of its target', async () => {
  const { router, link } = open({ to: '/two/parts?sort=name' })
  expect(link.getAttribute('href')).toBe('/dashboard/two/parts?sort=name')
  expect(screen.getByText('/one now')).toBeTruthy()
  await press(link)
  expect(await screen.findByText('/two now')).toBeTruthy()
  expect(screen.queryByText('/one now')).toBeNull()
  expect(router.state.location).toMatchObject({ pathname: '/dashboard/two/parts', search: '?sort=name' })
  expect(router.state.historyAction).toBe('PUSH')
  expect(await screen.findByText(/At \/two\/parts/)).toBeTruthy()
})

test('a link to the current page adds no history entry', async () => {
  const { router, link } = open({ to: '/one?page=2' })
  await press(link)
  await vi.waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
})

test.each([
  ['with Ctrl held', {}, { ctrlKey: true }],
  ['with Shift held', {}, { shiftKey: true }],
  ['by the middle button', {}, { button: 1 }],
  ['into another tab', { target: '_blank' }, {}],
])('a click %s is left to the browser', (_, props, how) => {
  const { router, link } = open({ to: '/two', ...props })
  const went = vi.spyOn(router, 'navigate')
  let isLeft = false
  // jsdom does not navigate, and prints an error.
  window.addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  fireEvent.click(link, how)
  expect(isLeft).toBe(true)
  expect(went).not.toHaveBeenCalled()
})

test('a click handler can prevent the navigation', () => {
  const { router, link } = open({ to: '/two', onClick: (event) => event.preventDefault() })
  const went = vi.spyOn(router, 'navigate')
  fireEvent.click(link)
  expect(went).not.toHaveBeenCalled()
})
