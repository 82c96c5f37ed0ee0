import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { organizationId, rowOf } from '../organizations/organization-screens.ts'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import { bodiesOf, giveTidewaterSaml, withoutProviders } from './identity-provider-screens.ts'

const LETTERS = `${'A'.repeat(64)}${'B'.repeat(8)}`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\n${'B'.repeat(8)}\n-----END CERTIFICATE-----`
const METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://id.harbor.example">
  <IDPSSODescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
    <X509Certificate>${LETTERS}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.harbor.example/sso"/>
  </IDPSSODescriptor></EntityDescriptor>`

const aFile = (content: string, name = 'harbor.xml', type = 'text/xml') => new File([content], name, { type })

/** Opens the form of a new identity provider, from the page of a user who has none. */
async function openForm() {
  const { bodies, answer } = bodiesOf('/v7/identity_provider')
  const opened = await openWorld(
    async (cloud) => {
      await giveTidewaterSaml(cloud)
      return '/identity-provider'
    },
    { change: withoutProviders, answer },
  )
  await findHeading('Identity provider')
  expect(screen.getByText('The identity provider of your organization appears here')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add identity provider' }))
  const dialog = await dialogNamed('Add an identity provider')
  return {
    ...opened,
    bodies,
    dialog,
    submit: dialog.getByRole('button', { name: 'Add identity provider' }),
    field: (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name }),
    metadata: dialog.getByLabelText('Metadata file (optional)'),
  }
}

const providerNames = async (world: TestCloud) =>
  (await world.rows('/v7/identity_provider?$select=sso_identifier&$orderby=id asc', 'pat')).map(
    (row) => row['sso_identifier'],
  )

test('a user without an identity provider adds one from its metadata, for several organizations, and its page opens [IDP-001, IDP-016, IDP-017, IDP-018, IDP-019, IDP-026, IDP-027, IDP-033]', async () => {
  const { world, asked, bodies, dialog, submit, field, metadata } = await openForm()
  expect(metadata.getAttribute('accept')).toBe('.xml,text/xml,application/xml')
  await write(field('Entry point'), 'https://old.example/sso')
  const refused: [File, RegExp][] = [
    [aFile(METADATA, 'harbor.json', 'application/json'), /^Choose an XML file/],
    [aFile(METADATA.padEnd(1_000_001)), /^The file can have at most 1.000.000 bytes/],
    [aFile('<EntityDescriptor'), /^Failed to parse SAML metadata/],
  ]
  for (const [file, why] of refused) {
    // The file filter of browsers can be bypassed.
    await userEvent.setup({ applyAccept: false }).upload(metadata, file)
    expect(await dialog.findByText(why)).toBeVisible()
    expect(field('Entry point').value).toBe('https://old.example/sso')
  }
  await userEvent.upload(metadata, aFile(METADATA.padEnd(1_000_000)))
  await dialog.findByText('Entry point, issuer and certificate were filled from harbor.xml.')
  expect(field('Entry point').value).toBe('https://id.harbor.example/sso')
  expect(field('Issuer').value).toBe('https://id.harbor.example')
  expect(field('Certificate').value).toBe(CERTIFICATE)

  await write(field('SSO identifier'), 'harbor')
  expect(reasonOf(submit)).toBe('An identity provider needs at least one organization.')
  await userEvent.click(submit)
  expect(writes(asked)).toEqual([])
  for (const name of ['Acme Logistics', 'Tidewater Research']) {
    await userEvent.click(dialog.getByRole('checkbox', { name }))
  }
  await userEvent.click(submit)
  await findHeading('harbor')
  expect(address()).toBe('/identity-provider/2')
  expect(await screen.findByText('Identity provider harbor added')).toBeVisible()
  await untilClosed()
  expect(bodies).toEqual([
    {
      sso_identifier: 'harbor',
      entry_point: 'https://id.harbor.example/sso',
      issuer: 'https://id.harbor.example',
      certificate: CERTIFICATE,
      organization_id: await organizationId(world),
    },
    {
      organization: await organizationId(world, 'tidewater_research'),
      is_authorized_by__identity_provider: 2,
    },
  ])
  const table = 'Organizations of this identity provider'
  expect((await rowOf(table, 'Acme Logistics')).getByRole('rowheader')).toBeVisible()
  expect((await rowOf(table, 'Tidewater Research')).getByRole('rowheader')).toBeVisible()
})

