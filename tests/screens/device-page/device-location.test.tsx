import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { noThirdParties } from '../../../src/lib/third-parties.ts'
import { commonText } from '../../../src/messages/common/common.ts'
import { locationText } from '../../../src/messages/device-page/device-settings.ts'
import { openDevice, type DeviceScreen, type OpenDeviceOptions } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"

const openLocation = (options: Partial<OpenDeviceOptions> = {}) =>
  openDevice({ where: steady, search: '/location', ...options })

const map = () => screen.findByRole('application', { name: /^Map with the location of / })
const openOptions = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Change location' }))
  return within(await screen.findByRole('region', { name: 'Location options' }))
}
const reasonOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

const located = async ({ world, uuid }: DeviceScreen) => {
  const [row] = await world.rows(`/v7/device(uuid='${uuid}')?$select=custom_latitude,custom_longitude`, 'ada')
  return row
}
const writes = ({ asked }: DeviceScreen) =>
  asked.filter(({ method, url }) => method === 'PATCH' && url.includes('/v7/device'))

test('the map has one marker, with the last location as text next to it [LOC-001, LOC-010]', async () => {
  await openLocation({ change: { location: 'Rotterdam, Netherlands', latitude: '51.92', longitude: '4.48' } })
  const markers = within(await map()).getAllByRole('img')
  expect(await map()).toHaveAccessibleDescription('Arrow keys move the map, plus and minus zoom.')
  expect(markers.map((marker) => marker.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/: 51\.92, 4\.48$/),
  ])
  const facts = within(screen.getByRole('region', { name: 'Location' }))
  expect(facts.getByText('Last location').nextElementSibling?.textContent).toBe('Rotterdam, Netherlands')
})

test('the derived location is read-only; the custom location takes numbers [LOC-002, LOC-003, LOC-004, LOC-005]', async () => {
  await openLocation({ change: { latitude: '51.92', longitude: '4.48' } })
  const options = await openOptions()
  expect(options.getByRole('radio', { name: 'Geo location' })).toHaveProperty('checked', true)
  const geo = options.getByRole('textbox', { name: 'Latitude' })
  expect(geo).toHaveProperty('readOnly', true)
  expect(geo).toHaveProperty('value', '51.92')

  await userEvent.click(options.getByRole('radio', { name: 'Manual location' }))
  for (const name of ['Latitude', 'Longitude'])
    expect(options.getByRole('spinbutton', { name })).toBeVisible()
  expect(options.getByRole('button', { name: 'Save' })).toBeVisible()
  await userEvent.click(options.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('region', { name: 'Location options' })).toBeNull()
})

test('the focus moves into the options when they open, and back to their button when they close', async () => {
  await openLocation({ change: { latitude: '51.92', longitude: '4.48' } })
  const options = await openOptions()
  expect(options.getByRole('radio', { name: locationText.modes.geo })).toHaveFocus()
  await userEvent.click(options.getByRole('button', { name: commonText.cancel }))
  expect(screen.getByRole('button', { name: locationText.edit })).toHaveFocus()
})

test('a custom location is saved as numbers, and the derived location removes it [LOC-015, LOC-016, LOC-017]', async () => {
  const opened = await openLocation()
  const options = await openOptions()
  await userEvent.click(options.getByRole('radio', { name: 'Manual location' }))
  const type = async (name: string, degrees: string) => {
    const field = options.getByRole('spinbutton', { name })
    await userEvent.clear(field)
    await userEvent.type(field, degrees)
  }
  await type('Latitude', '052.50')
  await type('Longitude', '-13.25')
  await userEvent.click(options.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Location saved')).toBeVisible()
  expect(await located(opened)).toEqual({ custom_latitude: '52.5', custom_longitude: '-13.25' })

  const again = await openOptions()
  await userEvent.click(again.getByRole('radio', { name: 'Geo location' }))
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect(await located(opened)).toEqual({ custom_latitude: '', custom_longitude: '' }),
  )
})

