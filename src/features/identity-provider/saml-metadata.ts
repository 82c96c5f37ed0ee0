import { certificateFacts, isCutOff, type CertificateFacts } from './certificate.ts'
import type { ProviderFields } from './identity-provider.queries.ts'
import { pemOf } from './provider-form.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
/** In the name of the protocol, which is urn:oasis:names:tc:SAML:2.0:protocol; not all providers write it exactly. */
const PROTOCOL = /\bSAML:2\.0\b/i
const MARKERS = /-----(?:BEGIN|END) [A-Z ]*-----/
/** The markers of PEM, encoded once more. */
const PACKED_MARKERS = 'LS0tLS1CRUdJTi'

type Named = Pick<Element, 'getElementsByTagNameNS'>

const elementsIn = (parent: Named, name: string, namespace = METADATA) => [
  ...parent.getElementsByTagNameNS(namespace, name),
]

/** A certificate that the provider may sign with. */
export interface SigningCertificate {
  pem: string
  /** Undefined if the certificate cannot be decoded. */
  facts: CertificateFacts | undefined
}

/** What a file has besides what is filled in. */
export type LeftOut =
  | { kind: 'providers'; count: number; used: string }
  | { kind: 'certificates'; count: number }
  | { kind: 'encryption'; count: number }
  | { kind: 'unreadable'; count: number }
  | { kind: 'logout' }
  | { kind: 'addresses'; count: number }
  | { kind: 'binding' }
  | { kind: 'signed-requests' }
  | { kind: 'outdated'; until: number }

/** Why a file is no metadata of an identity provider. */
export type MetadataProblem =
  | 'empty'
  | 'no-xml'
  | 'text'
  | 'too-large'
  | 'web-page'
  | 'certificate'
  | 'doctype'
  | 'no-metadata'
  | 'service'
  | 'other-role'
  | 'no-issuer'
  | 'no-entry-point'
  | 'no-certificate'
  | 'only-encryption'
  | 'bad-certificate'

export type ReadMetadata =
  | {
      problem?: undefined
      fields: Omit<ProviderFields, 'sso_identifier'>
      /** All that the provider may sign with; the one in `fields` is one of them. */
      certificates: readonly SigningCertificate[]
      leftOut: readonly LeftOut[]
    }
  | { problem: MetadataProblem }

/** Larger than the metadata of any single provider, with all its certificates. */
const MAX_CHARACTERS = 1_000_000
/** Metadata has some ten levels of elements; thousands would take the parser long. */
const DEEPEST = 100

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [, end, , empty] of text.matchAll(/<(\/?)([A-Za-z_])[^<>]*?(\/?)>/g)) {
    depth += end === '/' ? -1 : empty === '/' ? 0 : 1
    if (depth > DEEPEST) return true
  }
  return false
}

function kindOfFile(text: string): MetadataProblem | undefined {
  if (text === '') return 'empty'
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype )?html\b/i.test(text)) return 'web-page'
  if (text.startsWith('-----BEGIN')) return 'certificate'
  // Entities could make a small file huge; metadata has none.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'doctype'
  if (!text.startsWith('<')) return 'text'
  if (text.length > MAX_CHARACTERS) return 'too-large'
  return isTooDeep(text) ? 'no-metadata' : undefined
}

/** The certificates of a key, which may be in PEM inside of the element, or follow a key without one. */
function certificatesOf(key: Element): (SigningCertificate | undefined)[] {
  const found = elementsIn(key, 'X509Certificate', SIGNATURE)
    .flatMap((element) => unpacked(element.textContent ?? '').split(MARKERS))
    .filter((base64) => base64.trim() !== '')
    .map((base64) => {
      const pem = pemOf(base64)
      return pem === undefined || isCutOff(base64) ? undefined : { pem, facts: certificateFacts(base64) }
    })
  return found.filter((one) => one === undefined || !isAuthority(one, found))
}

/** PEM that was encoded as a whole. */
function unpacked(text: string): string {
  const letters = text.replaceAll(/\s+/g, '')
  if (!letters.startsWith(PACKED_MARKERS)) return text
  try {
    return atob(letters)
  } catch {
    return text
  }
}

/** Whether a certificate of a chain issued another one of it: it signs certificates, not answers. */
const isAuthority = ({ facts }: SigningCertificate, chain: readonly (SigningCertificate | undefined)[]) =>
  facts !== undefined &&
  chain.some(
    (one) =>
      one?.facts !== undefined && one.facts.subject !== facts.subject && one.facts.issuer === facts.subject,
  )

