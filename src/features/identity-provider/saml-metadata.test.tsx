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
  '',
  ' ',
  'urn:oasis:names:tc:SAML:2.0',
  'urn:oasis:names:tc:SAML:1.1:protocol\nurn:oasis:names:tc:SAML:2.0:protocol',
])('a role that names the protocols %j is for SAML 2.0 [IDP-018]', (protocols) => {
  const named = `IDPSSODescriptor protocolSupportEnumeration="${protocols}"`
  expect(readMetadata(metadata().replace('IDPSSODescriptor', named))?.issuer).toBe(
    'https://sso.acme.example/metadata',
  )
})

test.each([
  ['nothing', '', 'empty'],
  ['no XML', 'issuer: acme', 'text'],
  ['what OpenID Connect offers', '{"issuer":"https://sso.acme.example"}', 'text'],
  ['an address', 'https://sso.acme.example/metadata', 'text'],
  ['a file in base64', btoa(metadata()), 'text'],
  ['a file whose marks were replaced', metadata().replaceAll('<', '&lt;'), 'text'],
  [
    'an answer of a provider',
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
    'no-metadata',
  ],
  [
    'metadata of WS-Federation',
    '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="a"><RoleDescriptor/></EntityDescriptor>',
    'other-role',
  ],
  [
    'metadata of SAML 1.1',
    metadata().replace(
      'IDPSSODescriptor',
      'IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"',
    ),
    'other-role',
  ],
  ['a name of the wrong namespace', metadata().replace('SAML:2.0:metadata', 'SAML:2.0:meta'), 'no-metadata'],
  [
    'a key of other kind',
    metadata({ keys: key('').replace('X509Data', 'KeyName').replace('/ds:X509Data', '/ds:KeyName') }),
    'no-certificate',
  ],
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

/** Made by openssl for these tests: an authority, a certificate that it issued, and others with unusual names and dates. */
const CHAIN = {
  authority:
    'MIIBeDCCAR+gAwIBAgIUBMfTY4VfV1i9fpmqQ8q6NEt82p0wCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHQWNtZSBDQTAeFw0yNjExMjYyMjMyNTZaFw0zNjExMjMyMjMyNTZaMBIxEDAOBgNVBAMMB0FjbWUgQ0EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQPjJjBr4tP88mEZhXlbkF+CnJjXl9bby/CdM02zQ6tFccyf4bJWHkEepZBmchP9bUCVg9C7ao6MCeJiWfEVZAuo1MwUTAdBgNVHQ4EFgQUMzGDqnML9xfFyO78kUj+AT6Mk2QwHwYDVR0jBBgwFoAUMzGDqnML9xfFyO78kUj+AT6Mk2QwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiA/bzVyqWHsxSduDEqFbBJTZxcnzxkXi56SWfRDPyRG0gIgW2UhEFGz5WmTykEFaHeNf5rPgkRvPjRpzZwivlE/U5k=',
  leaf: 'MIIBJzCBzgIUT29uxh3Zx96+ZK1vZJPgLHIrBcYwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHQWNtZSBDQTAeFw0yNjExMjYyMjMyNTZaFw0zNjExMjMyMjMyNTZaMBsxGTAXBgNVBAMMEHNzby5hY21lLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASFeUEXaNS0lFDkLnujfP/Sf+9FQNeozs6Kg5YDjtKhxiAlMkTo1OjKc22IZfwSO9gR0Nx4R7MbzvTrKYuM8yt2MAoGCCqGSM49BAMCA0gAMEUCIQDUUYb1wNC5rLxaTjOiWZ5XJ04HjovAl8YUP03I7ee6WwIgBPQxtpaLlT8xcMucV932Qtlr5WYUF+fqsZyysXtRh0w=',
  unnamed:
    'MIIBczCCARmgAwIBAgIUQsFBIlTIPr6bLxLhr9qj60vd/7gwCgYIKoZIzj0EAwIwDzENMAsGA1UECgwEQWNtZTAeFw0yNjExMjYyMjMyNTZaFw0yNzAzMDYyMjMyNTZaMA8xDTALBgNVBAoMBEFjbWUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASK+y/+ol9m0LQmtN85zv7vzGqBNMl04qYSpFyzIsXaYnlqRBQL3AwJYjI6XeWPMmndQvX7KeFy6kpme/wtpdZjo1MwUTAdBgNVHQ4EFgQUras7jeXJaUc/A9C9nHnsBJ1+lWAwHwYDVR0jBBgwFoAUras7jeXJaUc/A9C9nHnsBJ1+lWAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAycvZ14pATmoGRsmw9PwvufueT2tuDovFuaCGBrdjXlQIhANQpt5vZ2RfP1QDtB65ERhHGQs2SfxFHpiShZA5f1v7X',
  latin:
    'MIIBGzCBwwIUIZJ2AvylDdsDxjx6hLOqqFR1OjcwCgYIKoZIzj0EAwIwETEPMA0GA1UEAxQGWvxyaWNoMB4XDTI2MTEyNjIyMzI1NloXDTM2MTEyMzIyMzI1NlowETEPMA0GA1UEAxQGWvxyaWNoMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElt9rRK6ZfFJ4193pCE+rWn+dHcOYJk4UYZqLOpO/RZEEPEHq13pH7blxGo38oja+76en51MO4dibbvzDrjN4BzAKBggqhkjOPQQDAgNHADBEAiAV3MpnCiiwFEB+5JS6DD/UKAXPmtcJJrflaYd3ID72dgIgELkYHcezgaj9IRuxmX/2iAfT+AHaiUAnD03ybCrkbN0=',
  wide: 'MIIBKDCBzwIUdyiK0Cr5u0nMnaGx5+nJVhpE5JkwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAx4MAFoA/AByAGkAYwBoMB4XDTI2MTEyNjIyMzI1NloXDTM2MTEyMzIyMzI1NlowFzEVMBMGA1UEAx4MAFoA/AByAGkAYwBoMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoSMAT6FHOGB0Ry7q15jSSbwrvAcDafUvVOehKo2axlqivaPD6FWvwrAQ4LgCsatj3lIApdFhTERUPTfCK2Cj+TAKBggqhkjOPQQDAgNIADBFAiBdJ2Z94RZG8NhcvlfTZmWijOGIpHz38FD1gT0v7VTYggIhAKcj8SfDo1KF7pJlRb9wbm6rvp0jbcsfMr2/2S63I8Pr',
  long: 'MIIBHzCBxgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBzc28uYWNtZS5leGFtcGxlMCAXDTI2MTEyNjIyMzI1NloYDzIwNTQwNDEzMjIzMjU2WjAbMRkwFwYDVQQDDBBzc28uYWNtZS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEhXlBF2jUtJRQ5C57o3z/0n/vRUDXqM7OioOWA47SocYgJTJE6NToynNtiGX8EjvYEdDceEezG8706ymLjPMrdjAKBggqhkjOPQQDAgNIADBFAiEAxE4a3UkRi8PtxWh8/2rY+aPa0vZLD5LNMCzs+WwMVCkCIH38rYwbbqJL7HvBNj8ICZ3Yd73AaEeHE4XL3CQXuppR',
}

const twoIn = (...certificates: readonly string[]) =>
  key(certificates.join('</ds:X509Certificate><ds:X509Certificate>'), 'signing')

/** What is taken from a file: the names of its certificates and what is left out, or why none can be. */
function taken(xml: string) {
  const result = read(xml, NOW)
  if (result.problem !== undefined) return `!${result.problem}`
  const names = result.certificates.map(({ facts }) => facts?.name ?? '?')
  return [...names, ...result.leftOut.map(({ kind }) => `-${kind}`)].join(' ')
}

const entra = (keys: string) =>
  `<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_1" entityID="https://sts.windows.example/1/" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><KeyInfo><X509Data><X509Certificate>${CHAIN.authority}</X509Certificate></X509Data></KeyInfo></Signature><RoleDescriptor>${key(CHAIN.unnamed, 'signing').replaceAll('md:', '')}</RoleDescriptor><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.replaceAll('md:', '')}<SingleLogoutService Binding="${REDIRECT}" Location="https://login.example/out"/><SingleSignOnService Binding="${REDIRECT}" Location="https://login.example/in"/><SingleSignOnService Binding="${POST}" Location="https://login.example/in"/></IDPSSODescriptor></EntityDescriptor>`

const named = (role: string, attributes: string, keys = key(CHAIN.leaf)) =>
  metadata({ keys }).replace(`<md:${role}`, `<md:${role} ${attributes}`)

test.each([
  [
    'Entra: a signature and another role with keys of their own',
    entra(key(CHAIN.leaf, 'signing')),
    'sso.acme.example -addresses -logout',
  ],
  [
    'Entra: three certificates',
    entra(key(OLD) + key(NEW) + key(CHAIN.leaf)),
    'idp-old.example idp-new.example sso.acme.example -certificates -addresses -logout',
  ],
  [
    'Google: valid until a date in the future',
    named('EntityDescriptor', 'validUntil="2031-01-01T00:00:00.000Z"'),
    'sso.acme.example',
  ],
  [
    'Google: not valid any more',
    named('EntityDescriptor', 'validUntil="2026-12-31T00:00:00.000Z"'),
    'sso.acme.example -outdated',
  ],
  [
    'a role that is not valid any more',
    named('IDPSSODescriptor', 'validUntil="2020-01-01T00:00:00Z"'),
    'sso.acme.example -outdated',
  ],
  ['a date that is none', named('EntityDescriptor', 'validUntil="soon"'), 'sso.acme.example'],
  [
    'Keycloak: the name of a key before its data',
    metadata({
      keys: key(CHAIN.leaf, 'signing').replace('<ds:X509Data>', '<ds:KeyName>k</ds:KeyName><ds:X509Data>'),
    }),
    'sso.acme.example',
  ],
  [
    'Shibboleth: comments before everything',
    `<?xml version="1.0"?>\n<!--\n a <md:b> -- -->`.replace(' -- ', ' ') +
      metadata({ keys: key(CHAIN.leaf) }).slice(21),
    'sso.acme.example',
  ],
  [
    'Okta: two protocols of one role',
    named(
      'IDPSSODescriptor',
      'protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol"',
    ),
    'sso.acme.example',
  ],
  ['a chain, the authority last', metadata({ keys: twoIn(CHAIN.leaf, CHAIN.authority) }), 'sso.acme.example'],
  [
    'a chain, the authority first',
    metadata({ keys: twoIn(CHAIN.authority, CHAIN.leaf) }),
    'sso.acme.example',
  ],
  ['an authority alone, which signs for itself', metadata({ keys: key(CHAIN.authority) }), 'Acme CA'],
  [
    'two that are no chain in one key',
    metadata({ keys: twoIn(OLD, NEW) }),
    'idp-old.example idp-new.example -certificates',
  ],
  ['PEM that was encoded once more', metadata({ keys: key(btoa(pem(CHAIN.leaf))) }), 'sso.acme.example'],
  [
    'PEM with text around it',
    metadata({ keys: key(`subject=CN\n${pem(CHAIN.leaf)}\n`) }),
    'sso.acme.example -unreadable',
  ],
  [
    'line ends as references',
    metadata({ keys: key(CHAIN.leaf.replaceAll(/(.{76})/g, '$1&#13;\n')) }),
    'sso.acme.example',
  ],
  ['a certificate as CDATA', metadata({ keys: key(`<![CDATA[${CHAIN.leaf}]]>`) }), 'sso.acme.example'],
  [
    'a comment within a certificate',
    metadata({ keys: key(`${CHAIN.leaf.slice(0, 100)}<!-- x -->${CHAIN.leaf.slice(100)}`) }),
    'sso.acme.example',
  ],
  ['a name of an old encoding', metadata({ keys: key(CHAIN.latin) }), 'Zürich'],
  ['a name of wide letters', metadata({ keys: key(CHAIN.wide) }), 'Zürich'],
  ['a certificate without a name', metadata({ keys: key(CHAIN.unnamed) }), ''],
  ['a certificate that is valid beyond 2050', metadata({ keys: key(CHAIN.long) }), 'sso.acme.example'],
  [
    'the same certificate twice',
    metadata({ keys: key(CHAIN.leaf, 'signing') + key(CHAIN.leaf) }),
    'sso.acme.example',
  ],
  ['an empty key before it', metadata({ keys: key('', 'signing') + key(CHAIN.leaf) }), 'sso.acme.example'],
  [
    'one for encryption before it',
    metadata({ keys: key(NEW, 'encryption') + key(CHAIN.leaf) }),
    'sso.acme.example -encryption',
  ],
  [
    'a cut one before it',
    metadata({ keys: key(OLD.slice(0, 400)) + key(CHAIN.leaf) }),
    'sso.acme.example -unreadable',
  ],
  [
    'only the form binding',
    metadata({ keys: key(CHAIN.leaf), services: service(POST, 'https://a.example') }),
    'sso.acme.example -binding',
  ],
  [
    'requests that must be signed',
    named('IDPSSODescriptor', 'WantAuthnRequestsSigned="1"'),
    'sso.acme.example -signed-requests',
  ],
  [
    'a list of two providers',
    metadata({ keys: key(CHAIN.leaf) })
      .replace(
        '<md:EntityDescriptor',
        '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"><md:EntityDescriptor',
      )
      .replace(
        /$/,
        '<md:EntityDescriptor entityID="b"><md:IDPSSODescriptor/></md:EntityDescriptor></md:EntitiesDescriptor>',
      ),
    'sso.acme.example -providers',
  ],
  [
    'a role of SAML 1.1 before that of 2.0',
    metadata({ keys: key(CHAIN.leaf) }).replace(
      '<md:IDPSSODescriptor>',
      '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"/><md:IDPSSODescriptor>',
    ),
    'sso.acme.example',
  ],
])('reads from a file as programs write it: %s', (_, xml, expected) => {
  expect(taken(xml)).toBe(expected)
})

test('a certificate that ends after 2050 says so', () => {
  const result = read(metadata({ keys: key(CHAIN.long) }), NOW)
  if (result.problem !== undefined) throw new Error(result.problem)
  expect(new Date(result.certificates[0]?.facts?.until ?? 0).getUTCFullYear()).toBe(2054)
})
