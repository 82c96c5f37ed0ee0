import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shownToasts } from '../../../src/ui/feedback/toasts.ts'
import { findHeading, refuse } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'

const user = userEvent.setup()

test.each([
  ['401', () => refuse(401)],
  ['429', () => refuse(429)],
  ['503', () => refuse(503)],
  ['no answer at first', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)(
  'the first page is shown although the platform answers its detection with %s',
  async (_what, fault) => {
    let faults = 1
    const { asked } = await openWorld('/fleets', {
      platform: 'open',
      answer: (request) =>
        new URL(request.url).pathname === '/config' && faults-- > 0 ? fault() : undefined,
    })
    await findHeading('Fleets')
    await screen.findByRole('link', { name: 'cold-chain-eu' })
    expect(screen.queryByText('This page could not be shown')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Deploy from a repository' })).toBeNull()
    expect(asked.filter(({ url }) => url === '/config').length).toBeGreaterThan(0)
  },
)

test('organizations and their members cannot be changed, and their pages offer no change', async () => {
  await openWorld(
    async (world) => {
      const [own] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
      return `/orgs/${Number(own?.['id'])}`
    },
    { platform: 'open' },
  )
  const name = within(await screen.findByRole('group', { name: 'Name' }))
  expect(name.getByText('Organizations of this platform cannot be changed or deleted.')).toBeTruthy()
  expect(name.queryByRole('button', { name: 'Rename' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete organization' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Members' }))
  await screen.findByRole('table', { name: /Members/ })
  expect(screen.queryAllByRole('button', { name: /^Remove/ })).toEqual([])
})

test('a user of another organization is offered everything, and a refusal does not end the session', async () => {
  let refusals = 0
  const { world } = await openWorld(async (of) => `/fleets/${await fleetId(of, 'cold-chain-eu')}/settings`, {
    platform: 'open',
    as: 'omar',
    answer: (request) =>
      request.method === 'PATCH' && request.url.includes('/v7/application') && refusals++ === 0
        ? refuse(401)
        : undefined,
  })
  const rename = within(await screen.findByRole('group', { name: 'Name' })).getByRole('button', {
    name: 'Rename',
  })
  expect(rename).not.toHaveAttribute('aria-disabled')
  await user.click(rename)
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), 'renamed-by-omar')
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  await dialog.findByText(/refused this\. It also does so when it is overloaded/)
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  await waitFor(async () =>
    expect(await world.count("/v7/application/$count?$filter=app_name eq 'renamed-by-omar'", 'ada')).toBe(1),
  )
})

test('an unknown device leads to the fleets, and a message says why', async () => {
  await openWorld(`/devices/${'f'.repeat(32)}`, { platform: 'open' })
  await findHeading('Fleets')
  expect(shownToasts().map(({ title }) => title)).toEqual([
    'This device does not exist, or you have no access to it',
  ])
})

test('without device types, the form for a fleet says why none can be chosen', async () => {
  await openWorld('/fleets?create=new', {
    platform: 'open',
    change: (url, rows) => (url.startsWith('https://api.platform.example/v7/device_type') ? [] : rows),
  })
  const choice = await screen.findByRole('combobox', { name: /Default device type/ })
  await screen.findAllByText(/This platform has no device types/)
  expect(choice).toHaveAttribute('aria-disabled', 'true')
})

/** Everything that is ever written on the page, in one text. */
function watchTexts(): () => string {
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => texts.join('\n')
}

test.each([
  ['open', '/fleets'],
  ['open', '/orgs'],
  ['hosted', '/fleets'],
  ['hosted', '/preferences/tokens'],
] as const)(
  'a token of the %s platform that becomes invalid on %s leads to the sign-in with one message',
  async (platform, path) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isInvalid = false
    await openWorld(path, { platform, answer: () => (isInvalid ? refuse(401) : undefined) })
    await screen.findByRole('heading', { level: 1 })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const read = watchTexts()
    isInvalid = true
    // Polls of the page fail; the open-source backend is asked several times, because it also refuses when it is busy.
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    await findHeading('Sign in')
    expect(read()).toContain('Your session has expired')
    expect(read()).not.toMatch(/Something went wrong|This page could not be shown/)
  },
)