test('each field shows its error, and a rejected save keeps the input [IDP-010, IDP-011, IDP-012, IDP-013, IDP-014, IDP-015, IDP-032, IDP-034, IDP-035]', async () => {
  const { world, bodies, dialog, submit, field } = await openForm()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Acme Logistics' }))
  const tried: [name: string, wrong: string, says: RegExp, right: string][] = [
    ['SSO identifier', 'Acme!', /^Invalid characters in SSO identifier/, 'acme'],
    ['Entry point', 'id.harbor.example', /^Invalid URL/, 'https://id.harbor.example/sso'],
    ['Issuer', ' ', /^The issuer is mandatory/, 'harbor'],
    [
      'Certificate',
      LETTERS,
      /^Invalid certificate format/,
      CERTIFICATE.replace(`${'A'.repeat(64)}\n`, 'A'.repeat(64)),
    ],
  ]
  for (const [name, wrong, says, right] of tried) {
    await write(field(name), wrong)
    expect(reasonOf(submit)).toMatch(says)
    // An empty field is only reported at the button.
    if (wrong.trim() !== '') expect(dialog.getByRole('alert').textContent).toMatch(says)
    await userEvent.clear(field(name))
    await write(field(name), right)
    expect(dialog.queryByRole('alert')).toBeNull()
  }
  // Leaving the field wraps its lines.
  await userEvent.click(submit)
  expect(await dialog.findByText('The SSO identifier acme is taken. Choose another one.')).toBeVisible()
  expect(field('Certificate').value).toBe(CERTIFICATE)
  expect(field('Issuer').value).toBe('harbor')
  expect(await providerNames(world)).toEqual(['acme'])
  await userEvent.clear(field('SSO identifier'))
  await write(field('SSO identifier'), 'ab')
  expect(reasonOf(submit)).toBe('An SSO identifier must have at least 3 characters.')
  await write(field('SSO identifier'), 'c')
  await userEvent.click(submit)
  await findHeading('abc')
  expect(bodies).toHaveLength(2)
  expect(await providerNames(world)).toEqual(['acme', 'abc'])
})

test('an identity provider is updated with the changed fields, and removed while nobody has an account with it [IDP-009, IDP-025]', async () => {
  const { bodies, answer } = bodiesOf('/v7/identity_provider')
  const { world, asked } = await openWorld(
    async (cloud) => {
      const body = {
        sso_identifier: 'harbor',
        entry_point: 'https://id.harbor.example/sso',
        issuer: 'harbor',
        certificate: CERTIFICATE,
        organization_id: await organizationId(cloud),
      }
      const made = await cloud.request('/v7/identity_provider', { as: 'ada', method: 'POST', body })
      expect(made.status).toBe(201)
      return '/identity-provider/2'
    },
    { answer },
  )
  await findHeading('harbor')
  // Acme Logistics has two now.
  expect((await rowOf('Your other identity providers', 'acme')).getByRole('rowheader')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = await dialogNamed('Edit harbor')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  expect(reasonOf(save)).toBe('No changes yet')
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Issuer' }))
  expect(reasonOf(save)).toBe('The issuer is mandatory.')
  await write(dialog.getByRole('textbox', { name: 'Issuer' }), 'https://id.harbor.example')
  await userEvent.click(save)
  await untilClosed()
  expect(bodies).toEqual([{ issuer: 'https://id.harbor.example' }])
  expect(await screen.findByText('https://id.harbor.example')).toBeVisible()

  const remove = screen.getByRole('button', { name: 'Remove' })
  await waitFor(() => expect(reasonOf(remove)).toBeUndefined())
  await userEvent.click(remove)
  const ask = await dialogNamed('Remove the identity provider harbor?')
  expect(ask.getByText(/^Members of Acme Logistics can no longer sign in with it/)).toBeVisible()
  await userEvent.click(ask.getByRole('button', { name: 'Remove' }))
  await findHeading('acme')
  expect(address()).toBe('/identity-provider/1')
  expect(await screen.findByText('Identity provider harbor removed')).toBeVisible()
  expect(screen.queryByText('No identity provider found')).toBeNull()
  expect(writes(asked)).toEqual(['PATCH /v7/identity_provider(2)', 'DELETE /v7/identity_provider(2)'])
  expect(await providerNames(world)).toEqual(['acme'])
})

test('a removal that the platform rejects, because accounts could not be counted, shows the reason [IDP-009]', async () => {
  const { world } = await openWorld('/identity-provider/1', {
    answer: ({ url }) => (url.includes('/v7/saml_account') ? new Response(null, { status: 500 }) : undefined),
  })
  await findHeading('acme')
  expect(await screen.findByText('Could not be counted')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const ask = await dialogNamed('Remove the identity provider acme?')
  await userEvent.click(ask.getByRole('button', { name: 'Remove' }))
  expect(
    await ask.findByText(/^An identity provider can be removed only when it has no SAML accounts/),
  ).toBeVisible()
  expect(await providerNames(world)).toEqual(['acme'])
})
