import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cookieChoice, seenMajor, sidebarCollapsed } from '../../../src/app/shell/preferences.ts'
import { pinnedFleets } from '../../../src/domain/fleet/pinned-fleets.ts'
import { showAppsPreference } from '../../../src/widgets/fleet/show-apps-preference.ts'
import {
  address,
  findHeading,
  json,
  storeToken,
  openApp,
  refuse,
  TOKEN_KEY,
  type Answer,
} from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'

/** Opens a page of the shell that sends no requests itself. */
async function openShell(answer?: Answer, path = '/404') {
  storeToken()
  const opened = await openApp(path, answer)
  await findHeading('Page not found')
  return opened
}

const user =
  (username: string): Answer =>
  ({ url }) =>
    url.includes('/actor/v1/whoami')
      ? json({ id: 3, actorType: 'user', actorTypeId: 1, username, email: 'ada@flotilla.example' })
      : undefined

const staticFile =
  (name: string, body: () => unknown): Answer =>
  ({ url }) =>
    url.endsWith(`/${name}`) ? json(body()) : undefined

const PROFILE = {
  email: 'nora@example.com',
  is_verified: true,
  must_be_verified: false,
  first_name: 'Nora',
  last_name: 'Noor',
  company: 'Noor & Co',
  account_type: 'personal',
  has_disabled_newsletter: true,
}

