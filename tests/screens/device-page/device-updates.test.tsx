import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { json } from '../open-app.tsx'
import { openDevice, type OpenDeviceOptions } from './open-device.tsx'

const onOldOs =
  "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational' and os_version eq 'balenaOS 6.0.24'"

async function openUpdate(what: 'OS' | 'supervisor', options: Partial<OpenDeviceOptions> = {}) {
  const sent: { url: string; body: unknown }[] = []
  const opened = await openDevice({
    where: onOldOs,
    search: '/settings',
    ...options,
    answer: (request) => {
      if (/resinhup$|\/v7\/device\?/.test(request.url) && request.method !== 'GET') {
        void request
          .clone()
          .json()
          .then((body: unknown) => sent.push({ url: decodeURIComponent(request.url), body }))
      }
      return options.answer?.(request)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Update ${what}` }))
  const name = what === 'OS' ? /^Update the operating system of [a-z-]+$/ : 'Update the supervisor'
  return { ...opened, sent, dialog: within(await screen.findByRole('dialog', { name })) }
}

const shown = async (world: TestCloud, uuid: string) => {
  const [row] = await world.rows(
    `/v7/device(uuid='${uuid}')?$select=provisioning_progress,os_version&$expand=should_be_managed_by__release($select=raw_version)`,
    'ada',
  )
  return row
}

const choices = (radios: HTMLElement[]) => radios.map((radio) => radio.closest('label')?.textContent)

test('OS versions are cached for ten minutes [DACT-047]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { asked, dialog } = await openUpdate('OS')
  await dialog.findByRole('radiogroup', { name: 'OS versions' })
  const reads = () => asked.filter(({ url }) => decodeURIComponent(url).includes('is_host eq true')).length
  expect(reads()).toBe(1)
  const again = async (minutes: number) => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    vi.setSystemTime(Date.now() + minutes * 60_000)
    await userEvent.click(screen.getByRole('button', { name: 'Update OS' }))
    await screen.findByRole('radiogroup', { name: 'OS versions' })
  }
  await again(9)
  expect(reads()).toBe(1)
  await again(2)
  await waitFor(() => expect(reads()).toBe(2))
})

test('an OS update lists newer versions, recommends one, and starts it [DACT-022, DACT-023, DACT-025, DACT-027, DACT-058, DACT-059]', async () => {
  const { dialog, world, uuid, sent } = await openUpdate('OS')
  const list = within(await dialog.findByRole('radiogroup', { name: 'OS versions' }))
  expect(choices(list.getAllByRole('radio'))).toEqual([
    '6.1.0recommended',
    '6.0.24already running this version',
  ])
  expect(dialog.getByRole('radio', { name: /^6\.1\.0/ })).toHaveProperty('checked', true)
  expect(dialog.getByText('Will be updated')).toBeVisible()

  await userEvent.click(dialog.getByRole('radio', { name: /^6\.0\.24/ }))
  expect(dialog.getByRole('radio', { name: /^6\.1\.0/ })).toHaveProperty('checked', true)

  await userEvent.click(dialog.getByRole('button', { name: 'Start update' }))
  expect(await screen.findByText(/is updating to 6\.1\.0$/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      url: expect.stringContaining(`/v2/${uuid}/resinhup`),
      body: { parameters: { target_version: '6.1.0.prod' } },
    },
  ])
  expect((await shown(world, uuid))?.['provisioning_progress']).not.toBeNull()
})

test('extended-support versions have their own switch [DACT-024, DACT-025]', async () => {
  const { dialog } = await openUpdate('OS')
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Show extended-support versions' }))
  await userEvent.click(dialog.getByRole('radio', { name: /^2026\.7\.1/ }))
  expect(dialog.getByText('Will be updated, and switches to extended support')).toBeVisible()
})

test('an update that the device rejects fails in its dialog, and changes nothing [DACT-010]', async () => {
  const { dialog, world, uuid } = await openUpdate('OS', {
    answer: (request) =>
      request.method === 'POST' && request.url.endsWith('/resinhup') ? json({ status: 'error' }) : undefined,
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Start update' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Cannot start the update process')
  expect(await shown(world, uuid)).toMatchObject({
    provisioning_progress: null,
    os_version: 'balenaOS 6.0.24',
  })
})

/** A device with another OS and type, and the versions for it. */
function anotherSystem(slug: string, osVersion: string, versions: readonly string[]) {
  const type = [{ slug, is_of__cpu_architecture: [{ slug: 'aarch64' }] }]
  const release = (raw_version: string, nth: number) => ({
    id: nth + 1,
    raw_version,
    variant: '',
    phase: null,
    known_issue_list: null,
    release_tag: [],
  })
  const app = { application_tag: [], is_for__device_type: type, owns__release: versions.map(release) }
  const device = {
    id: 1,
    uuid: 'a'.repeat(32),
    device_name: 'rover',
    is_connected_to_vpn: true,
    os_version: `balenaOS ${osVersion}`,
    os_variant: 'prod',
    supervisor_version: '17.0.1',
    provisioning_progress: null,
    provisioning_state: '',
    is_of__device_type: type,
    should_be_managed_by__release: [],
  }
  return (request: Request) => {
    const url = decodeURIComponent(request.url)
    if (url.includes('/v7/application?') && url.includes('is_host eq true')) return json({ d: [app] })
    return url.includes('/v7/device?') && url.includes('is_of__cpu_architecture')
      ? json({ d: [device] })
      : undefined
  }
}

test('a takeover, determined by the type and both versions, warns that it erases the disk, and requires consent [DACT-045, DACT-067]', async () => {
  const { dialog, sent } = await openUpdate('OS', {
    answer: anotherSystem('jetson-xavier', '6.0.24', ['6.0.49', '6.1.0']),
  })
  expect(await dialog.findByRole('radio', { name: /^6\.0\.49/ })).not.toHaveAccessibleName(/takeover/)
  await userEvent.click(await dialog.findByRole('radio', { name: /^6\.1\.0.*takeover/ }))
  expect(dialog.getByText(/repartitions the disk and erases all data.*no rollback/)).toBeVisible()
  const start = () => dialog.getByRole('button', { name: 'Start update' })
  await userEvent.click(start())
  expect(sent).toEqual([])
  expect(start().getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(dialog.getByRole('checkbox', { name: /Erase all data/ }))
  expect(start().getAttribute('aria-disabled')).toBeNull()
})

test('a version below 2.88.4 is shown and requested with its revision [DACT-026]', async () => {
  const { dialog, sent } = await openUpdate('OS', {
    answer: anotherSystem('raspberrypi4-64', '2.80.3+rev1', ['2.83.10', '2.88.4', '2.85.2+rev3']),
  })
  const list = within(await dialog.findByRole('radiogroup', { name: 'OS versions' }))
  expect(choices(list.getAllByRole('radio'))).toEqual(['2.88.4recommended', '2.85.2+rev3', '2.83.10+rev1'])
  await userEvent.click(dialog.getByRole('radio', { name: /^2\.83\.10/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start update' }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ parameters: { target_version: '2.83.10+rev1.prod' } }]),
  )
})

test.each([
  ['2.13.9+rev1', false],
  ['2.14.0+rev1', true],
])('an OS of version %s can be updated: %s [DACT-046]', async (version, canBe) => {
  const { dialog } = await openUpdate('OS', {
    answer: anotherSystem('raspberrypi4-64', version, ['6.1.0']),
  })
  const start = await dialog.findByRole('button', { name: 'Start update' })
  if (canBe) {
    expect(await dialog.findByRole('radio', { name: /^6\.1\.0/ })).toBeVisible()
    expect(start).not.toHaveAttribute('aria-disabled')
    return
  }
  expect(
    await dialog.findByText(`OS version ${version} is not supported for device type raspberrypi4-64`),
  ).toBeVisible()
  expect(start).toHaveAccessibleDescription('Update not supported for this device type and version')
})

test('a device whose type has no versions shows which version is not supported [DACT-037, DACT-043]', async () => {
  const { dialog } = await openUpdate('OS', {
    answer: (request) =>
      decodeURIComponent(request.url).includes('is_host eq true') && request.url.includes('/v7/application?')
        ? json({ d: [] })
        : undefined,
  })
  expect(await dialog.findByText(/^OS version 6\.0\.24 is not supported for device type /)).toBeVisible()
  const start = dialog.getByRole('button', { name: 'Start update' })
  expect(document.getElementById(start.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Update not supported for this device type and version',
  )
})

test('versions that fail to load can be retried', async () => {
  let fails = true
  const { dialog } = await openUpdate('OS', {
    answer: (request) =>
      fails &&
      decodeURIComponent(request.url).includes('is_host eq true') &&
      request.url.includes('is_for__device_type')
        ? json('down', 500)
        : undefined,
  })
  expect(await dialog.findByText('Unable to retrieve OS versions')).toBeVisible()
  fails = false
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('radio', { name: /^6\.1\.0/ })).toBeVisible()
})

test('a supervisor update lists newer versions of the public fleets and sets the target [DACT-028, DACT-029, DACT-061, DACT-069]', async () => {
  const { dialog, world, uuid, asked } = await openUpdate('supervisor')
  const list = within(await dialog.findByRole('radiogroup', { name: 'Supervisor versions' }))
  const offered = choices(list.getAllByRole('radio'))
  expect(offered[0]).toBe('17.1.2newest')
  expect(offered.at(-1)).toContain('already running this version')
  await userEvent.click(dialog.getByRole('button', { name: 'Update supervisor' }))
  expect(await screen.findByText(/will run supervisor 17\.1\.2$/)).toBeVisible()
  expect(await shown(world, uuid)).toMatchObject({
    should_be_managed_by__release: [{ raw_version: '17.1.2' }],
  })
  const read = asked.map(({ url }) => decodeURIComponent(url)).find((url) => url.includes("'-supervisor'"))
  expect(read).toContain("status eq 'success'")
  expect(read).toContain('semver_major gt 0')
})

test('an OS update waits for a supervisor update, unless the user overrides it', async () => {
  const { dialog, sent } = await openUpdate('OS', {
    before: async (world, { id }) => {
      const [release] = await world.rows(
        "/v7/release?$select=id&$filter=raw_version eq '17.1.2' and belongs_to__application/any(a:a/slug eq 'balena_os/aarch64-supervisor')",
        'ada',
      )
      await world.request(`/v7/device(${id})`, {
        as: 'ada',
        method: 'PATCH',
        body: { should_be_managed_by__release: release?.['id'] },
      })
    },
  })
  expect(await dialog.findByText(/A supervisor update to 17\.1\.2 is in progress/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Start update' }))
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Continue anyway' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start update' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a supervisor update waits for an OS update, unless the user overrides it', async () => {
  const { dialog, world, uuid } = await openUpdate('supervisor', {
    before: async (opened, device) => {
      const started = await opened.request(`/v2/${device.uuid}/resinhup`, {
        as: 'ada',
        method: 'POST',
        body: { parameters: { target_version: '6.1.0.prod' } },
      })
      if (!started.ok) throw new Error(`${started.status} ${await started.text()}`)
      opened.clock.advanceTo(opened.clock.now() + 20_000)
    },
  })
  const insist = await dialog.findByRole('checkbox', { name: 'Continue anyway' })
  expect(insist).not.toBeChecked()
  await userEvent.click(dialog.getByRole('button', { name: 'Update supervisor' }))
  expect(await shown(world, uuid)).toMatchObject({ should_be_managed_by__release: [] })
  await userEvent.click(insist)
  await userEvent.click(dialog.getByRole('button', { name: 'Update supervisor' }))
  expect(await screen.findByText(/will run supervisor 17\.1\.2$/)).toBeVisible()
})

const reasonOf = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined
}

test.each<[string, Partial<OpenDeviceOptions>, string | undefined, string | undefined]>([
  [
    'an offline device',
    { change: { is_connected_to_vpn: false } },
    'Device must be online',
    'Device must be online',
  ],
  [
    'extended support',
    { change: { os_version: 'balenaOS 2026.1.2' } },
    undefined,
    'Cannot update ESR supervisor',
  ],
  [
    'a device that is not provisioned',
    { change: { overall_status: 'post-provisioning' } },
    'Action not supported until fully provisioned',
    'Action not supported until fully provisioned',
  ],
  [
    'an observer',
    { as: 'olive' },
    'Your role here (Observer) does not allow this',
    'Your role here (Observer) does not allow this',
  ],
])(
  '%s cannot be updated, with the reason [DACT-033, DACT-038, DACT-039]',
  async (_who, options, os, supervisor) => {
    await openDevice({ where: onOldOs, search: '/settings', ...options })
    expect(await reasonOf('Update OS')).toBe(os)
    expect(await reasonOf('Update supervisor')).toBe(supervisor)
  },
)

test('the page shows the progress of an update, and why one failed', async () => {
  await openDevice({
    where: onOldOs,
    before: async (world, { uuid }) => {
      await world.request(`/v2/${uuid}/resinhup`, {
        as: 'ada',
        method: 'POST',
        body: { parameters: { target_version: '6.1.0' } },
      })
      world.clock.advanceTo(world.clock.now() + 8_000)
    },
  })
  const bar = await screen.findByRole('progressbar', { name: 'OS update' })
  expect(Number(bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  expect(await screen.findByText('Updating the OS to 6.1.0')).toBeVisible()
})

test('a failed update shows the error in plain language, next to the device’s own message', async () => {
  await openDevice({
    where: onOldOs,
    change: {
      provisioning_progress: 94,
      provisioning_state: 'OS update failed: writing the new root file system failed: input/output error',
    },
  })
  const region = within(await screen.findByRole('region', { name: 'System update' }))
  expect(region.getByText(/Replace the card or disk/)).toBeVisible()
  expect(region.getByText(/Device message: writing the new root file system failed/)).toBeVisible()
})