test('a click on the map chooses a custom location while the options are open, and does nothing before [LOC-006, LOC-007]', async () => {
  await openLocation()
  fireEvent.click(await map(), { clientX: 300, clientY: 120 })
  expect(screen.queryByRole('region', { name: 'Location options' })).toBeNull()

  const options = await openOptions()
  fireEvent.click(await map(), { clientX: 300, clientY: 120 })
  expect(options.getByRole('radio', { name: 'Manual location' })).toHaveProperty('checked', true)
  for (const name of ['Latitude', 'Longitude']) {
    const field = options.getByRole('spinbutton', { name })
    expect(field).toHaveProperty('value', expect.stringMatching(/^-?\d+\.\d+$/))
  }
  expect(reasonOf(options.getByRole('button', { name: 'Save' }))).toBeUndefined()
})

test('without a mouse, arrow keys move the map and Enter chooses its center', async () => {
  // Otherwise the map animates each step.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('prefers-reduced-motion'),
    addEventListener() {},
    removeEventListener() {},
  }))
  await openLocation({ change: { latitude: '51.92', longitude: '4.48' } })
  const options = await openOptions()
  const area = await map()
  area.focus()
  // Leaflet uses legacy key codes, which user-event does not set.
  for (const keyCode of [39, 39]) fireEvent.keyDown(area, { key: 'ArrowRight', keyCode })
  await userEvent.keyboard('{Enter}')
  const longitude = options.getByRole('spinbutton', { name: 'Longitude' })
  expect(Number((longitude as HTMLInputElement).value)).toBeGreaterThan(4.48)
})

test('the save button shows why it is disabled: no changes, an empty coordinate, or saving [LOC-011, LOC-013, LOC-014]', async () => {
  let finish: (response: Response) => void = () => {}
  await openLocation({
    answer: (request) =>
      request.method === 'PATCH'
        ? new Promise<Response>((resolve) => {
            finish = resolve
          })
        : undefined,
  })
  const options = await openOptions()
  const save = () => options.getByRole('button', { name: 'Save' })
  expect(reasonOf(save())).toBe('Nothing has changed')
  await userEvent.click(options.getByRole('radio', { name: 'Manual location' }))
  await userEvent.clear(options.getByRole('spinbutton', { name: 'Latitude' }))
  expect(reasonOf(save())).toBe('Enter both coordinates')
  await userEvent.type(options.getByRole('spinbutton', { name: 'Latitude' }), '10')
  await userEvent.click(save())
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBe('true'))
  expect(save().getAttribute('aria-disabled')).toBe('true')
  finish(new Response(null, { status: 200 }))
  expect(await screen.findByText('Location saved')).toBeVisible()
})

test('users who may not change devices cannot save a location, and nothing is sent [LOC-012, PERM-056]', async () => {
  const opened = await openLocation({ as: 'olive' })
  const options = await openOptions()
  await userEvent.click(options.getByRole('radio', { name: 'Manual location' }))
  const save = options.getByRole('button', { name: 'Save' })
  expect(reasonOf(save)).toContain('Observer')
  await userEvent.click(save)
  expect(writes(opened)).toEqual([])
})

test('an offline device and one without a location show a warning [LOC-008, LOC-009]', async () => {
  await openLocation({
    change: { is_connected_to_vpn: false, latitude: null, longitude: null, location: null },
  })
  for (const warning of [
    await screen.findByText(/The device is offline/),
    screen.getByText(/could not be determined/),
  ]) {
    expect(warning).toBeVisible()
    expect(warning.closest('[data-tone]')?.getAttribute('data-tone')).toBe('warn')
  }
  expect(within(await map()).queryByRole('img')).toBeNull()
})