/** Whether a role is for SAML 2.0; one that does not say may be. */
const isForSaml2 = (role: Element) => {
  const protocols = role.getAttribute('protocolSupportEnumeration')?.trim() ?? ''
  return protocols === '' || PROTOCOL.test(protocols)
}

const isValidAt = ({ facts }: SigningCertificate, now: number) =>
  facts !== undefined && facts.from <= now && now <= facts.until

/**
 * Reads an identity provider from SAML metadata: the entity id, the sign-in address, preferring the redirect binding, and the
 * certificates it may sign with. Providers list the one in use first, so the first that is valid now is chosen.
 */
export function readMetadata(xml: string, now: number): ReadMetadata {
  const text = xml.replace(/^\uFEFF/, '').trimStart()
  const wrongKind = kindOfFile(text)
  if (wrongKind !== undefined) return { problem: wrongKind }
  const read = new DOMParser().parseFromString(text, 'application/xml')
  if (read.getElementsByTagName('parsererror').length > 0) return { problem: 'no-xml' }
  const all = elementsIn(read, 'IDPSSODescriptor')
  const roles = all.filter(isForSaml2)
  const [role] = roles
  if (role === undefined) {
    if (elementsIn(read, 'EntityDescriptor').length === 0) return { problem: 'no-metadata' }
    const isService = all.length === 0 && elementsIn(read, 'SPSSODescriptor').length > 0
    return { problem: isService ? 'service' : 'other-role' }
  }
  const issuer = role.parentElement?.getAttribute('entityID')?.trim()
  if (!issuer) return { problem: 'no-issuer' }

  const services = elementsIn(role, 'SingleSignOnService').filter((each) =>
    each.getAttribute('Location')?.trim(),
  )
  const byBinding = (binding: string) => services.find((each) => each.getAttribute('Binding') === binding)
  const service = byBinding(REDIRECT) ?? byBinding(POST) ?? services[0]
  const entryPoint = service?.getAttribute('Location')?.trim()
  if (!entryPoint) return { problem: 'no-entry-point' }

  // A key without a use is valid for both signing and encryption.
  const keys = elementsIn(role, 'KeyDescriptor')
  const signing = keys.filter((each) => each.getAttribute('use') !== 'encryption')
  const found = signing.flatMap(certificatesOf)
  const readable = found.filter((one) => one !== undefined)
  const certificates = [...new Map(readable.map((one) => [one.pem, one])).values()]
  const chosen = certificates.find((one) => isValidAt(one, now)) ?? certificates[0]
  if (chosen === undefined) {
    if (found.length > 0) return { problem: 'bad-certificate' }
    return { problem: keys.length > signing.length ? 'only-encryption' : 'no-certificate' }
  }
  const counts = {
    providers: new Set(roles.map(({ parentElement }) => parentElement)).size,
    certificates: certificates.length,
    unreadable: found.length - readable.length,
    encryption: keys.length - signing.length,
    addresses: services.length - 1,
  }
  const leftOut = [...countedParts(counts, issuer), ...otherParts(role, service, now)]
  return { fields: { issuer, entry_point: entryPoint, certificate: chosen.pem }, certificates, leftOut }
}

function countedParts(
  counts: {
    providers: number
    certificates: number
    unreadable: number
    encryption: number
    addresses: number
  },
  used: string,
): LeftOut[] {
  const { providers, certificates, unreadable, encryption, addresses } = counts
  const parts: LeftOut[] = []
  if (providers > 1) parts.push({ kind: 'providers', count: providers, used })
  if (certificates > 1) parts.push({ kind: 'certificates', count: certificates })
  if (unreadable > 0) parts.push({ kind: 'unreadable', count: unreadable })
  if (encryption > 0) parts.push({ kind: 'encryption', count: encryption })
  if (addresses > 0) parts.push({ kind: 'addresses', count: addresses })
  return parts
}

/** Until when the file says that it is valid: the earliest of what is around a role, and its own. */
function validUntil(role: Element): number {
  let until = Infinity
  for (let element: Element | null = role; element !== null; element = element.parentElement) {
    const at = Date.parse(element.getAttribute('validUntil') ?? '')
    if (at < until) until = at
  }
  return until
}

function otherParts(role: Element, service: Element | undefined, now: number): LeftOut[] {
  const parts: LeftOut[] = []
  if (service?.getAttribute('Binding') !== REDIRECT) parts.push({ kind: 'binding' })
  if (elementsIn(role, 'SingleLogoutService').length > 0) parts.push({ kind: 'logout' })
  if (/^(?:true|1)$/.test(role.getAttribute('WantAuthnRequestsSigned') ?? ''))
    parts.push({ kind: 'signed-requests' })
  const until = validUntil(role)
  if (until < now) parts.push({ kind: 'outdated', until })
  return parts
}
