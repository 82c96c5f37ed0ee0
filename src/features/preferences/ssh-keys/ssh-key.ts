import { sha256 } from '@noble/hashes/sha2.js'

/** Types of SSH keys that the platform takes. */
const TYPES = [
  'ssh-rsa',
  'ssh-dss',
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
]

/** One line: the type, the key as base64, perhaps a comment. */
const KEY = new RegExp(String.raw`^(${TYPES.join('|')}) ([A-Za-z0-9+/]+={0,3})(?: ([^\n\r]*))?$`)

export interface SshKey {
  type: string
  /** The key itself, as base64. */
  body: string
  comment: string
}

/** The parts of a public key as it stands in a file; undefined when it is none that the platform takes. */
export function sshKeyIn(text: string): SshKey | undefined {
  const [, type, body, comment = ''] = KEY.exec(text.trim()) ?? []
  return type === undefined || body === undefined ? undefined : { type, body, comment }
}

/** What is wrong with a key to be added; undefined when nothing is. */
export function sshKeyProblem({
  title,
  text,
}: {
  title: string
  text: string
}): 'title' | 'missing' | 'invalid' | undefined {
  if (title.trim() === '') return 'title'
  if (text.trim() === '') return 'missing'
  return sshKeyIn(text) === undefined ? 'invalid' : undefined
}

/** The SHA-256 fingerprint as `ssh-keygen -l` writes it; undefined for what is no key. */
export function fingerprintOf(text: string): string | undefined {
  const key = sshKeyIn(text)
  if (key === undefined) return undefined
  const digest = sha256(bytesOf(key.body))
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`
}

// A key of another host may lack its padding, or have too much of it.
function bytesOf(base64: string): Uint8Array {
  const bare = base64.replace(/=+$/, '')
  const whole = bare.length % 4 === 1 ? bare.slice(0, -1) : bare
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}

/** Whether two texts hold the same key, whatever their comments. */
export function isSameKey(one: string, other: string): boolean {
  const [a, b] = [sshKeyIn(one), sshKeyIn(other)]
  return a === undefined || b === undefined ? one.trim() === other.trim() : a.body === b.body
}
