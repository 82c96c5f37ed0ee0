import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading, json, refuse, type Answer } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { idOf, organizationId, rowOf } from '../organizations/organization-screens.ts'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import {
  giveTidewaterSaml,
  organizationsWith,
  withoutProviders,
  type Row,
} from './identity-provider-screens.ts'

const LINKS = 'Organizations of this identity provider'

/** A platform without SAML. */
const withoutSaml: Answer = ({ url }) =>
  new URL(url).pathname === '/config'
    ? json({
        deployment: 'production',
        deviceUrlsBase: 'devices.example',
        supportedSocialProviders: ['github', 'google'],
      })
    : undefined

const panel = async (name: string) => within(await screen.findByRole('region', { name }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function openMenu(person: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Account of ${person}` }))
  return within(await screen.findByRole('menu', { name: `Account of ${person}` }))
}

test('the user menu opens the identity provider: its details, organizations and their default team [ROUTE-046, SHELL-029, IDP-002, IDP-006, IDP-007, IDP-008, IDP-009, IDP-020, IDP-028]', async () => {
  const { world, asked } = await openWorld('/404')
  await findHeading('Page not found')
  const menu = await openMenu('ada')
  await userEvent.click(await menu.findByRole('menuitem', { name: 'Identity provider' }))
  await findHeading('acme')
  expect(address()).toBe('/identity-provider/1')

  const details = await panel('Details')
  for (const shown of [
    'acme',
    'https://sso.acme-logistics.example/saml',
    'https://sso.acme-logistics.example/metadata',
    /\/saml\/acme$/,
  ]) {
    expect(details.getByText(shown)).toBeVisible()
  }
  expect(details.getByRole('region', { name: 'Certificate' }).textContent).toMatch(
    /^-----BEGIN CERTIFICATE-----\n\S{64}\n/,
  )
  expect(reasonOf(details.getByRole('button', { name: 'Edit' }))).toBeUndefined()
  await waitFor(() =>
    expect(reasonOf(details.getByRole('button', { name: 'Remove' }))).toMatch(
      /only when it has no SAML accounts. This one has 1/,
    ),
  )
  await userEvent.click(details.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByRole('dialog')).toBeNull()

  const row = await rowOf(LINKS, 'Acme Logistics')
  expect(row.getByText('None')).toBeVisible()
  expect(reasonOf(row.getByRole('button', { name: 'Remove Acme Logistics' }))).toBe(
    'An identity provider must keep at least one organization.',
  )
  const open = async () => {
    await userEvent.click(row.getByRole('button', { name: 'Change default team of Acme Logistics' }))
    const dialog = await dialogNamed('Default team of Acme Logistics')
    return { dialog, field: await dialog.findByRole('combobox', { name: 'Default team' }) }
  }
  const { dialog, field } = await open()
  const submit = dialog.getByRole('button', { name: 'Set default team' })
  expect(reasonOf(submit)).toBe('This is already its default team')
  await userEvent.selectOptions(field, 'Firmware')
  await userEvent.click(submit)
  await untilClosed()
  expect(await row.findByText('Firmware')).toBeVisible()
  const again = await open()
  await userEvent.selectOptions(again.field, 'No team')
  await userEvent.click(again.dialog.getByRole('button', { name: 'Set default team' }))
  await untilClosed()
  expect(await row.findByText('None')).toBeVisible()
  expect(writes(asked)).toEqual([
    'PATCH /v7/identity_provider_membership(1)',
    'PATCH /v7/identity_provider_membership(1)',
  ])
  expect(
    await world.rows(
      '/v7/identity_provider_membership?$select=id&$filter=grants_access_to__team eq null',
      'ada',
    ),
  ).toHaveLength(1)
})

test('another organization whose plan has SAML is linked, and unlinked [IDP-008, IDP-022, IDP-027, IDP-029]', async () => {
  const { world, asked } = await openWorld(async (cloud) => {
    await giveTidewaterSaml(cloud)
    return '/identity-provider/1'
  })
  await findHeading('acme')
  // Tidewater has none of its own.
  expect(reasonOf(screen.getByRole('button', { name: 'Add identity provider' }))).toBeUndefined()
  await press('Link organization')
  const dialog = await dialogNamed('Link organizations to acme')
  const submit = dialog.getByRole('button', { name: 'Link' })
  expect(reasonOf(submit)).toBe('Select an organization first')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tidewater Research' }))
  await userEvent.click(submit)
  await untilClosed()
  const row = await rowOf(LINKS, 'Tidewater Research')
  expect(screen.queryByRole('button', { name: 'Add identity provider' })).toBeNull()
  await userEvent.click(row.getByRole('button', { name: 'Remove Tidewater Research' }))
  const ask = await dialogNamed('Remove Tidewater Research from the identity provider?')
  await userEvent.click(ask.getByRole('button', { name: 'Remove organization' }))
  await untilClosed()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Tidewater/ })).toBeNull())
  const link = await idOf(world, 'identity_provider_membership', 'id gt 1')
  expect(link).toBeNaN()
  expect(writes(asked)).toEqual([
    'POST /v7/identity_provider_membership',
    expect.stringMatching(/^DELETE \/v7\/identity_provider_membership\(\d+\)$/),
  ])
})

test('if no other organization can be linked, the dialog says whose plan lacks single sign-on', async () => {
  await openWorld('/identity-provider/1')
  await findHeading('acme')
  await press('Link organization')
  const dialog = await dialogNamed('Link organizations to acme')
  expect(dialog.getByText(/^The plan of Tidewater Research does not include single sign-on\./)).toBeVisible()
  expect(dialog.queryByText(/already linked/)).toBeNull()
})

test('members see the identity provider, and why they cannot change it [IDP-021, IDP-023, SHELL-029]', async () => {
  const { asked } = await openWorld('/identity-provider', { as: 'mel' })
  await findHeading('acme')
  const why = 'Only an administrator of a linked organization can do this'
  for (const name of ['Edit', 'Remove', 'Link organization']) {
    expect(reasonOf(screen.getByRole('button', { name }))).toBe(why)
    await press(name)
  }
  const row = await rowOf(LINKS, 'Acme Logistics')
  for (const name of ['Change default team of Acme Logistics', 'Remove Acme Logistics']) {
    expect(reasonOf(row.getByRole('button', { name }))).toBe(
      'Only an administrator of Acme Logistics can do this',
    )
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('SAML accounts')).toBeNull()
  expect(asked.some(({ url }) => url.includes('saml_account'))).toBe(false)
  const menu = await openMenu('mel')
  expect(await menu.findByRole('menuitem', { name: 'Identity provider' })).toBeVisible()
})

test('staff manage the organizations of every identity provider, and nothing else [IDP-001, IDP-024]', async () => {
  const { world } = await openWorld('/identity-provider', { as: 'pat' })
  await findHeading('Identity provider')
  expect(reasonOf(screen.getByRole('button', { name: 'Add identity provider' }))).toBe(
    'Only administrators of an organization can add one',
  )
  const all = await rowOf('Identity providers of organizations', 'acme')
  expect(all.getByText('Acme Logistics')).toBeVisible()
  await userEvent.click(all.getByRole('link', { name: 'acme' }))
  await findHeading('acme')
  expect(reasonOf(screen.getByRole('button', { name: 'Edit' }))).toMatch(/^Only an administrator/)
  expect(reasonOf(screen.getByRole('button', { name: 'Remove' }))).toMatch(/^Only an administrator/)
  await press('Link organization')
  const dialog = await dialogNamed('Link organizations to acme')
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Northwind Transit' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Link' }))
  await untilClosed()
  const row = await rowOf(LINKS, 'Northwind Transit')
  expect(
    reasonOf(row.getByRole('button', { name: 'Change default team of Northwind Transit' })),
  ).toBeUndefined()
  await userEvent.click(row.getByRole('button', { name: 'Remove Northwind Transit' }))
  const ask = await dialogNamed(/^Remove Northwind Transit/)
  await userEvent.click(ask.getByRole('button', { name: 'Remove organization' }))
  await untilClosed()
  await waitFor(async () =>
    expect(await world.rows('/v7/identity_provider_membership?$select=id', 'pat')).toHaveLength(1),
  )
})

test('support sees only the linked organizations it has access to, and unlinks any but the last [IDP-024]', async () => {
  const { asked } = await openWorld(
    async (world) => {
      await giveTidewaterSaml(world)
      const organization = await organizationId(world, 'tidewater_research')
      const body = { organization, is_authorized_by__identity_provider: 1 }
      await world.request('/v7/identity_provider_membership', { as: 'ada', method: 'POST', body })
      return '/identity-provider/1'
    },
    { as: 'sue' },
  )
  await findHeading('acme')
  const hidden = 'An organization you have no access to'
  const [team] = screen.getAllByRole('button', { name: `Change default team of ${hidden}` })
  expect(team && reasonOf(team)).toBe('You have no access to the teams of this organization')
  const [, remove] = screen.getAllByRole('button', { name: `Remove ${hidden}` })
  if (remove === undefined) throw new Error('Only one organization is linked')
  await userEvent.click(remove)
  const ask = await dialogNamed(`Remove ${hidden} from the identity provider?`)
  await userEvent.click(ask.getByRole('button', { name: 'Remove organization' }))
  await untilClosed()
  await waitFor(() =>
    expect(reasonOf(screen.getByRole('button', { name: `Remove ${hidden}` }))).toMatch(
      /must keep at least one/,
    ),
  )
  expect(writes(asked)).toHaveLength(1)
})

test.each(['/identity-provider', '/identity-provider/1'])(
  '%s is not found on a platform without SAML [IDP-003]',
  async (path) => {
    const { asked } = await openWorld(path, { answer: withoutSaml })
    await findHeading('Page not found')
    expect(address()).toBe(path)
    expect(asked.some(({ url }) => url.includes('/v7/identity_provider'))).toBe(false)
  },
)

test.each([
  ['the platform has no SAML', { answer: withoutSaml }],
  [
    'no organization of the person may have or has an identity provider',
    {
      change: (url: string, rows: Row[]) =>
        url.includes('/v7/subscription') ? [] : withoutProviders(url, rows),
    },
  ],
])(
  'the user menu and the palette do not list identity providers if %s [SHELL-029]',
  async (_why, options) => {
    const { asked } = await openWorld('/404', options)
    await findHeading('Page not found')
    const menu = await openMenu('ada')
    await menu.findByRole('menuitem', { name: 'Preferences' })
    if ('change' in options) {
      await waitFor(() => expect(asked.some(({ url }) => url.includes('/v7/subscription'))).toBe(true))
    }
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Control>}k{/Control}')
    const pages = within(await screen.findByRole('group', { name: 'Pages' }))
    expect(pages.getByRole('option', { name: 'Organizations' })).toBeVisible()
    expect(pages.queryByRole('option', { name: 'Identity provider' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    const later = await openMenu('ada')
    expect(later.queryByRole('menuitem', { name: 'Identity provider' })).toBeNull()
  },
)

test('the palette lists the identity provider', async () => {
  await openWorld('/404')
  await findHeading('Page not found')
  await userEvent.keyboard('{Control>}k{/Control}')
  await write(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'SAML')
  const pages = within(await screen.findByRole('group', { name: 'Pages' }))
  await userEvent.click(await pages.findByRole('option', { name: 'Identity provider' }))
  await findHeading('acme')
})

test.each(['/identity-provider', '/identity-provider/1'])(
  'a user without organizations who is not staff is redirected from %s to the fleets with an error [IDP-004, IDP-005]',
  async (path) => {
    await openWorld(path, { as: 'mel', change: organizationsWith(() => []) })
    await findHeading('Fleets')
    expect(address()).toBe('/fleets')
    expect(await screen.findByText('You have no permission to view identity providers')).toBeVisible()
  },
)

test.each([
  ['/identity-provider/999', 'No identity provider found'],
  ['/identity-provider/99999999999', 'No identity provider found'],
  ['/identity-provider/acme', 'Invalid id passed in URL: acme'],
])('%s shows “%s” and redirects to the start of these pages [IDP-030, IDP-031]', async (path, said) => {
  await openWorld(path, { change: withoutProviders })
  await findHeading('Identity provider')
  expect(address()).toBe('/identity-provider')
  expect(await screen.findByText(said)).toBeVisible()
})

test.each([401, 403])(
  'an identity provider without permission to view it shows an error, by %i [IDP-036]',
  async (status) => {
    let isRefused = true
    await openWorld('/identity-provider/1', {
      answer: ({ url }) =>
        isRefused && new URL(url).pathname === '/v7/identity_provider(1)' ? refuse(status) : undefined,
    })
    expect(await screen.findByText('You have no permission to view this identity provider')).toBeVisible()
    isRefused = false
    await press('Retry')
    await findHeading('acme')
  },
)
