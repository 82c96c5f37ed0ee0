import type { ProviderFields } from './identity-provider.queries.ts'
import { pemOf } from './provider-form.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

type Named = Pick<Element, 'getElementsByTagNameNS'>

const elementsIn = (parent: Named, name: string, namespace = METADATA) => [
  ...parent.getElementsByTagNameNS(namespace, name),
]

/**
 * Reads an identity provider from SAML metadata: the entity id, the first signing certificate and the sign-in
 * address, preferring the redirect binding. Undefined if it cannot be parsed or a part is missing.
 */
export function readMetadata(xml: string): Omit<ProviderFields, 'sso_identifier'> | undefined {
  const read = new DOMParser().parseFromString(xml, 'application/xml')
  const [role] = elementsIn(read, 'IDPSSODescriptor')
  const issuer = role?.parentElement?.getAttribute('entityID')?.trim()
  if (role === undefined || !issuer || read.getElementsByTagName('parsererror').length > 0) return undefined
  const services = elementsIn(role, 'SingleSignOnService')
  const service = services.find((each) => each.getAttribute('Binding') === REDIRECT) ?? services[0]
  const entryPoint = service?.getAttribute('Location')?.trim()
  // A key without a use is valid for both signing and encryption.
  const key = elementsIn(role, 'KeyDescriptor').find((each) => each.getAttribute('use') !== 'encryption')
  const [certificateElement] = key === undefined ? [] : elementsIn(key, 'X509Certificate', SIGNATURE)
  const certificate = pemOf(certificateElement?.textContent ?? '')
  if (!entryPoint || certificate === undefined) return undefined
  return { issuer, entry_point: entryPoint, certificate }
}
