import { expect, test } from 'vitest'
import { readMetadata as read } from './saml-metadata.ts'

const NOW = Date.parse('2027-01-01T00:00:00Z')
const readMetadata = (xml: string) => {
  const result = read(xml, NOW)
  return result.problem === undefined ? result.fields : undefined
}
const problemOf = (xml: string) => read(xml, NOW).problem

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

const key = (certificate: string, use?: string) =>
  `<md:KeyDescriptor${use === undefined ? '' : ` use="${use}"`}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

const service = (binding: string, location: string) =>
  `<md:SingleSignOnService Binding="${binding}" Location="${location}"/>`

const metadata = ({
  issuer = 'https://sso.acme.example/metadata',
  keys = key('MAMCAQU='),
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
    certificate: pem('MAMCAQU='),
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
  ['nothing', '', 'empty'],
  ['no XML', 'issuer: acme', 'no-xml'],
  ['broken XML', metadata().slice(0, -10), 'no-xml'],
  ['a web page', '<!DOCTYPE html><html><body/></html>', 'web-page'],
  ['a certificate', pem('MAMCAQU='), 'certificate'],
  ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${metadata()}`, 'doctype'],
  ['another XML', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'no-metadata'],
  ['metadata of a service', metadata({ role: 'SPSSODescriptor' }), 'service'],
  ['no issuer', metadata({ issuer: '' }), 'no-issuer'],
  ['no certificate', metadata({ keys: '' }), 'no-certificate'],
  ['a page of XHTML', '<?xml version="1.0"?>\n<!DOCTYPE html><html></html>', 'web-page'],
  ['only a certificate that was cut', metadata({ keys: key('MIIDFTCCAf2gAwIBAgIU') }), 'bad-certificate'],
  ['elements without end', '<a>'.repeat(50_000), 'no-metadata'],
  ['nested elements', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`, 'no-metadata'],
  ['a list of many providers', metadata({ keys: key('MAMCAQU=').repeat(20_000) }), 'too-large'],
  ['only a key for encryption', metadata({ keys: key('MAMCAQU=', 'encryption') }), 'only-encryption'],
  ['a certificate of other letters', metadata({ keys: key('M!IB') }), 'bad-certificate'],
  ['no entry point', metadata({ services: '' }), 'no-entry-point'],
  ['an empty entry point', metadata({ services: service(REDIRECT, ' ') }), 'no-entry-point'],
])('rejects %s as metadata, with the reason [IDP-033]', (_what, xml, problem) => {
  expect(problemOf(xml)).toBe(problem)
})

/** Two certificates of one provider, made for these tests: both valid from 2026-11-25 for ten years. */
const OLD =
  'MIIDFTCCAf2gAwIBAgIUBaCMrGq+lP8Xkt8Uhm8duKDKK8YwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPaWRwLW9sZC5leGFtcGxlMB4XDTI2MTEyNTIwNTU0NFoXDTM2MTEyMjIwNTU0NFowGjEYMBYGA1UEAwwPaWRwLW9sZC5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4K3JbWAGguMVBE29TB4gTJjgQ0y6M1hBdYmxMVfzhXNAZYe7Zik3mPgjEK/L0Q4wmvagByx9T56WbuD3HzTgwRBbURh8/IDa9Kq+izEOzHwx8gHl1g7vwebvfUUrAxBfDQj0exkhcFLzh4ed93BknLkBcPcQ9i2CSGjUqQF05LmbxToyIC048Oe22xxx+Yeku3/f7kufy2TkKgmjGwh/COI9FIaynLoCN4LNP6vO4n47Pwaw4aXcrCOiaLQ/WxTzc7RZXFSnzj7vzLPt4kLxuRVC/zgDaKHaPiwpdS4uUqS/fHvzHq3EjI8pp/nq5ah7LMcjiiHQb+BFy2I3B5Q5NwIDAQABo1MwUTAdBgNVHQ4EFgQUKOdv0H4Q2iHwfn/R6DPo952g0/cwHwYDVR0jBBgwFoAUKOdv0H4Q2iHwfn/R6DPo952g0/cwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEABnIQTVOuQH0fjV7vddPVNbAMhZf8BKqvcsmvGJZ3TotmQgCh3wDPoSaIablHfKPRTbXcmlKepNYX8pUxcaQtKXXMhaluhaaQFOrCSCKaIbUCiO8jtk/K/+6HcF1nqqWo8ClpwLyVmX1oX60bMPtQTcWVkPai0gtvDSHUEm4rHaSdqvYROLsAug2Tb2MBXFjX1z3v9IqiK82D712B5COlcSOtszVwZR7XoZxAMT+M4K4zqRAgzkrpbwCXmym4suQTvQp/8o362l92BeBFhIyoR8g1LEdzPb/aDTDEvbxbSNJ+NvvN7w+86gNExje5hKW79T/qKR2FSxvqkGHoZ4oNhw=='
const NEW =
  'MIIDFTCCAf2gAwIBAgIUQwvCLdcMl+Mv7++mvZXVqOLP72AwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPaWRwLW5ldy5leGFtcGxlMB4XDTI2MTEyNTIwNTU0NFoXDTM2MTEyMjIwNTU0NFowGjEYMBYGA1UEAwwPaWRwLW5ldy5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmBqMsadiQ4VgNGqMCqQQ9eos28DAX8Dvq7csCXguyeu9Y+d/8/ssaKCNLM6tZWq8iv+dhMTIM6MRQN38i4tQrEfA2aPr0pMjlTSTb5CyRAxmKFgf2zbePCyF6HUrA/95IoR+6i1GRD1688Y2eMY5gFDpslSjv+26iHeNbmXad3JGrsLPmcGqAwgWzaicR1KWaIwxyjEFPy5f3dG/zfoUmHc/YHS3D2O7+aLV55ogaVa7KQB3LnwdAlcB/RD5JCKEM7Tf9Kr4raDyUp9WhGCGLvwx4FQfYMLHDrA0kZQsf5tTA9oxxoqLbI3riKKttRoF6Si9AizYcsvY//Thj+dGuQIDAQABo1MwUTAdBgNVHQ4EFgQUuvqi2MAU8lZighOWBxnj5VAwaDgwHwYDVR0jBBgwFoAUuvqi2MAU8lZighOWBxnj5VAwaDgwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAJw856EeL4iJwEvDIViIAKEpfAUbHsz85mXDepRFtiEf1gFMjx4J355hCD82Fk+e4+3OmlCu3ZKW6b/2OQ9UfpXXr8fkXQ88d7UG10rsGodIh0lw2ybfTZMe0iYHogMlsL0dEDUTeZyHFtVlrYPWyEBjyjZ+bc9mKMi2eB2XHmALhFUvCUEVjgAamuqA3DlZoe9NUJkN+izfV1+QBMeMplUsG2H9A7zTPHO4AncYa+qbvX9ZuzIM4Lt2oZsDIYCuWN0osvdGzUsCjpTb2fzr+0tubHP7NlIsDpY+E26aHtWxoJSo/DKt8ZhOEI2WcyaUV5mjmzEVc9ITYwmZH8+SE8w=='

test('of several signing certificates all are offered with their names and dates, and the first valid one is chosen', () => {
  const keys = `${key(NEW, 'encryption')}${key(OLD, 'signing')}${key(NEW, 'signing')}${key(OLD)}`
  const result = read(metadata({ keys }), NOW)
  if (result.problem !== undefined) throw new Error(result.problem)
  expect(result.certificates.map(({ facts }) => facts?.name)).toEqual(['idp-old.example', 'idp-new.example'])
  for (const { facts } of result.certificates)
    expect([facts?.from, facts?.until].map((at) => new Date(at ?? 0).toISOString().slice(0, 10))).toEqual([
      '2026-11-25',
      '2036-11-22',
    ])
  expect(result.fields.certificate).toBe(result.certificates[0]?.pem)
  expect(result.leftOut).toEqual([
    { kind: 'certificates', count: 2 },
    { kind: 'encryption', count: 1 },
  ])
})

test('an undecodable certificate never hides a valid one', () => {
  const result = read(metadata({ keys: `${key('MAMCAQU=')}${key(NEW)}${key('M!')}` }), NOW)
  if (result.problem !== undefined) throw new Error(result.problem)
  expect(result.fields.certificate.replace(/-----[A-Z ]*-----|\s/g, '')).toBe(NEW)
  expect(result.leftOut).toContainEqual({ kind: 'unreadable', count: 1 })
})

test.each([
  ['markers inside of the certificate', key(`\n${pem(OLD)}\n`)],
  [
    'a key without a certificate before it',
    `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:KeyValue/></ds:KeyInfo></md:KeyDescriptor>${key(OLD, 'signing')}`,
  ],
  ['tabs and line breaks', key(OLD.replace(/(.{60})/g, '$1\r\n\t'))],
])('reads a file with %s', (_, keys) => {
  expect(readMetadata(metadata({ keys }))?.certificate.replace(/-----[A-Z ]*-----|\s/g, '')).toBe(OLD)
})

test.each(['saml', 'x', ''])('the prefix "%s" of the namespace has no meaning', (prefix) => {
  const xml = metadata()
    .replaceAll('md:', prefix === '' ? '' : `${prefix}:`)
    .replace(
      /xmlns(?::\w+)?="urn:oasis:names:tc:SAML:2.0:metadata"|xmlns:md/,
      prefix === ''
        ? 'xmlns="urn:oasis:names:tc:SAML:2.0:metadata"'
        : `xmlns:${prefix}="urn:oasis:names:tc:SAML:2.0:metadata"`,
    )
  expect(readMetadata(`\uFEFF${xml}`)?.issuer).toBe('https://sso.acme.example/metadata')
})

test('says what else of a file is not used', () => {
  const xml = metadata({
    services: `${service(POST, 'https://a.example/post')}${service('urn:soap', 'https://a.example/soap')}<md:SingleLogoutService Location="https://a.example/out"/>`,
  }).replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"')
  const result = read(xml, NOW)
  expect(result.problem === undefined && result.leftOut.map(({ kind }) => kind)).toEqual([
    'addresses',
    'binding',
    'logout',
    'signed-requests',
  ])
  expect(result.problem === undefined && result.fields.entry_point).toBe('https://a.example/post')
})
