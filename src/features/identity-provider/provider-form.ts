import { formatNumber } from '@/lib/format.ts'
import { identityProviderFormText as text } from '@/messages/identity-provider/identity-provider.ts'
import type { ProviderFields } from './identity-provider.queries.ts'

const SHORTEST_IDENTIFIER = 3
export const LONGEST_IDENTIFIER = 255
const PEM_LINE = /.{1,64}/g
const MAX_METADATA_BYTES = 1_000_000
const XML_TYPES: ReadonlySet<string> = new Set(['text/xml', 'application/xml'])

/** The `accept` attribute of the metadata field. */
export const METADATA_ACCEPT = ['.xml', ...XML_TYPES].join(',')

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'
const PEM = new RegExp(String.raw`^${BEGIN}\s+([A-Za-z0-9+/=\s]+?)\s*${END}$`)

/** Formats base64 as a PEM block with lines of 64 characters; undefined if it is invalid. */
export function pemOf(base64: string): string | undefined {
  const letters = base64.replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+=*$/.test(letters)) return undefined
  return [BEGIN, ...(letters.match(PEM_LINE) ?? []), END].join('\n')
}

/** A certificate with lines of 64 characters; undefined unless it is a single PEM block with its markers. */
export function tidyCertificate(certificate: string): string | undefined {
  const letters = PEM.exec(certificate.trim())?.[1]
  return letters === undefined ? undefined : pemOf(letters)
}

const isWebAddress = (address: string) => URL.canParse(address) && /^https?:/.test(address)

/** The validation error of each field. */
export function providerProblems(fields: ProviderFields): Partial<Record<keyof ProviderFields, string>> {
  const { sso_identifier: identifier, entry_point: entryPoint, issuer, certificate } = fields
  const problems: Record<keyof ProviderFields, string | undefined> = {
    sso_identifier: identifierProblem(identifier),
    entry_point: isWebAddress(entryPoint) ? undefined : text.entryPointInvalid,
    issuer: issuer === '' ? text.issuerMissing : undefined,
    certificate: certificateProblem(certificate),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function identifierProblem(identifier: string): string | undefined {
  if (!/^[a-z0-9_-]*$/.test(identifier)) return text.identifierLetters
  return identifier.length < SHORTEST_IDENTIFIER ? text.identifierShort(SHORTEST_IDENTIFIER) : undefined
}

function certificateProblem(certificate: string): string | undefined {
  if (certificate === '') return text.certificateMissing
  return tidyCertificate(certificate) === undefined ? text.certificateInvalid : undefined
}

/** The fields to send: trimmed, the certificate in lines of 64 characters. */
export function cleanFields({
  sso_identifier,
  entry_point,
  issuer,
  certificate,
}: ProviderFields): ProviderFields {
  return {
    sso_identifier: sso_identifier.trim(),
    entry_point: entry_point.trim(),
    issuer: issuer.trim(),
    certificate: tidyCertificate(certificate) ?? certificate.trim(),
  }
}

/** The fields that differ. */
export function changedFields(before: ProviderFields, after: ProviderFields): Partial<ProviderFields> {
  const keys = ['sso_identifier', 'entry_point', 'issuer', 'certificate'] as const
  return Object.fromEntries(keys.flatMap((key) => (before[key] === after[key] ? [] : [[key, after[key]]])))
}

/** Why a file is not a metadata file; undefined if it is. Some systems report no type for XML files. */
export function metadataFileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  const isXml = XML_TYPES.has(type) || (type === '' && /\.xml$/i.test(name))
  if (!isXml) return text.metadataKind
  return size > MAX_METADATA_BYTES ? text.metadataSize(formatNumber(MAX_METADATA_BYTES)) : undefined
}

/** The first validation error; undefined if all fields are valid. */
export const firstProblem = (fields: ProviderFields): string | undefined =>
  Object.values(providerProblems(fields))[0]
