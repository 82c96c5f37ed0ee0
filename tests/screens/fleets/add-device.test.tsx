import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed } from '../dialogs.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'

const adding = (name: string) => async (world: TestCloud) =>
  `/fleets/${await fleetId(world, name)}?add=device`

/** Mocks the creation of images, because jsdom cannot pack files. Records the requests. */
function mockImageMaker() {
  const wished: URLSearchParams[] = []
  const saved: number[] = []
  URL.createObjectURL = (content: Blob) => {
    saved.push(content.size)
    return 'blob:test'
  }
  URL.revokeObjectURL = () => {}
  const answer = async (request: Request) => {
    if (!request.url.endsWith('/download')) return undefined
    wished.push(new URLSearchParams(await request.text()))
    return new Response(new Uint8Array(2048), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Length': '2048',
        'Content-Disposition': 'attachment; filename="flotilla-cold-chain-eu.img.zip"',
      },
    })
  }
  return { wished, saved, answer }
}

test('an image for a new device of the fleet is downloaded with progress, or only the configuration [DEVLIST-013, DEVLIST-015, DEVLIST-017, FLEET-029, PERM-064]', async () => {
  const { wished, saved, answer } = mockImageMaker()
  const { asked } = await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`, {
    answer,
  })
  await findHeading('cold-chain-eu')
  await userEvent.click(screen.getByRole('button', { name: 'Add device' }))
  expect(address()).toMatch(/add=device/)
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  const type = dialog.getByRole('combobox', { name: 'Device type' })
  await within(type).findByRole('option', { name: 'Raspberry Pi 5' })
  expect(within(type).queryByRole('option', { name: 'Intel NUC' })).toBeNull()
  const version = await dialog.findByRole('combobox', { name: 'OS version' })
  expect((version as HTMLSelectElement).selectedOptions[0]?.text).toBe('6.1.0 (recommended)')
  // The platform returns the size of the uncompressed image.
  expect(await dialog.findByText(/MiB uncompressed$/)).toBeVisible()
  expect(await dialog.findByText('Write the OS file you downloaded to your media.')).toBeVisible()

  await userEvent.click(dialog.getByRole('radio', { name: 'Wi-Fi and Ethernet' }))
  const download = () => dialog.getByRole('button', { name: 'Download image' })
  expect(reasonOf(download())).toBe('A Wi-Fi name is required.')
  await userEvent.click(dialog.getByRole('radio', { name: 'Ethernet only' }))
  await userEvent.click(download())
  expect(await screen.findByText(/\.img\.zip downloaded$/)).toBeVisible()
  expect(saved).toEqual([2048])
  expect(wished[0]?.get('version')).toBe('6.1.0')
  expect(wished[0]?.get('network')).toBe('ethernet')
  expect(wished[0]?.get('developmentMode')).toBe('false')
  await userEvent.click(dialog.getByRole('button', { name: 'Configuration file only' }))
  expect(await screen.findByText('cold-chain-eu.config.json saved')).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    '/download',
    '/download-config',
  ])
})

test('the size is that of the selected version [DEVLIST-016]', async () => {
  const sizes: Record<string, number> = {}
  const { newRequests } = await openWorld(adding('cold-chain-eu'), {
    answer: (request) => {
      const [, version] = /\/images\/([^/]+)\/download-size$/.exec(readable(request.url)) ?? []
      if (version === undefined) return undefined
      return json({ size: (sizes[version] ??= (Object.keys(sizes).length + 1) * 512 * 1024 ** 2) })
    },
  })
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  expect(await dialog.findByText(/512 MiB uncompressed$/)).toBeVisible()
  const version = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'OS version' })
  const older = version.options[1]?.value ?? ''
  await userEvent.selectOptions(version, older)
  expect(await dialog.findByText(/1 GiB uncompressed$/)).toBeVisible()
  expect(Object.keys(sizes)).toEqual(['6.1.0', older])
  expect(newRequests().filter((line) => line.endsWith('/download-size'))).toEqual(
    ['6.1.0', older].map((each) => `GET /device-types/v1/raspberrypi4-64/images/${each}/download-size`),
  )
})

test('a full free plan adds no device, and users with access to billing are offered an upgrade [ERR-042, DEVLIST-019, DEVLIST-021, PERM-091]', async () => {
  const { asked } = await openWorld(adding('tide-buoys'), { scenario: 'free-plan-over' })
  const dialog = await dialogNamed('Add a device to tide-buoys')
  expect(
    await dialog.findByText(
      'There are 14 devices, but the free plan allows 10. Those beyond are frozen. Upgrade the plan to add more devices.',
    ),
  ).toBeVisible()
  const download = dialog.getByRole('button', { name: 'Download image' })
  expect(reasonOf(download)).toContain('the free plan allows 10')
  await userEvent.click(download)
  expect(asked.some(({ url }) => url === '/download')).toBe(false)
})

test('users who may not add devices see the reason [PERM-064]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`, { as: 'olive' })
  await findHeading('cold-chain-eu')
  await waitFor(() =>
    expect(reasonOf(screen.getByRole('button', { name: 'Add device' }))).toContain('Observer'),
  )
})

