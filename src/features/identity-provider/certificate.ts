/** What a certificate says about itself. */
export interface CertificateFacts {
  /** Who it was issued for; empty if it does not say. */
  name: string
  from: number
  until: number
  /** The encoded names of who it was issued for, and by whom. */
  subject: string
  issuer: string
}

interface Part {
  tag: number
  start: number
  end: number
}

const SEQUENCE = 0x30
const EXPLICIT_VERSION = 0xa0
const UTC_TIME = 0x17
/** The object identifier of a common name, 2.5.4.3. */
const COMMON_NAME = '85,4,3'

/** The part of a DER encoding that begins at an offset; undefined if it is cut off. */
function partAt(bytes: Uint8Array, start: number, limit: number): Part | undefined {
  const [tag, first] = [bytes[start], bytes[start + 1]]
  if (tag === undefined || first === undefined) return undefined
  const more = first & 0x80 ? first & 0x7f : 0
  if (more > 4) return undefined
  let length = more === 0 ? first : 0
  for (let nth = 0; nth < more; nth += 1) length = length * 256 + (bytes[start + 2 + nth] ?? 0)
  const end = start + 2 + more + length
  return end > limit ? undefined : { tag, start: start + 2 + more, end }
}

function partsIn(bytes: Uint8Array, { start, end }: Part): Part[] {
  const parts: Part[] = []
  let at = start
  while (at < end) {
    const part = partAt(bytes, at, end)
    if (part === undefined) return []
    parts.push(part)
    at = part.end
  }
  return parts
}

const textOf = (bytes: Uint8Array, { start, end }: Part) =>
  new TextDecoder().decode(bytes.subarray(start, end))

/** Text in one of the old encodings that names of certificates may have. */
const ENCODINGS: Readonly<Record<number, string>> = { 0x14: 'windows-1252', 0x1e: 'utf-16be' }
const namedText = (bytes: Uint8Array, { tag, start, end }: Part) =>
  new TextDecoder(ENCODINGS[tag]).decode(bytes.subarray(start, end))

/** `yyMMddHHmmssZ`, or with four digits of the year. */
function timeOf(bytes: Uint8Array, part: Part): number {
  const text = textOf(bytes, part)
  const [, year = '', ...rest] =
    (part.tag === UTC_TIME
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?/
    ).exec(text) ?? []
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = rest.map((digits) => Number(digits ?? 0))
  const century = part.tag === UTC_TIME ? (Number(year) < 50 ? 2000 : 1900) : 0
  return year === '' ? Number.NaN : Date.UTC(century + Number(year), month - 1, day, hour, minute, second)
}

function nameIn(bytes: Uint8Array, subject: Part): string {
  for (const set of partsIn(bytes, subject))
    for (const attribute of partsIn(bytes, set)) {
      const [type, value] = partsIn(bytes, attribute)
      if (type && value && bytes.subarray(type.start, type.end).join() === COMMON_NAME)
        return namedText(bytes, value)
    }
  return ''
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s+/g, '')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Whether a certificate ends before it is complete: it says how long it is. */
export function isCutOff(base64: string): boolean {
  const bytes = bytesOf(base64)
  return bytes !== undefined && bytes[0] === SEQUENCE && partAt(bytes, 0, bytes.length) === undefined
}

/** Reads a certificate in base64; undefined if it is none, or is incomplete. */
export function certificateFacts(base64: string): CertificateFacts | undefined {
  const bytes = bytesOf(base64)
  if (bytes === undefined) return undefined
  const whole = partAt(bytes, 0, bytes.length)
  const [signed] = whole?.tag === SEQUENCE ? partsIn(bytes, whole) : []
  if (signed === undefined) return undefined
  const parts = partsIn(bytes, signed).filter(({ tag }) => tag !== EXPLICIT_VERSION)
  const [, , issuer, validity, subject] = parts
  const [from, until] = validity === undefined ? [] : partsIn(bytes, validity)
  if (from === undefined || until === undefined || issuer === undefined || subject === undefined)
    return undefined
  return {
    name: nameIn(bytes, subject),
    from: timeOf(bytes, from),
    until: timeOf(bytes, until),
    subject: bytes.subarray(subject.start, subject.end).join(),
    issuer: bytes.subarray(issuer.start, issuer.end).join(),
  }
}