const openUserMenu = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Account of ${name}` }))

test('an unknown URL shows a page with a link to the start page [ROUTE-002, ROUTE-003]', async () => {
  storeToken()
  await openApp('/no/such/page')
  await findHeading('Page not found')
  await waitFor(() => expect(document.title).toBe('Page not found · Flotilla'))
  await userEvent.click(screen.getByRole('link', { name: 'Go home' }))
  await waitFor(() => expect(address()).toBe('/fleets'))
})

test('/404 is the not-found page [ROUTE-045]', async () => {
  await openShell(undefined, '/404')
  expect(screen.getByRole('link', { name: 'Go home' })).toBeTruthy()
})

test('every page has its breadcrumbs once [SHELL-012]', async () => {
  await openShell()
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(within(crumbs).getByText('Page not found').getAttribute('aria-current')).toBe('page')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test('if a page removes the clicked link, the page gets the focus without scrolling', async () => {
  await openWorld('/fleets')
  const fleet = await within(await screen.findByRole('main')).findByRole('link', { name: 'kiosk-lobby' })
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await userEvent.click(fleet)
  await findHeading('kiosk-lobby')
  const content = screen.getByRole('main')
  await waitFor(() => expect(content).toHaveFocus())
  const calls = focus.mock.calls.filter((_, at) => focus.mock.contexts[at] === content)
  expect(calls).toEqual([[{ preventScroll: true }]])
})

test('the header links to the help resources of the platform [SHELL-013]', async () => {
  await openShell()
  await userEvent.click(screen.getByRole('button', { name: 'Help' }))
  const menu = await screen.findByRole('menu', { name: 'Help' })
  for (const name of [
    'Getting started',
    'Documentation',
    'Feature requests',
    'Forums',
    'Help centre',
    'Platform status',
    'Hub',
  ])
    expect(within(menu).getByRole('menuitem', { name }).getAttribute('href')).toMatch(/^https:/)
})

test('a staging deployment has its own help center [SHELL-026]', async () => {
  await openShell(({ url }) => (url.endsWith('/config') ? json({ deployment: 'staging' }) : undefined))
  await userEvent.click(screen.getByRole('button', { name: 'Help' }))
  const link = await screen.findByRole('menuitem', { name: 'Help centre' })
  await waitFor(() => expect(link.getAttribute('href')).toBe('https://support.platform.example/'))
})

test('the sidebar shows lists with their counts, and apps only if enabled, marked Alpha [SHELL-004, SHELL-010, SHELL-011]', async () => {
  await openShell()
  const main = screen.getByRole('navigation', { name: 'Main' })
  expect((await within(main).findByRole('link', { name: /Fleets 14/ })).getAttribute('href')).toBe('/fleets')
  expect(
    within(main)
      .getByRole('link', { name: /Blocks/ })
      .getAttribute('href'),
  ).toBe('/blocks')
  expect(within(main).queryByRole('link', { name: /Apps/ })).toBeNull()
  act(() => showAppsPreference.set(true))
  expect(
    within(main)
      .getByRole('link', { name: /Apps Alpha/ })
      .getAttribute('href'),
  ).toBe('/apps')
})

test('the platform counts the applications of a large account by class [SHELL-004]', async () => {
  const counts = { fleet: 1204, app: 3, block: 17 }
  const { asked } = await openShell(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'https://api.platform.example')
    const [, ofClass] = /is_of__class eq '(\w+)'/.exec(searchParams.get('$filter') ?? '') ?? []
    if (pathname === '/v7/application/$count') return json({ d: counts[ofClass as keyof typeof counts] })
    return pathname === '/v7/application'
      ? json({ d: Array.from({ length: 1000 }, () => ({ is_of__class: 'fleet' })) })
      : undefined
  })
  const main = screen.getByRole('navigation', { name: 'Main' })
  expect(await within(main).findByRole('link', { name: /Fleets 1,204/ })).toBeVisible()
  expect(within(main).getByRole('link', { name: /Blocks 17/ })).toBeVisible()
  expect(asked.filter(({ url }) => url.includes('is_of__class')).length).toBe(4)
})

test('the setting to show apps is stored in this browser [SHELL-005]', async () => {
  await openShell()
  act(() => showAppsPreference.set(true))
  expect(localStorage.getItem('flotilla:live:api.platform.example:display-apps')).toBe('true')
})

test('of several organizations the one of the open device leads the navigation, elsewhere the product does', async () => {
  const second = (rows: Record<string, unknown>[]) => [
    ...rows,
    { ...rows[0], id: 999_999, name: 'Second Firm', handle: 'second_firm' },
  ]
  await openWorld(
    async (world) => {
      const [device] = await world.rows('/v7/device?$select=uuid&$top=1', 'ada')
      return `/devices/${String(device?.uuid)}`
    },
    { change: (url, rows) => (/^\/v7\/organization\?.*has_past_due/.test(url) ? second(rows) : rows) },
  )
  const home = await screen.findByRole('link', { name: /Acme Logistics Flotilla/ })
  await userEvent.click(home)
  await findHeading(/^Fleets/)
  expect(screen.queryByRole('link', { name: /Acme Logistics Flotilla/ })).toBeNull()
})

test('pinned fleets are in the sidebar', async () => {
  await openShell()
  act(() => pinnedFleets.set([{ id: 4, name: 'cold-chain-eu', fleetClass: 'fleet' }]))
  const pinned = screen.getByRole('navigation', { name: 'Pinned' })
  expect(within(pinned).getByRole('link', { name: 'cold-chain-eu' }).getAttribute('href')).toBe('/fleets/4')
})

test('the collapsed sidebar is remembered, and its links keep their names', async () => {
  await openShell()
  await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(sidebarCollapsed.get()).toBe(true)
  expect(screen.getByRole('link', { name: 'Fleets' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeTruthy()
})

test('the user menu shows the username and copies it [SHELL-016, SHELL-017]', async () => {
  await openShell()
  const writeText = vi
    .spyOn(navigator.clipboard ?? (await installClipboard()), 'writeText')
    .mockResolvedValue()
  await openUserMenu('ada')
  const menu = await screen.findByRole('menu', { name: /^Account of/ })
  expect(within(menu).getByText('ada')).toBeTruthy()
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Copy username' }))
  expect(writeText).toHaveBeenCalledWith('ada')
})

test('a platform with profiles returns the username with the profile, in one request [SHELL-016]', async () => {
  const { asked } = await openShell(({ url }) =>
    url.includes('/v7/user_profile')
      ? json({ d: [{ ...PROFILE, is_of__user: [{ id: 1, username: 'nora' }] }] })
      : undefined,
  )
  expect(await screen.findByRole('button', { name: 'Account of nora' })).toBeVisible()
  expect(asked.filter(({ url }) => url.includes('whoami'))).toEqual([])
})

async function installClipboard() {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } })
  return navigator.clipboard
}

test.each([
  ['a'.repeat(20), 'a'.repeat(20)],
  ['a'.repeat(21), `${'a'.repeat(17)}...`],
])('the username %s is shown as %s [SHELL-018]', async (name, shown) => {
  await openShell(user(name))
  await openUserMenu(name)
  expect(within(await screen.findByRole('menu', { name: /^Account of/ })).getByText(shown)).toBeTruthy()
})

test.each([
  ['ada', ['Billing', 'Credits']],
  ['mel', []],
] as const)(
  'for %s, the pages of an organization include %j of those that need a permission [SHELL-030]',
  async (person, names) => {
    await openWorld('/orgs/1', { as: person })
    await findHeading('Acme Logistics')
    expect(await screen.findByRole('link', { name: 'Members' })).toBeTruthy()
    const offered = ['Billing', 'Credits'].filter((name) => screen.queryByRole('link', { name }) !== null)
    expect(offered).toEqual(names)
  },
)

test('only platform admins have an Admin link [SHELL-020]', async () => {
  await openShell()
  await openUserMenu('ada')
  const menu = await screen.findByRole('menu', { name: /^Account of/ })
  expect(within(menu).queryByRole('menuitem', { name: /Admin/ })).toBeNull()
})

test('a platform admin has an Admin link [SHELL-020]', async () => {
  storeToken({ permissions: ['admin.home'] })
  await openApp('/404', ({ url }) => (url.includes('refresh-token') ? refuse(500) : undefined))
  await findHeading('Page not found')
  await openUserMenu('ada')
  const menu = await screen.findByRole('menu', { name: /^Account of/ })
  expect(within(menu).getByRole('menuitem', { name: /Admin/ }).getAttribute('href')).toBe(
    'https://admin.platform.example/',
  )
})

test('signing out ends the session [SHELL-021]', async () => {
  await openShell()
  await openUserMenu('ada')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await findHeading('Sign in')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(address()).toBe('/login')
})

test('the theme follows the choice', async () => {
  await openShell()
  await openUserMenu('ada')
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
  expect(screen.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Light' }))
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light')
})

test('essential cookies are always on, analytics cookies are asked for once [SHELL-023, SHELL-024]', async () => {
  await openShell()
  const banner = screen.getByRole('region', { name: 'Cookies' })
  const essential = within(banner).getByRole<HTMLInputElement>('checkbox', { name: 'Essential cookies' })
  await userEvent.click(essential)
  expect(essential.checked).toBe(true)
  expect(within(banner).getByText(/always on\. Analytics/)).toBeTruthy()
  const analytics = within(banner).getByRole<HTMLInputElement>('checkbox', { name: 'Analytics cookies' })
  expect(analytics.checked).toBe(false)
  await userEvent.click(analytics)
  await userEvent.click(within(banner).getByRole('button', { name: 'Save choice' }))
  expect(cookieChoice.get()).toEqual({ analytics: true })
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
})

test('while the platform is unreachable an alert is shown, and Retry repeats the waiting reads [SHELL-025, ERR-009, ERR-010, ERR-011, ERR-012]', async () => {
  let reachable = false
  await openShell(({ url }) =>
    reachable || !url.startsWith('https://api.')
      ? undefined
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  const alert = await screen.findByText(/You are offline/)
  // In the part that stays in sight, as one line; and what was read before looks doubtful.
  expect(screen.getByRole('banner').parentElement).toContainElement(alert)
  expect(screen.getByText('Offline: data may be outdated')).toBeInTheDocument()
  expect(document.documentElement).toHaveAttribute('data-doubtful')
  expect(screen.queryByRole('link', { name: /Fleets 14/ })).toBeNull()
  reachable = true
  await userEvent.click(
    within(alert.closest<HTMLElement>('[role=alert]') ?? document.body).getByRole('button', {
      name: 'Retry',
    }),
  )
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull())
  expect(document.documentElement).not.toHaveAttribute('data-doubtful')
  expect(await screen.findByRole('link', { name: /Fleets 14/ })).toBeTruthy()
})

test('only what makes the page doubtful stays in sight; other notices scroll with the page', async () => {
  await openShell(({ url }) =>
    url.includes('/v7/user_profile')
      ? json({ d: [{ ...PROFILE, is_verified: false, is_of__user: [{ id: 1, username: 'nora' }] }] })
      : undefined,
  )
  const notice = await screen.findByText(/is not verified yet/)
  expect(screen.getByRole('banner').parentElement).not.toContainElement(notice)
})

test('staff who act as another user see that on every page, with the way back', async () => {
  storeToken({ actualUser: 9 })
  await openApp('/404', ({ url }) => (url.includes('refresh-token') ? refuse(500) : undefined))
  await findHeading('Page not found')
  const line = await screen.findByText(/^You act as ada\. Your actions are recorded under both names\./)
  expect(screen.getByRole('banner').parentElement).toContainElement(line)
  await userEvent.click(
    within(line.closest<HTMLElement>('[role=status]') ?? document.body).getByRole('button', {
      name: 'Sign out',
    }),
  )
  await findHeading('Sign in')
  expect(
    await screen.findByText('You no longer act as another user. Sign in with your own account.'),
  ).toBeVisible()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('a user who acts as nobody else has no such line', async () => {
  await openShell()
  await screen.findByRole('button', { name: 'Account of ada' })
  expect(screen.queryByText(/^You act as/)).toBeNull()
})

test('a first page that is throttled for long does not hold the shell away, where other pages can be opened', async () => {
  storeToken()
  await openApp('/orgs', ({ url }) =>
    url.includes('/v7/organization?') ? refuse(429, { 'retry-after': '50' }) : undefined,
  )
  expect(
    await screen.findByText(
      /^The platform is throttling requests\. This page is loaded at \d\d:\d\d \w+\. Other pages/,
    ),
  ).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Account of ada' })).toBeVisible()
  expect(await screen.findByRole('link', { name: /Fleets 14/ })).toBeVisible()
  const shell = screen.getByRole('banner')
  await userEvent.click(screen.getByRole('link', { name: /Fleets 14/ }))
  await findHeading('Fleets')
  expect(screen.queryByText(/This page (takes longer|is loaded)/)).toBeNull()
  // The shell stays as it is when its page comes.
  expect(screen.getByRole('banner')).toBe(shell)
})

test('a profile that is throttled for long does not hold the page away', async () => {
  storeToken()
  await openApp('/fleets', ({ url }) =>
    url.includes('/v7/user_profile') ? refuse(429, { 'retry-after': '50' }) : undefined,
  )
  await findHeading('Fleets')
})

test.each([
  ['a status of 500', () => refuse(500)],
  [
    'a truncated response',
    () => new Response('{"d": [{"id": 1', { headers: { 'content-type': 'application/json' } }),
  ],
])('a read that fails twice with %s is repeated, and the page appears', async (_what, broken) => {
  storeToken()
  let failures = 0
  await openApp('/orgs', ({ url }) => {
    if (!/\/v7\/organization\?.*application/.test(readable(url)) || failures === 2) return undefined
    failures += 1
    return broken()
  })
  expect(await screen.findByText('The organizations that you belong to appear here')).toBeVisible()
  expect(failures).toBe(2)
})

test('a page that has given up is tried again by itself while it is in sight', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  storeToken()
  let broken = true
  const answered = Promise.withResolvers<void>()
  const { asked } = await openApp('/orgs', async ({ url }) => {
    if (!url.includes('/v7/organization?')) return undefined
    if (broken) return refuse(500)
    await answered.promise
    return undefined
  })
  expect(await screen.findByText('The organizations could not be loaded')).toBeVisible()
  const reads = () =>
    asked.filter(({ url }) => /^\/v7\/organization\?.*application/.test(readable(url))).length
  const before = reads()
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  expect(reads()).toBe(before)
  Reflect.deleteProperty(document, 'visibilityState')
  broken = false
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  await act(async () => answered.resolve())
  await waitFor(() => expect(screen.queryByText('The organizations could not be loaded')).toBeNull())
})

test('a list that the platform limits for minutes says until when, is not asked for until then, and appears by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  storeToken()
  let limits = 1
  const { asked } = await openApp('/orgs', ({ url }) =>
    url.includes('/v7/organization?') && limits-- > 0 ? refuse(429, { 'retry-after': '120' }) : undefined,
  )
  expect(await screen.findByText('The organizations could not be loaded')).toBeVisible()
  expect(screen.getByText(/available again at \d\d:\d\d/)).toBeVisible()
  const reads = () => asked.filter(({ url }) => readable(url).startsWith('/v7/organization?')).length
  const before = reads()
  await act(() => vi.advanceTimersByTimeAsync(110_000))
  expect(reads()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(26_000))
  await waitFor(() => expect(screen.queryByText('The organizations could not be loaded')).toBeNull())
  expect(reads()).toBeGreaterThan(before)
})

test('a rate-limited request is shown in a toast [ERR-008]', async () => {
  await openShell(({ url }) =>
    url.includes('/v7/application') ? refuse(429, { 'retry-after': '20' }) : undefined,
  )
  expect(await screen.findByText('The platform is throttling requests. Trying again in 20 s.')).toBeTruthy()
})

test('the changelog opens from the sidebar, and is read without a token [SHELL-009, CHLOG-010]', async () => {
  const changes = { versions: [{ version: '30.1.1', date: '2026-11-20', changes: ['A first change'] }] }
  const { asked } = await openShell(staticFile('changelog.json', () => changes))
  await userEvent.click(screen.getByRole('button', { name: 'What is new' }))
  const dialog = await screen.findByRole('dialog', { name: 'What is new' })
  expect(await within(dialog).findByText('A first change')).toBeTruthy()
  const request = asked.find(({ url }) => url.endsWith('/changelog.json'))
  expect(request?.method).toBe('GET')
  expect(request?.headers.has('authorization')).toBe(false)
})

test('a new major version opens the changelog until it was seen [CHLOG-001, CHLOG-009]', async () => {
  storeToken()
  localStorage.setItem('flotilla:live:api.platform.example:changelog-seen-major', '29')
  const changes = { versions: [{ version: '30.1.1', date: '2026-11-20', changes: ['A first change'] }] }
  await openApp(
    '/404',
    staticFile('changelog.json', () => changes),
  )
  const dialog = await screen.findByRole('dialog', { name: 'What is new' })
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seenMajor.get()).toBe(30)
})

test('the changelog button is marked while a new major version is available [CHLOG-002]', async () => {
  storeToken()
  localStorage.setItem('flotilla:live:api.platform.example:changelog-seen-major', '29')
  const changes = { versions: [{ version: '30.1.1', date: '2026-11-20', changes: ['A first change'] }] }
  await openApp(
    '/404',
    staticFile('changelog.json', () => changes),
  )
  expect(
    await screen.findByRole('button', { name: 'What is new, new version available', hidden: true }),
  ).toBeTruthy()
})

test('a new version of the dashboard is noticed within ten minutes, without a token [CHLOG-003, CHLOG-004, CHLOG-011]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let builtAt = '2026-11-20T10:00:00Z'
  const { asked } = await openShell(staticFile('build-time.json', () => ({ builtAt })))
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith('/build-time.json'))).toBe(true))
  builtAt = '2026-11-20T11:00:00Z'
  await act(() => vi.advanceTimersByTimeAsync(590_000))
  expect(screen.queryByText(/out of date/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  const line = await screen.findByText(/This page is out of date\. Refresh/)
  expect(screen.getByRole('banner').parentElement).toContainElement(line)
  expect(
    asked.some(({ url, headers }) => url.endsWith('/build-time.json') && headers.has('authorization')),
  ).toBe(false)
})

test('a page that knows its build time sends the first version check after ten minutes [CHLOG-003, CHLOG-004]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const meta = document.createElement('meta')
  meta.name = 'built-at'
  meta.content = '2026-11-20T10:00:00Z'
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  const { asked } = await openShell(
    staticFile('build-time.json', () => ({ builtAt: '2026-11-20T11:00:00Z' })),
  )
  const reads = () => asked.filter(({ url }) => url.endsWith('/build-time.json')).length
  await act(() => vi.advanceTimersByTimeAsync(590_000))
  expect(reads()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(reads()).toBe(1)
  expect(await screen.findByText(/This page is out of date\. Refresh/)).toBeVisible()
})

test.each([
  ['a member', {}],
  ['staff', { permissions: ['admin.home'] }],
])('%s sees the changelog, and the announcement during its days [CHLOG-012]', async (_who, claims) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2024-11-22T12:00Z') })
  storeToken(claims)
  await openApp('/404', ({ url }) => (url.includes('refresh-token') ? refuse(500) : undefined))
  await findHeading('Page not found')
  expect(screen.getByRole('button', { name: 'What is new' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(await screen.findByText(/new dashboard/)).toBeTruthy()
})

test('every request contains the name and version of the dashboard [SHELL-001, SHELL-002]', async () => {
  const { asked } = await openShell()
  await screen.findByRole('link', { name: /Fleets 14/ })
  const toPlatform = asked.filter(({ url }) => url.startsWith('/'))
  expect(toPlatform.length).toBeGreaterThan(2)
  for (const { headers } of toPlatform) expect(headers.get('x-balena-client')).toBe('flotilla/30.1.1')
})

test('a page that fails to load shows the status and a refresh button [ROUTE-019, ROUTE-020]', async () => {
  storeToken()
  await openApp('/devices/0123456789abcdef0123456789abcdef', ({ url }) =>
    url.includes('/v7/device') ? refuse(500) : undefined,
  )
  await findHeading('This page could not be shown')
  expect(screen.getByText('Status: 500 Internal Server Error')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy()
})

test.each([
  ['was not found [ERR-020]', json('', 404), 'Not found'],
  [
    'needs another device first [ERR-021]',
    json({ error: 'updateRequired' }, 400),
    'A device update is required before this can be done',
  ],
  ['failed without a word [ERR-023]', refuse(400), 'There was an error with your request'],
  ['broke [ERR-023]', refuse(500), 'Something went wrong, please try again later'],
  [
    'broke with a message',
    new Response('The database is being moved', { status: 503 }),
    'The database is being moved',
  ],
])('a page whose data %s shows that', async (_what, answer, words) => {
  storeToken()
  await openApp('/devices/0123456789abcdef0123456789abcdef', ({ url }) =>
    url.includes('/v7/device') ? answer.clone() : undefined,
  )
  await findHeading('This page could not be shown')
  expect(screen.getByText(words)).toBeVisible()
})

test('the picture in the header is loaded by a hash of the email [SHELL-015]', async () => {
  storeToken()
  await openApp('/fleets')
  const account = await screen.findByRole('button', { name: 'Account of ada' })
  // SHA-256 of ada@flotilla.example.
  const hash = 'ec7ce0b4a5fa62286d91bc221cf0eca6a01131aa88deefe63b6435b67e8b5a09'
  await waitFor(() =>
    expect(account.querySelector('img')?.src).toBe(`https://www.gravatar.com/avatar/${hash}?s=60&d=404`),
  )
})
