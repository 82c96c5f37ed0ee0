import { expect, test } from 'vitest'
import {
  changedFields,
  cleanFields,
  firstProblem,
  metadataFileProblem,
  providerProblems,
  tidyCertificate,
} from './provider-form.ts'

const pem = (...lines: string[]) =>
  ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')

const good = {
  sso_identifier: 'acme_2-eu',
  entry_point: 'https://sso.acme.example/saml',
  issuer: 'https://sso.acme.example',
  certificate: pem('MIIB'),
}

const problem = (change: Partial<typeof good>) => firstProblem({ ...good, ...change })

test('accepts complete fields', () => {
  expect(providerProblems(good)).toEqual({})
  expect(firstProblem(good)).toBeUndefined()
})

test('an identifier has at least three characters: lowercase letters, digits, underscores and hyphens [IDP-010, IDP-011, IDP-035]', () => {
  for (const short of ['', 'a', 'ab']) {
    expect(problem({ sso_identifier: short })).toBe('An SSO identifier must have at least 3 characters.')
  }
  expect(problem({ sso_identifier: 'abc' })).toBeUndefined()
  for (const odd of ['Acme', 'acme.eu', 'ac me', 'äcme', 'acme/']) {
    expect(problem({ sso_identifier: odd })).toMatch(/^Invalid characters in SSO identifier/)
  }
})

test('an entry point is a web address [IDP-012, IDP-034]', () => {
  for (const odd of ['', 'sso', 'sso.acme.example/saml', 'ftp://sso.acme.example', 'https://']) {
    expect(problem({ entry_point: odd })).toMatch(/^Invalid URL/)
  }
  expect(problem({ entry_point: 'http://10.0.0.1:8080/sso?tenant=1' })).toBeUndefined()
})

test('an issuer and a certificate are required [IDP-013]', () => {
  expect(problem({ issuer: '' })).toBe('The issuer is mandatory.')
  expect(problem({ certificate: '' })).toBe('The certificate is mandatory.')
})

test.each([
  ['without its markers', 'MIIB'],
  ['without its end', '-----BEGIN CERTIFICATE-----\nMIIB'],
  ['without its beginning', 'MIIB\n-----END CERTIFICATE-----'],
  ['with nothing in it', pem('')],
  ['twice', `${pem('MIIB')}\n${pem('MIIB')}`],
  ['with other letters', pem('MI!B')],
  ['that is a key', pem('MIIB').replaceAll('CERTIFICATE', 'PRIVATE KEY')],
])('a certificate %s is not a single PEM block [IDP-014, IDP-032]', (_what, certificate) => {
  expect(problem({ certificate })).toMatch(/^Invalid certificate format/)
})

test('the lines of a certificate have 64 characters [IDP-015]', () => {
  const letters = `${'A'.repeat(64)}${'B'.repeat(10)}==`
  const tidy = pem('A'.repeat(64), `${'B'.repeat(10)}==`)
  expect(tidyCertificate(pem(letters))).toBe(tidy)
  expect(tidyCertificate(`\n${pem(letters.slice(0, 20), letters.slice(20))}\r\n`)).toBe(tidy)
  expect(tidyCertificate(tidy)).toBe(tidy)
})

test('trims the fields, and sends only the changed ones', () => {
  const typed = { ...good, issuer: ' acme ', certificate: `${pem('MI', 'IB')}\n` }
  expect(cleanFields(typed)).toEqual({ ...good, issuer: 'acme' })
  expect(changedFields(good, cleanFields(typed))).toEqual({ issuer: 'acme' })
  expect(changedFields(good, good)).toEqual({})
})

test('metadata is an XML file of at most 1,000,000 bytes [IDP-016, IDP-017]', () => {
  const file = { name: 'metadata.xml', type: 'text/xml', size: 1_000_000 }
  expect(metadataFileProblem(file)).toBeUndefined()
  expect(metadataFileProblem({ ...file, type: 'application/xml' })).toBeUndefined()
  expect(metadataFileProblem({ ...file, name: 'FederationMetadata.XML', type: '' })).toBeUndefined()
  expect(metadataFileProblem({ ...file, size: 1_000_001 })).toMatch(
    /^The file can have at most 1.000.000 bytes/,
  )
  for (const odd of [
    { name: 'metadata.json', type: 'application/json' },
    { name: 'metadata.xml', type: 'image/png' },
    { name: 'metadata', type: '' },
  ]) {
    expect(metadataFileProblem({ ...file, ...odd })).toBe('Choose an XML file.')
  }
})
