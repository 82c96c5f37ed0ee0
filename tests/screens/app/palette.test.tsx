import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showAppsPreference } from '../../../src/widgets/fleet/show-apps-preference.ts'
import { address, findHeading, json, storeToken, openApp, refuse, type Answer } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { aDeviceOf } from '../variables/variable-screens.ts'

const found: Answer = ({ url }) => {
  const { pathname } = new URL(url)
  if (pathname === '/v7/application' && url.includes('app_name'))
    return json({
      d: [{ id: 4, app_name: 'cold-chain-eu', is_of__class: 'fleet', organization: [{ name: 'Acme' }] }],
    })
  if (pathname === '/v7/device' && url.includes('device_name'))
    return json({
      d: [
        {
          id: 9,
          uuid: 'c01d5678',
          device_name: 'cold-lamp',
          belongs_to__application: [{ app_name: 'cold-chain-eu' }],
        },
      ],
    })
  return undefined
}

async function openPalette(answer: Answer = found) {
  storeToken()
  const opened = await openApp('/404', answer)
  await findHeading('Page not found')
  await userEvent.keyboard('{Control>}k{/Control}')
  return { ...opened, field: await screen.findByRole('combobox', { name: 'Search or jump to' }) }
}

test('the palette opens by keyboard, with pages and actions at once', async () => {
  await openPalette()
  const pages = screen.getByRole('group', { name: 'Pages' })
  expect(within(pages).getByRole('option', { name: /Fleets/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /Sign out/ })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('fleets and devices are searched on the platform, and opened by Enter', async () => {
  const { asked, field } = await openPalette()
  await userEvent.type(field, 'Cold')
  const device = await screen.findByRole('option', { name: /cold-lamp/ })
  expect(device.textContent).toContain('cold-chain-eu · c01d567')
  // The page behind reads devices, too; and what is typed slowly is searched for in parts.
  await waitFor(() => {
    const searches = asked
      .map(({ url }) => decodeURIComponent(url))
      .filter((url) => url.startsWith('/v7/device?') && url.includes('contains('))
    expect(searches.at(-1)).toContain("contains(tolower(device_name),'cold')")
    expect(searches.at(-1)).toContain('$top=6')
  })
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('cold-chain-eu')
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}')
  await waitFor(() => expect(asked.some(({ url }) => url.startsWith('/v7/application(4)'))).toBe(true))
})

test('fleets, apps and blocks have separate groups; apps only if they are shown [SHELL-004]', async () => {
  const classes = ['fleet', 'app', 'block']
  const named: Answer = (request) => {
    const asked = decodeURIComponent(request.url).replaceAll('+', ' ')
    const of = classes.find((one) => asked.includes(`is_of__class eq '${one}'`))
    return asked.includes('contains(tolower(app_name)') && of !== undefined
      ? json({ d: [{ id: 4, app_name: `cold-${of}`, is_of__class: of, organization: [{ name: 'Acme' }] }] })
      : undefined
  }
  const groupOf = (name: string) => screen.findByRole('group', { name })
  const { field } = await openPalette(named)
  await userEvent.type(field, 'cold')
  expect(within(await groupOf('Fleets')).getByRole('option').textContent).toContain('cold-fleet')
  expect(within(await groupOf('Blocks')).getByRole('option').textContent).toContain('cold-block')
  expect(screen.queryByRole('group', { name: 'Apps' })).toBeNull()
  act(() => showAppsPreference.set(true))
  expect(within(await groupOf('Apps')).getByRole('option').textContent).toContain('cold-app')
  act(() => showAppsPreference.set(false))
})

test('a text that looks like the start of a UUID also finds devices by UUID', async () => {
  const { asked, field } = await openPalette()
  await userEvent.type(field, 'c01d')
  await screen.findByRole('option', { name: /cold-lamp/ })
  const search = asked.find(({ url }) => url.startsWith('/v7/device?') && url.includes('device_name'))
  expect(decodeURIComponent(search?.url ?? '')).toContain("startswith(uuid,'c01d')")
})

test('an empty result is shown', async () => {
  const { field } = await openPalette(() => undefined)
  await userEvent.type(field, 'zzz')
  expect(await screen.findByText('Nothing matches “zzz”')).toBeTruthy()
})

test('a failed search is shown with a retry, and pages are still listed', async () => {
  let broken = true
  const { field } = await openPalette((request) =>
    broken && new URL(request.url).pathname.startsWith('/v7/') && !request.url.includes('$count')
      ? refuse(500)
      : found(request),
  )
  await userEvent.type(field, 'block')
  await screen.findByText('Fleets and devices could not be searched')
  expect(screen.getByRole('option', { name: /Blocks/ })).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('option', { name: /cold-lamp/ })
})

test('an action of the palette is performed', async () => {
  const { field } = await openPalette(() => undefined)
  await userEvent.type(field, 'dark')
  await userEvent.click(await screen.findByRole('option', { name: 'Use the dark theme' }))
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
})

test('the list of shortcuts opens by its key, but not while typing', async () => {
  storeToken()
  await openApp('/404')
  await findHeading('Page not found')
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Focus the filter')).toBeTruthy()
})

test('on the page of a device, the palette lists its other pages and those of its fleet', async () => {
  await openWorld(async (world) => {
    const { uuid } = await aDeviceOf(world, 'cold-chain-eu')
    return `/devices/${uuid}`
  })
  await screen.findByRole('navigation', { name: 'Device sections' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
  const pages = within(await screen.findByRole('group', { name: 'Pages of cold-chain-eu' }))
  expect(pages.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    [
      'Summary',
      'Releases',
      'Rollouts',
      'Devices',
      'Insights',
      'Issues',
      'Variables',
      'Configuration',
      'Members',
      'Teams',
      'Settings',
      'Activity',
      'API keys',
      'Add device',
    ].map((page) => `${page}cold-chain-eu`),
  )
  await userEvent.type(field, 'diagnostics')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Pages of cold-chain-eu' })).toBeNull())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/devices\/[0-9a-f]{32}\/diagnostics$/))
})

test('on the page of a fleet, the palette can add a device', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/settings`)
  await findHeading('Settings')
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
  await userEvent.type(field, 'cold add dev')
  await userEvent.click(await screen.findByRole('option', { name: /^Add device/ }))
  expect(await screen.findByRole('dialog', { name: 'Add a device to cold-chain-eu' })).toBeTruthy()
})
