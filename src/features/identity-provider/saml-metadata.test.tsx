import { expect, test } from 'vitest'
import { readMetadata } from './saml-metadata.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

const key = (certificate: string, use?: string) =>
  `<md:KeyDescriptor${use === undefined ? '' : ` use="${use}"`}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

const service = (binding: string, location: string) =>
  `<md:SingleSignOnService Binding="${binding}" Location="${location}"/>`

const metadata = ({
  issuer = 'https://sso.acme.example/metadata',
  keys = key('MIIB'),
  services = service(REDIRECT, 'https://sso.acme.example/saml'),
  role = 'IDPSSODescriptor',
} = {}) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><md:${role}>${keys}${services}</md:${role}></md:EntityDescriptor>`

const pem = (...lines: string[]) =>
  ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')

test('reads the issuer, the certificate and the entry point [IDP-018]', () => {
  expect(readMetadata(metadata())).toEqual({
    issuer: 'https://sso.acme.example/metadata',
    entry_point: 'https://sso.acme.example/saml',
    certificate: pem('MIIB'),
  })
})

test('prefers the first signing key and the redirect binding, and wraps the certificate at 64 characters [IDP-015, IDP-018]', () => {
  const keys = `${key('RU5D', 'encryption')}${key(`\n  ${'A'.repeat(60)}\n  ${'A'.repeat(8)}\n`, 'signing')}${key('T0xE', 'signing')}`
  const services = `${service(POST, 'https://sso.acme.example/post')}${service(REDIRECT, 'https://sso.acme.example/saml?a=1&amp;b=2')}`
  expect(readMetadata(metadata({ keys, services }))).toMatchObject({
    certificate: pem('A'.repeat(64), 'AAAA'),
    entry_point: 'https://sso.acme.example/saml?a=1&b=2',
  })
  const form = service(POST, 'https://sso.acme.example/post')
  expect(readMetadata(metadata({ services: form }))?.entry_point).toBe('https://sso.acme.example/post')
})

test('chooses the identity provider among several entities [IDP-018]', () => {
  const [head = '', ...rest] = metadata().split('?>')
  const both = `${head}?><md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"><md:EntityDescriptor entityID="us"><md:SPSSODescriptor/></md:EntityDescriptor>${rest.join('?>')}</md:EntitiesDescriptor>`
  expect(readMetadata(both)?.issuer).toBe('https://sso.acme.example/metadata')
})

test.each([
  ['nothing', ''],
  ['no XML', 'issuer: acme'],
  ['broken XML', metadata().slice(0, -10)],
  ['another XML', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['metadata of a service', metadata({ role: 'SPSSODescriptor' })],
  ['no issuer', metadata({ issuer: '' })],
  ['no certificate', metadata({ keys: '' })],
  ['a certificate of other letters', metadata({ keys: key('M!IB') })],
  ['no entry point', metadata({ services: '' })],
])('rejects %s as metadata [IDP-033]', (_what, xml) => {
  expect(readMetadata(xml)).toBeUndefined()
})
