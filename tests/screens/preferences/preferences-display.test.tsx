import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { headerColour, navigationStripes } from '../../../src/domain/account/header-preferences.ts'
import { formatPreferences } from '../../../src/lib/format-preferences.ts'
import { setting } from '../fleets/settings-screens.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { reasonOf, write } from '../variables/variable-screens.ts'
import { findMessage } from './preferences-screens.ts'

const tabs = [
  ['Account details', 'details', 'Account details'],
  ['SSH keys', 'sshkeys', 'SSH keys'],
  ['Access tokens', 'access-tokens', 'Access tokens'],
  ['Profile', 'profile', 'Profile'],
  ['Two-factor authentication', '2fa', 'Two-factor authentication'],
  ['Display', 'experimental', 'Display'],
] as const

const usual = formatPreferences.get()
afterEach(() => formatPreferences.set(usual))

/** The header of the shell; panels have headers too. */
const header = () => screen.getByRole('button', { name: /^Search or jump/ }).closest('header')

test('the user menu opens the preferences, whose tabs are the pages below it [SHELL-019, ROUTE-047, ROUTE-048]', async () => {
  await openWorld('/blocks', { as: 'ada' })
  await findHeading('Blocks')
  await userEvent.click(await screen.findByRole('button', { name: 'Account of ada' }))
  await userEvent.click(await screen.findByText('Preferences'))
  await findHeading('Account details')
  await waitFor(() => expect(address()).toBe('/preferences/details'))
  const row = within(screen.getByRole('navigation', { name: 'Preferences sections' }))
  expect(row.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(tabs.map(([tab]) => tab))
  for (const [tab, path, heading] of tabs) {
    await userEvent.click(row.getByRole('link', { name: tab }))
    await findHeading(heading)
    await waitFor(() => expect(address()).toBe(`/preferences/${path}`))
  }
})

test('an unknown tab is not found', async () => {
  await openWorld('/preferences/nothing', { as: 'ada' })
  await findHeading('Page not found')
})

test('the header has the colour that the user selects, by default the theme’s; apps are shown if enabled [SHELL-014, PREF-008, PREF-009, PREF-010, PREF-011]', async () => {
  await openWorld('/preferences/experimental', { as: 'ada' })
  await findHeading('Display')
  const colour = await setting('Header colour')
  expect(colour.getByText('From the theme')).toBeVisible()
  expect(reasonOf(colour.getByRole('button', { name: 'Use theme colour' }))).toBe(
    'The theme colour is already used',
  )
  expect(header()?.style.boxShadow).toBe('')
  fireEvent.change(colour.getByLabelText('Pick a header colour'), { target: { value: '#aa3366' } })
  expect(await colour.findByText('#aa3366')).toBeVisible()
  expect(header()?.style.boxShadow).toContain('#aa3366')
  expect(headerColour.get()).toBe('#aa3366')
  await userEvent.click(colour.getByRole('button', { name: 'Use theme colour' }))
  expect(header()?.style.boxShadow).toBe('')
  expect(headerColour.get()).toBeNull()

  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(main.queryByRole('link', { name: /Apps/ })).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Show apps' }))
  expect(main.getByRole('link', { name: /Apps/ })).toBeVisible()
  expect(screen.queryByRole('switch', { name: 'Navigation stripes' })).toBeNull()
  expect(header()?.hasAttribute('data-stripes')).toBe(false)
})

test('a staging deployment has red stripes in its header, which can be disabled only there [PREF-010, SHELL-027]', async () => {
  await openWorld('/preferences/experimental', {
    as: 'ada',
    answer: (request) =>
      request.url.endsWith('/config')
        ? json({ deployment: 'staging', supportedSocialProviders: [] })
        : undefined,
  })
  await findHeading('Display')
  const stripes = await screen.findByRole('switch', { name: 'Navigation stripes' })
  expect(stripes.getAttribute('aria-checked')).toBe('true')
  await waitFor(() => expect(header()?.hasAttribute('data-stripes')).toBe(true))
  await userEvent.click(stripes)
  expect(navigationStripes.get()).toBe(false)
  expect(header()?.hasAttribute('data-stripes')).toBe(false)
})

test('the profile is saved as a whole, with the positive newsletter option; missing fields and errors are shown [PREF-007]', async () => {
  const { world } = await openWorld('/preferences/profile', { as: 'mel' })
  await findHeading('Profile')
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const save = () => screen.getByRole('button', { name: 'Save profile' })
  expect(field('First name').value).toBe('Mel')
  expect(reasonOf(save())).toBe('No changes yet')
  await userEvent.clear(field('Company'))
  await userEvent.click(save())
  await screen.findByText('Company is required')
  await write(field('Company'), 'Kestrel Farms')
  await userEvent.click(screen.getByRole('radio', { name: 'Personal' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Send me news/ }))
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'PATCH /user/profile', kind: 'status', status: 500, times: 1 },
  })
  await userEvent.click(save())
  await screen.findByText(/Failed to save profile/)
  await userEvent.click(save())
  await findMessage('Profile saved')
  const [profile] = await world.rows(
    "/v7/user_profile?$select=first_name,company,account_type,has_disabled_newsletter&$filter=is_of__user/any(u:u/username eq 'mel')",
    'mel',
  )
  expect(profile).toMatchObject({
    first_name: 'Mel',
    company: 'Kestrel Farms',
    account_type: 'personal',
    has_disabled_newsletter: true,
  })
})

test('times, clocks and numbers are shown as chosen, in this browser only', async () => {
  await openWorld('/preferences/experimental', { as: 'ada' })
  await findHeading('Display')
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByLabelText(name, { selector: 'select' }), { target: { value } })
  const zone = await setting('Time zone')
  const clock = await setting('Clock')
  const region = await setting('Region')
  // Canada has two languages, which write dates and numbers differently.
  expect(region.getByRole('option', { name: 'Canada (English)' })).toHaveValue('en-CA')
  expect(region.getByRole('option', { name: 'Canada (French)' })).toHaveValue('fr-CA')
  choose('Time zone', 'Asia/Tokyo')
  expect(zone.getByText(/^\d+ \w+ 20\d\d, \d\d:\d\d (GMT\+9|JST)$/)).toBeVisible()
  fireEvent.click(clock.getByLabelText('12 hours'))
  expect(clock.getByText(/^\d+:\d\d.[ap]m (GMT\+9|JST)$/)).toBeVisible()
  choose('Region', 'de-DE')
  expect(region.getByText('31 Mar 2026 – 12.345,6')).toBeVisible()
  choose('Region', 'en-US')
  expect(region.getByText('Mar 31, 2026 – 12,345.6')).toBeVisible()
  choose('Region', 'de-DE')
  choose('Time zone', 'UTC')
  expect(zone.getByText(/^\d+ \w+ 20\d\d, \d+:\d\d.[ap]m UTC$/)).toBeVisible()
  expect(formatPreferences.get()).toEqual({ timeZone: 'UTC', hours: 12, region: 'de-DE' })
})
