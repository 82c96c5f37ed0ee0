import { sha256 } from '@noble/hashes/sha2.js'

/** Types of SSH keys that the platform accepts. */
export const sshTypes = [
  'ssh-rsa',
  'ssh-dss',
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
] as const

/** One line: the type, the key in base64, and an optional comment. */
const KEY = new RegExp(String.raw`^(${sshTypes.join('|')}) ([A-Za-z0-9+/]+={0,3})(?: ([^\n\r]*))?$`)

export interface SshKey {
  type: string
  /** The key itself in base64. */
  body: string
  comment: string
}

/** Parses a public key in OpenSSH format; undefined if the platform does not accept it. */
export function sshKeyIn(text: string): SshKey | undefined {
  const [, type, body, comment = ''] = KEY.exec(text.trim()) ?? []
  return type === undefined || body === undefined ? undefined : { type, body, comment }
}

/** The SHA-256 fingerprint in the format of `ssh-keygen -l`; undefined if the key is invalid. */
export function sshFingerprint(text: string): string | undefined {
  const key = sshKeyIn(text)
  if (key === undefined) return undefined
  const digest = sha256(bytesOf(key.body))
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`
}

// Keys from a code host may have missing or excess padding.
function bytesOf(base64: string): Uint8Array {
  const bare = base64.replace(/=+$/, '')
  const truncated = bare.length % 4 === 1 ? bare.slice(0, -1) : bare
  return Uint8Array.from(atob(truncated), (character) => character.charCodeAt(0))
}

/** Whether two texts contain the same key, ignoring comments. */
export function isSameKey(one: string, other: string): boolean {
  const [a, b] = [sshKeyIn(one), sshKeyIn(other)]
  return a === undefined || b === undefined ? one.trim() === other.trim() : a.body === b.body
}