test('a location that fails to save shows an error toast, and the input is kept [LOC-018]', async () => {
  await openLocation({
    answer: (request) =>
      request.method === 'PATCH' ? new Response('Not today', { status: 500 }) : undefined,
  })
  const options = await openOptions()
  await userEvent.click(options.getByRole('radio', { name: 'Manual location' }))
  const field = options.getByRole('spinbutton', { name: 'Latitude' })
  await userEvent.clear(field)
  await userEvent.type(field, '10.5')
  await userEvent.click(options.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The location could not be saved')).toBeVisible()
  expect((await options.findByRole('alert')).textContent).not.toBe('')
  expect(field).toHaveProperty('value', '10.5')
})

test('the marker can be dragged while the options are open, and not before [OPS-025]', async () => {
  await openLocation({ change: { latitude: '51.92', longitude: '4.48' } })
  const pin = async () => within(await map()).getByRole('listitem')
  const drag = async () => {
    fireEvent.mouseDown(await pin(), { button: 0, which: 1, clientX: 10, clientY: 10 })
    fireEvent.mouseMove(document.body, { clientX: 90, clientY: 10 })
    fireEvent.mouseMove(document.body, { clientX: 110, clientY: 40 })
    fireEvent.mouseUp(document.body, { clientX: 110, clientY: 40 })
  }
  await drag()
  expect(screen.queryByRole('region', { name: 'Location options' })).toBeNull()

  const options = await openOptions()
  await drag()
  expect(options.getByRole('radio', { name: 'Manual location' })).toHaveProperty('checked', true)
  const degrees = (name: string) => {
    const field = options.getByRole('spinbutton', { name })
    return Number(field instanceof HTMLInputElement && field.value)
  }
  expect(degrees('Longitude')).toBeGreaterThan(4.6)
  expect(degrees('Latitude')).toBeLessThan(51.9)
})

const GEOCODER = 'https://places.example/search'
const withGeocoder = { parties: { ...noThirdParties, geocoderUrl: GEOCODER } }
const addressForm = () => within(screen.getByRole('search', { name: 'Address' }))

test('an address is found and selected if a geocoder is configured; errors are shown [OPS-026]', async () => {
  let found: unknown = [{ display_name: '<b>Coolsingel</b>, Rotterdam', lat: '51.92', lon: '4.479' }]
  const { asked } = await openLocation({
    ...withGeocoder,
    answer: ({ url }) =>
      url.startsWith(GEOCODER)
        ? new Response(JSON.stringify(found), { status: found === null ? 503 : 200 })
        : undefined,
  })
  const options = await openOptions()
  expect(reasonOf(addressForm().getByRole('button', { name: 'Search' }))).toBe('Enter an address first')
  await userEvent.type(addressForm().getByRole('searchbox', { name: 'Address' }), 'Coolsingel{Enter}')
  // The geocoder's text is shown as plain text.
  await userEvent.click(await addressForm().findByRole('button', { name: '<b>Coolsingel</b>, Rotterdam' }))
  expect(options.getByRole('spinbutton', { name: 'Latitude' })).toHaveProperty('value', '51.92')
  expect(options.getByRole('spinbutton', { name: 'Longitude' })).toHaveProperty('value', '4.479')
  expect(asked.filter(({ url }) => url.startsWith(GEOCODER))).toHaveLength(1)
  expect(asked.find(({ url }) => url.startsWith(GEOCODER))?.headers.get('authorization')).toBeNull()

  found = []
  await userEvent.click(addressForm().getByRole('button', { name: 'Search' }))
  expect(await addressForm().findByText('No places found for this address.')).toBeVisible()
  found = null
  await userEvent.click(addressForm().getByRole('button', { name: 'Search' }))
  expect((await addressForm().findByRole('alert')).textContent).not.toBe('')
  expect(addressForm().getByRole('searchbox')).toHaveProperty('value', 'Coolsingel')
})

test('without a geocoder there is no address search [OPS-026]', async () => {
  await openLocation()
  await openOptions()
  expect(screen.queryByRole('search', { name: 'Address' })).toBeNull()
})
