import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { TestCloud } from '../../../../mocks/hosts/node.ts'
import { titleOf } from '../../fleets/deploy-screens.ts'
import { setting, settingsOf } from '../../fleets/settings-screens.ts'
import { giveTidewaterSaml } from '../../identity-provider/identity-provider-screens.ts'
import { organizationId } from '../../organizations/organization-screens.ts'
import { releasePage } from '../../releases/release-screens.ts'
import { countOf, dialog, fill, part, press, type Row } from '../row.ts'

const ofSetting = (name: string, button: string) => async () => press(button, await setting(name))

const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\n-----END CERTIFICATE-----`

/** With a plan with SAML for Tidewater. */
const providers = (path: string) => async (world: TestCloud) => {
  await giveTidewaterSaml(world)
  return path
}

/** The page of a second provider, which is unused. */
const ofHarbor = async (world: TestCloud) => {
  const body = {
    sso_identifier: 'harbor',
    entry_point: 'https://id.harbor.example/sso',
    issuer: 'harbor',
    certificate: CERTIFICATE,
    organization_id: await organizationId(world),
  }
  await world.request('/v7/identity_provider', { as: 'ada', method: 'POST', body })
  return '/identity-provider/2'
}

/** Fleets and their releases, and the sign-in of an organization's members. */
export const fleets: readonly Row[] = [
  {
    write: 'POST application',
    at: '/fleets',
    open: dialog('Create fleet', 'Create a fleet', (nth) => ({
      'Default device type': 'Raspberry Pi 4 (64-bit)',
      Organization: 'Acme Logistics',
      Name: `new-fleet-${nth}`,
    })),
    submit: 'Create fleet',
    count: countOf('application', 'ada', "is_of__class eq 'fleet'"),
  },
  {
    write: 'PATCH application',
    at: settingsOf('depot-pilot'),
    open: dialog(ofSetting('Name', 'Rename'), 'Rename this fleet', (nth) => ({
      'New name': `depot-test-${nth}`,
    })),
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'DELETE application',
    at: settingsOf('depot-pilot'),
    open: dialog('Delete fleet', 'Delete depot-pilot?', () => ({ 'Type*': 'depot-pilot' })),
    submit: 'Delete fleet',
    count: countOf('application'),
    by: -1,
  },
  {
    write: 'builder.buildFromUrl',
    method: 'POST',
    path: '/v3/*',
    at: '/fleets',
    open: async (nth) => {
      const opened = await dialog('Deploy from a URL', titleOf('fleet'))(null)
      if (nth === null) return opened
      await fill(opened, { Repository: 'https://github.com/flotilla-examples/hello-fleet' })
      await press('Read', within(opened))
      await within(opened).findByRole('region', { name: 'What will be deployed' })
      await fill(opened, { 'Existing fleet': true, 'depot-pilot*': true })
      return opened
    },
    submit: /^(Create and deploy|Deploy)$/,
  },
  {
    write: 'PATCH release',
    at: releasePage('cold-chain-eu', '4.12.1', '/settings'),
    open: dialog('Invalidate', /^Invalidate /, (nth) => ({ 'Reason*': `It leaks ${nth}.` })),
    submit: 'Invalidate',
  },
  {
    write: 'PATCH release',
    way: 'its version',
    at: releasePage('bench-lab', '0.8.5', '/settings'),
    open: part('region', 'Version', (nth) => ({ 'Major.minor.patch': `0.8.${nth + 6}` })),
    submit: 'Set version',
    isDone: (form) =>
      within(form).queryByRole('alert') === null && screen.queryByText(/^The version is now/) !== null,
  },
  {
    write: 'DELETE release',
    at: releasePage('bench-lab', '0.8.5', '/settings'),
    open: dialog('Delete release', /^Delete 0\.8\.5/),
    submit: 'Delete release',
    count: countOf('release'),
    by: -1,
  },
  {
    write: 'POST identity_provider',
    at: providers('/identity-provider/1'),
    open: dialog('Add identity provider', 'Add an identity provider', (nth) => ({
      'SSO identifier': `harbor${nth}`,
      'Entry point': 'https://id.harbor.example/sso',
      Issuer: 'harbor',
      Certificate: CERTIFICATE,
      'Tidewater Research': true,
    })),
    submit: 'Add identity provider',
    count: countOf('identity_provider', 'pat'),
  },
  {
    write: 'PATCH identity_provider',
    at: ofHarbor,
    open: dialog('Edit', 'Edit harbor', (nth) => ({ Issuer: `https://id${nth}.harbor.example` })),
    submit: 'Save changes',
    isTyped: true,
  },
  {
    write: 'DELETE identity_provider',
    at: ofHarbor,
    open: dialog('Remove', 'Remove the identity provider harbor?'),
    submit: 'Remove',
    count: countOf('identity_provider', 'pat'),
    by: -1,
  },
  {
    write: 'POST identity_provider_membership',
    at: providers('/identity-provider/1'),
    open: dialog('Link organization', 'Link organizations to acme', () => ({ 'Tidewater Research': true })),
    submit: 'Link',
    count: countOf('identity_provider_membership'),
  },
  {
    write: 'PATCH identity_provider_membership',
    at: '/identity-provider/1',
    open: dialog('Change default team of Acme Logistics', 'Default team of Acme Logistics', () => ({
      'Default team': 'Firmware',
    })),
    submit: 'Set default team',
  },
  {
    write: 'DELETE identity_provider_membership',
    at: async (world) => {
      const at = await ofHarbor(world)
      await giveTidewaterSaml(world)
      const body = {
        organization: await organizationId(world, 'tidewater_research'),
        is_authorized_by__identity_provider: 2,
      }
      await world.request('/v7/identity_provider_membership', { as: 'ada', method: 'POST', body })
      return at
    },
    open: dialog('Remove Tidewater Research', /^Remove Tidewater Research/),
    submit: 'Remove organization',
    count: countOf('identity_provider_membership'),
    by: -1,
  },
]

/** Opens the menu of a button and selects an item. */
export const fromMenu = (button: string, item: string) => async () => {
  await press(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

export const untilGone = (name: string) =>
  waitFor(() => {
    if (screen.queryByRole('dialog', { name }) !== null) throw new Error(`${name} is still open`)
  })
