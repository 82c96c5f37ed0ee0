import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { panel } from '../billing/billing-screens.ts'
import { findPanel } from '../device-page/open-device.tsx'
import { dialogNamed } from '../dialogs.ts'
import { setting, settingsOf } from '../fleets/settings-screens.ts'
import { toneOf } from '../looks.ts'
import { findHeading, TOKEN_KEY } from '../open-app.tsx'
import { fleetId, openWorld as openAnyWorld, type OpenWorldOptions } from '../open-world.tsx'
import { below } from '../organizations/organization-screens.ts'
import { releasePage } from '../releases/release-screens.ts'
import { reasonOf } from '../variables/variable-screens.ts'

// What docs/worlds.md lists of the world rare-things: each is opened, and the screen answers.

const openWorld = (path: Parameters<typeof openAnyWorld>[0], options: OpenWorldOptions = {}) =>
  openAnyWorld(path, { scenario: 'rare-things', ...options })

const device =
  (name: string, part = '') =>
  async (world: TestCloud) => {
    const [row] = await world.rows(`/v7/device?$select=uuid&$filter=device_name eq '${name}'`, 'ada')
    return `/devices/${String(row?.['uuid'])}${part}`
  }

/** A page as somebody who is no demo user. */
const as =
  (signIn: (world: TestCloud) => Promise<string>, path: string) =>
  async (world: TestCloud): Promise<string> => {
    localStorage.setItem(TOKEN_KEY, await signIn(world))
    return path
  }

const byPassword = (username: string) => async (world: TestCloud) => {
  const body = { username, password: 'flotilla-demo' }
  return (await world.request('/login_', { method: 'POST', body })).text()
}

/** Signs in with the identity provider of Acme Logistics. */
const byProvider = (email: string) => async (world: TestCloud) => {
  const headers = { origin: 'https://dashboard.example' }
  const party = await world.request('/auth/saml/acme', { headers })
  const answer = await world.cloud.handle(
    new Request(new URL(party.headers.get('location') ?? ''), {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve', email }),
    }),
  )
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code')
  return (await world.request('/auth/saml/finalize', { method: 'POST', body: { code } })).text()
}

describe('fleets of older types', () => {
  test.each(['legacy-meters', 'classic-kiosks'])('%s cannot be renamed', async (fleet) => {
    await openWorld(settingsOf(fleet))
    await findHeading('Settings')
    const name = await setting('Name')
    expect(reasonOf(name.getByRole('button'))).toBe('Cannot rename classic and legacy applications')
  })

  test('their devices are billed under names of their own', async () => {
    await openWorld(below('/billing'))
    const usage = await panel('Dynamic usage')
    expect(usage.getByRole('row', { name: /Legacy device/ })).toHaveTextContent('1')
    expect(usage.getByRole('row', { name: /Classic device/ })).toHaveTextContent('1')
  })
})