test('users without access to billing are told to ask an administrator when the free plan is full [PERM-092, DEVLIST-019]', async () => {
  const { asked } = await openWorld(adding('tide-buoys'), { scenario: 'free-plan-over', as: 'devi' })
  const dialog = await dialogNamed('Add a device to tide-buoys')
  expect(
    await dialog.findByText(
      'The free plan allows 10 devices, and all of them are in use. Ask an administrator of the organization to upgrade the plan.',
    ),
  ).toBeVisible()
  expect(dialog.queryByText(/Upgrade the plan/)).toBeNull()
  const download = dialog.getByRole('button', { name: 'Download image' })
  expect(reasonOf(download)).toContain('The free plan allows 10')
  await userEvent.click(download)
  expect(asked.some(({ url }) => url === '/download')).toBe(false)
})

test('the dialog closes on the page where it was opened, and the list keeps its filter', async () => {
  await openWorld(
    async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/devices?status=operational`,
  )
  await findHeading('Devices')
  const before = address()
  const open = await screen.findByRole('button', { name: 'Add device' })
  await userEvent.click(open)
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  expect(address()).toBe(`${before}&add=device`)
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBe(before))
  await waitFor(() => expect(document.activeElement).toBe(open))
})

test('a static address, an uncompressed image and a key with expiry are requested with the image', async () => {
  const { wished, answer } = mockImageMaker()
  await openWorld(adding('cold-chain-eu'), { answer })
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  await dialog.findByRole('combobox', { name: 'OS version' })
  await userEvent.click(dialog.getByRole('radio', { name: 'Fixed address' }))
  const download = () => dialog.getByRole('button', { name: 'Download image' })
  expect(reasonOf(download())).toBe('Enter the address as four numbers: 192.168.1.20.')
  await userEvent.type(dialog.getByRole('textbox', { name: 'IP address' }), '10.0.0.500')
  expect(dialog.getByRole('alert').textContent).toBe('Enter the address as four numbers: 192.168.1.20.')
  await userEvent.clear(dialog.getByRole('textbox', { name: 'IP address' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'IP address' }), '10.0.0.5')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Netmask' }), '255.255.0.0')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Gateway' }), '10.0.0.1')
  await userEvent.click(dialog.getByText('More settings'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'File' }), 'Uncompressed (.img)')
  expect(await dialog.findByText(/\d [MG]iB to download$/)).toBeVisible()
  await userEvent.selectOptions(
    dialog.getByRole('combobox', { name: 'The provisioning key expires' }),
    'In 7 days',
  )
  // Only some types have an installer with secure boot.
  expect(dialog.queryByRole('checkbox', { name: 'Secure boot and disk encryption' })).toBeNull()
  await userEvent.click(download())
  expect(await screen.findByText(/ downloaded$/)).toBeVisible()
  expect(Object.fromEntries(wished[0] ?? [])).toMatchObject({
    ip: '10.0.0.5',
    netmask: '255.255.0.0',
    gateway: '10.0.0.1',
    fileType: '.img',
    provisioningKeyExpiryDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

test('secure boot is available if the contract of the type supports it', async () => {
  const { wished, answer } = mockImageMaker()
  await openWorld(adding('kiosk-lobby'), { answer })
  const dialog = await dialogNamed('Add a device to kiosk-lobby')
  await dialog.findByRole('combobox', { name: 'OS version' })
  await userEvent.click(dialog.getByText('More settings'))
  const secure = await dialog.findByRole('checkbox', { name: 'Secure boot and disk encryption' })
  await userEvent.click(secure)
  expect(dialog.getByText(/This cannot be undone/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Download image' }))
  expect(await screen.findByText(/ downloaded$/)).toBeVisible()
  expect(wished[0]?.get('secureboot')).toBe('true')
})

test('only OS versions of types that run the fleet’s releases are offered [DEVLIST-014]', async () => {
  const { newRequests } = await openWorld(adding('cold-chain-eu'))
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  const type = dialog.getByRole('combobox', { name: 'Device type' })
  await within(type).findByRole('option', { name: 'Raspberry Pi 5' })
  // A 32-bit board does not run 64-bit releases.
  expect(within(type).queryByRole('option', { name: 'Raspberry Pi 3' })).toBeNull()
  await dialog.findByRole('combobox', { name: 'OS version' })
  newRequests()
  await userEvent.selectOptions(type, 'Raspberry Pi 5')
  await waitFor(() =>
    expect(
      newRequests().some(
        (line) =>
          line.includes("is_for__device_type/any(dt:dt/slug in ('raspberrypi5'))") ||
          line.includes("'raspberrypi5'"),
      ),
    ).toBe(true),
  )
})

test('versions that fail to load show an error [DEVLIST-018]', async () => {
  await openWorld(adding('cold-chain-eu'), {
    answer: (request) => (readable(request.url).includes('is_host eq true') ? json({}, 500) : undefined),
  })
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  expect((await dialog.findByRole('alert')).textContent).toContain('Unable to retrieve OS versions')
  expect(reasonOf(dialog.getByRole('button', { name: 'Download image' }))).toBe(
    'No OS version is available for this device type',
  )
})

test('a production OS links to the user’s SSH keys [ROUTE-067]', async () => {
  await openWorld(adding('cold-chain-eu'))
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  expect(dialog.getByRole('link', { name: 'Manage your SSH keys' }).getAttribute('href')).toBe(
    '/preferences/sshkeys',
  )
})

const POWER_ON = 'Power on a simulated device'

test('in a simulated world, a device without hardware is powered on with the selected OS', async () => {
  const { world } = await openWorld(adding('cold-chain-eu'), { simulated: true })
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  await userEvent.click(await dialog.findByRole('radio', { name: 'Development' }))
  await userEvent.click(await dialog.findByRole('button', { name: POWER_ON }))
  const link = await dialog.findByRole('link', { name: 'Open device' })
  const uuid = link.getAttribute('href')?.split('/').at(-1)
  world.clock.advanceTo(world.clock.now() + 60_000)
  const fields = 'is_online,os_version,os_variant,belongs_to__application'
  expect(await world.rows(`/v7/device(uuid='${uuid}')?$select=${fields}`, 'ada')).toMatchObject([
    {
      is_online: true,
      os_version: 'balenaOS 6.1.0',
      os_variant: 'dev',
      belongs_to__application: { __id: await fleetId(world, 'cold-chain-eu') },
    },
  ])
  await userEvent.click(link)
  await waitFor(() => expect(address()).toMatch(new RegExp(`^/devices/${uuid}`)))
})

test('a real platform has no simulated device', async () => {
  await openWorld(adding('cold-chain-eu'))
  const dialog = await dialogNamed('Add a device to cold-chain-eu')
  await dialog.findByRole('combobox', { name: 'OS version' })
  expect(dialog.queryByRole('button', { name: POWER_ON })).toBeNull()
})
