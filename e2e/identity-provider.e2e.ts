import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const METADATA = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://id.acme.example">
  <md:IDPSSODescriptor>
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${'QWNt'.repeat(20)}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.acme.example/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

test('an administrator replaces the metadata of the identity provider, and adds its members to a team [IDP-002, IDP-006, IDP-008, IDP-015, IDP-018]', async ({
  page,
  world,
  causedErrors,
}) => {
  // The browser's error document for invalid XML contains an inline style.
  causedErrors.push(/inline style/, /style-src-attr inline/)
  await world.open('first-look', { as: 'ada' })
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Identity provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'acme' })).toBeVisible()
  await expect(page).toHaveURL(paths.identityProvider(1))

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const metadata = dialog.getByLabel('Metadata file (optional)')
  const file = (content: string) => ({
    name: 'acme.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(content),
  })
  await metadata.setInputFiles(file('<md:EntityDescriptor'))
  await expect(dialog.getByText(/^Failed to parse SAML metadata/)).toBeVisible()
  await expectAccessible(page)
  await metadata.setInputFiles(file(METADATA))
  await expect(dialog.getByLabel('Entry point')).toHaveValue('https://id.acme.example/sso')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('https://id.acme.example/sso')
  await expect(details.getByRole('region', { name: 'Certificate' })).toContainText(
    /^-+BEGIN CERTIFICATE-+\n\w{64}\n\w{16}\n/,
  )

  await page.getByRole('button', { name: 'Change default team of Acme Logistics' }).click()
  await dialog.getByLabel('Default team').selectOption('Firmware')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set default team' }).click()
  const organizations = page.getByRole('table', { name: 'Organizations of this identity provider' })
  await expect(organizations.getByRole('row', { name: /Acme Logistics/ })).toContainText('Firmware')
})
