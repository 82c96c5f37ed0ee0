import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Validity of a code in real seconds, because real authenticator apps use real time. */
const STEP = 30
const DIGITS = 6

/** Decodes a base32 text (RFC 4648) without padding. Throws on invalid characters. */
function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const character of text) {
    const value = ALPHABET.indexOf(character)
    if (value < 0) throw new Error(`${character} is not a character of base32`)
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}

/** A new shared secret of 160 bits in base32, from 32 random bytes. */
export const newAuthenticatorSecret = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => ALPHABET[byte % 32]).join('')

/** The six digits of a time step (RFC 6238 with SHA-1, RFC 4226 §5.3). */
function codeOfStep(secret: string, step: number): string {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(step))
  const digest = new DataView(hmac(sha1, fromBase32(secret), counter).slice().buffer)
  const offset = digest.getUint8(digest.byteLength - 1) & 0xf
  const number = digest.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

const stepAt = (realNow: number): number => Math.floor(realNow / 1000 / STEP)

/** The code shown by an authenticator app at a real time, in milliseconds. */
export const totpAt = (secret: string, realNow: number): string => codeOfStep(secret, stepAt(realNow))

/**
 * The time step of a code: the current one, or an adjacent one to allow for clock differences (RFC 6238 §5.2). undefined
 * when it matches none, or one that is not after `lastStep`, because a code works only once.
 */
export function stepOfCode(
  secret: string,
  code: string,
  realNow: number,
  lastStep: number,
): number | undefined {
  const now = stepAt(realNow)
  const digits = code.replaceAll(' ', '')
  return [now, now - 1, now + 1].find((step) => step > lastStep && codeOfStep(secret, step) === digits)
}

/** The URI in the QR code. */
export function authenticatorAddress(secret: string, accountName: string): string {
  const label = encodeURIComponent(`Flotilla:${accountName}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=Flotilla&digits=${DIGITS}&period=${STEP}`
}