describe('old systems', () => {
  test('an OS below 2.11.0 is said to be too old for health checks', async () => {
    await openWorld(device('oldest-meter', '/diagnostics'))
    expect(await screen.findByText(/2\.11\.0/)).toBeVisible()
  })

  test('an OS between 2.11.0 and 2.12.0 is not, but loses its data when it moves', async () => {
    await openWorld(device('old-kiosk', '/diagnostics'))
    await screen.findByRole('navigation', { name: 'Diagnostics sections' })
    expect(screen.queryByText(/2\.11\.0/)).toBeNull()
    const tabs = within(screen.getByRole('navigation', { name: 'Device sections' }))
    await userEvent.click(tabs.getByRole('link', { name: 'Settings' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Move' }))
    const dialog = await dialogNamed('Move to another fleet')
    expect(await dialog.findByText(/with an OS below 2\.12\.0 lose the data/)).toBeVisible()
  })

  test('a device of an architecture that no other fleet has cannot be moved', async () => {
    await openWorld(device('oldest-meter', '/settings'))
    await userEvent.click(await screen.findByRole('button', { name: 'Move' }))
    const dialog = await dialogNamed('Move to another fleet')
    expect(await dialog.findByText('No applications with compatible architecture')).toBeVisible()
  })

  test('a supervisor below 7.0.0 has no actions for its single service', async () => {
    await openWorld(device('oldest-meter'))
    const services = within(await findPanel('Services'))
    expect(await services.findByText('main')).toBeVisible()
    expect(services.queryByRole('button', { name: /Stop main/ })).toBeNull()
    expect(services.queryByRole('button', { name: /Restart main/ })).toBeNull()
  })

  test.each([
    ['old-kiosk', /\/device\/v2\/[0-9a-f]+\/state/],
    ['busy', /\/device\/v3\/[0-9a-f]+\/state/],
  ])('the supervisor state of %s is read in the format of its supervisor', async (name, path) => {
    const { asked } = await openWorld(device(name, '/diagnostics/supervisor'))
    await waitFor(() => expect(asked.some(({ url }) => path.test(url))).toBe(true))
  })
})

test('measures between 60 and 80 % have the tone of a warning', async () => {
  const { world } = await openWorld(device('busy'))
  const [row] = await world.rows(
    "/v7/device?$select=cpu_usage,memory_usage,memory_total,storage_usage,storage_total&$filter=device_name eq 'busy'",
    'ada',
  )
  const share = (part: string, whole: string) => (Number(row?.[part]) * 100) / Number(row?.[whole])
  for (const percent of [
    Number(row?.['cpu_usage']),
    share('memory_usage', 'memory_total'),
    share('storage_usage', 'storage_total'),
  ]) {
    expect(percent).toBeGreaterThan(60)
    expect(percent).toBeLessThan(80)
  }
  for (const name of ['CPU', 'Memory', 'Storage']) {
    const figure = await screen.findByRole('meter', { name: new RegExp(name) })
    expect(toneOf(figure.firstElementChild)).toBe('warn')
  }
})

describe('images of a release', () => {
  const open = async (service: string) => {
    await openWorld(releasePage('image-kinds', '1.0.0'))
    const build = await panel('Build log')
    await userEvent.selectOptions(await build.findByRole('combobox', { name: 'Service' }), service)
    return build
  }

  test('one without a Dockerfile', async () => {
    const build = await open('no-dockerfile')
    await userEvent.click(await build.findByRole('radio', { name: 'Dockerfile' }))
    expect(await build.findByText('No Dockerfile of this service is available.')).toBeVisible()
  })

  test('one without a log', async () => {
    const build = await open('no-log')
    expect((await build.findAllByText('No build logs are available.')).length).toBeGreaterThan(0)
  })

  test('one that was not built here', async () => {
    const build = await open('pre-built')
    expect(await build.findByText('This service uses a pre-built image.')).toBeVisible()
  })
})

describe('people', () => {
  test('noa has neither an email address nor a password', async () => {
    await openWorld(as(byProvider('noa@acme-logistics.example'), '/preferences'), { as: null })
    expect(await screen.findByRole('button', { name: 'Set email' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Change password|Set password/ })).toBeNull()
  })

  test('gil is in one organization only, which has no identity provider yet', async () => {
    await openWorld(as(byPassword('gil'), '/identity-provider'), { as: null })
    expect(await screen.findByText('The identity provider of your organization appears here')).toBeVisible()
  })

  test('gil sees one organization', async () => {
    await openWorld(as(byPassword('gil'), '/orgs'), { as: null })
    const table = within(await screen.findByRole('table', { name: 'Organizations' }))
    expect(table.getAllByRole('row')).toHaveLength(2)
  })

  test('a developer who administers another organization cannot transfer a fleet to it', async () => {
    const { world } = await openWorld(settingsOf('depot-pilot'), { as: 'devi' })
    await findHeading('Settings')
    const transfer = await screen.findByRole('button', { name: 'Transfer' })
    expect(reasonOf(transfer)).toContain('Developer')
    const memberships = await world.rows(
      "/v7/organization_membership?$select=id&$filter=user/any(u:u/username eq 'devi') and organization_membership_role/any(r:r/name eq 'administrator')",
      'devi',
    )
    expect(memberships).toHaveLength(1)
  })

  test('the highest of three roles counts, and all three sources are named', async () => {
    await openWorld(async (world) => `/fleets/${await fleetId(world, 'kiosk-lobby')}/members`)
    await userEvent.click(await screen.findByRole('button', { name: 'Who has access' }))
    const dialog = await dialogNamed('Who has access to kiosk-lobby')
    const ivo = within((await dialog.findByText('ivo')).closest('li') ?? document.body)
    expect(ivo.getByText(/direct · .*through the team .*through the team/)).toBeVisible()
    expect(ivo.getByText('Developer')).toBeVisible()
  })
})

describe('billing', () => {
  test('credits that were invoiced by hand', async () => {
    await openWorld(below('/credits'))
    expect(await screen.findByText('Manually invoiced')).toBeVisible()
  })

  test.each([25, 75, 150])('the plan for %i devices is priced per device', async (devices) => {
    await openWorld(below('/billing', `meters_${devices}`))
    expect(await screen.findByText(`${devices} devices`)).toBeVisible()
    expect(await screen.findByText('Priced per device')).toBeVisible()
  })
})

describe('a clock in nanoseconds', () => {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(20)
  })
  afterEach(() => vi.restoreAllMocks())

  test('has no possible times: its lines are shown without', async () => {
    await openWorld(device('nano-clock', '?panel=logs'))
    const log = await screen.findByRole('log')
    await waitFor(() => expect(log.textContent).toMatch(/uplink|sensor-hub|dashboard/))
    expect(log.textContent).not.toMatch(/\d\d:\d\d:\d\d/)
  })
})

describe('each status', () => {
  test('has a device of its name in the list', async () => {
    await openWorld(async (world) => `/fleets/${await fleetId(world, 'all-statuses')}/devices`)
    for (const [name, label] of [
      ['operational', 'Operational'],
      ['inactive', 'Inactive'],
      ['post-provisioning', 'Post-provisioning'],
      ['configuring', 'Configuring'],
      ['updating', 'Updating'],
      ['disconnected', 'Disconnected'],
      ['reduced-functionality', 'Reduced functionality'],
    ] as const) {
      const link = await screen.findByRole('link', { name: new RegExp(`^${name}`) })
      expect(link.closest('tr')?.textContent).toMatch(new RegExp(label, 'i'))
    }
  })

  test('an aborted update is marked as a state of the simulator', async () => {
    await openWorld(
      async (world) => {
        const [row] = await world.rows("/v7/device?$select=uuid&$filter=update_status eq 'aborted'", 'ada')
        return `/devices/${String(row?.['uuid'])}`
      },
      { simulated: true },
    )
    await userEvent.click(await screen.findByText(/^More details/))
    expect(await screen.findByText('(only in this simulation: a supervisor never reports it)')).toBeTruthy()
  })

  test('each update status is one of a device of this world', async () => {
    const { world } = await openWorld(
      async (opened) => `/fleets/${await fleetId(opened, 'all-statuses')}/devices`,
    )
    const rows = await world.rows('/v7/device?$select=update_status', 'ada')
    expect(new Set(rows.map((row) => row['update_status']))).toEqual(
      new Set([null, 'aborted', 'applying changes', 'done', 'downloaded', 'downloading', 'rejected']),
    )
  })
})
