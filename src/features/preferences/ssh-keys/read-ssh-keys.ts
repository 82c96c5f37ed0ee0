import { sshTypes } from './ssh-key.ts'

/** Why a text is not a public key that can be added. */
export type SshKeyProblem =
  | 'private'
  | 'pem'
  | 'certificate'
  | 'options'
  | 'unsupported'
  | 'incomplete'
  | 'mismatch'
  | 'invalid'

/** A key as it is sent, or why it cannot be. */
export type ReadSshKey =
  | { type: string; comment: string; line: string; problem?: undefined }
  | { problem: SshKeyProblem }

// Also PuTTY's own format, and the body of an OpenSSH key whose first line is missing.
const PRIVATE = /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File|b3BlbnNzaC1rZXktdjE/
const PEM = /-----BEGIN [A-Z0-9 ]{0,60}-----/
const RFC_4716 = /---- BEGIN SSH2 PUBLIC KEY ----([\s\S]*?)(?:---- END SSH2 PUBLIC KEY ----|$)/g

/** Whether a text holds a private key, which must not be stored anywhere. */
export const holdsPrivateKey = (text: string): boolean => PRIVATE.test(text)

/** What begins a key: the name of its type, alone in its line or before the key itself. */
const START = /(?:^|\s)((?:sk-)?(?:ssh|ecdsa-sha2)-[\w.@-]+)(?=\s+AAAA|\s*$)/

/** A line without what is around a key that was copied from a text, a list or a chat: list marks, quotes, fences of code. */
function bareLine(line: string): string {
  const bare = line.trim().replace(/^[-*•>] /, '')
  if (/^```[\w-]*$/.test(bare)) return ''
  return /^["'`“‘„«](.+)["'`”’“»],?$/.exec(bare)?.[1]?.trim() ?? bare
}

const NEXT_KEY = /\s(?=(?:sk-)?(?:ssh|ecdsa-sha2)-[\w.@-]+\s+AAAA)/

/** Several keys in one line; what stands before the first are options. */
const keysInLine = (line: string) => (START.exec(line)?.index === 0 ? line.split(NEXT_KEY) : [line])

const isSupported = (type: string) => (sshTypes as readonly string[]).includes(type)

/** The number of parts of a key, with the name of its type. */
const PARTS: Readonly<Record<string, number>> = { 'ssh-rsa': 3, 'ssh-dss': 5, 'ssh-ed25519': 2 }
const partsOf = (type: string) => PARTS[type] ?? 3

function bytesOf(base64: string): Uint8Array | undefined {
  const bare = base64.replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return undefined
  return Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
}

/** More than the largest key has. */
const MAX_BODY = 20_000

type Decoded = { kind: 'whole' | 'short' | 'long' | 'wrong'; type: string }

/** Compares the parts of a key, each with its length, with what its type has. */
function decoded(bytes: Uint8Array): Decoded {
  const view = new DataView(bytes.buffer)
  const parts: Uint8Array[] = []
  let at = 0
  let type = ''
  for (let nth = 0; nth === 0 || nth < partsOf(type); nth += 1) {
    if (at + 4 > bytes.length) return { kind: 'short', type }
    const end = at + 4 + view.getUint32(at)
    if (end > bytes.length) return { kind: 'short', type }
    const part = bytes.subarray(at + 4, end)
    if (nth === 0) type = String.fromCharCode(...part.subarray(0, 100))
    parts.push(part)
    at = end
  }
  if (at < bytes.length) return { kind: 'long', type }
  return { kind: isSound(type, parts) ? 'whole' : 'wrong', type }
}

function isSound(type: string, [, first, second]: readonly Uint8Array[]): boolean {
  if (type === 'ssh-ed25519') return first?.length === 32
  if (!type.startsWith('ecdsa-sha2-')) return first !== undefined && first.length > 0
  const curve = String.fromCharCode(...(first ?? []))
  const size = { nistp256: 32, nistp384: 48, nistp521: 66 }[curve]
  return type.endsWith(curve) && size !== undefined && second?.length === 1 + 2 * size && second[0] === 4
}

/** Reads a key from its words. Its body may have been wrapped, so words are joined until it is complete. */
function keyOf(type: string, words: readonly string[]): ReadSshKey {
  if (type.includes('-cert-v')) return { problem: 'certificate' }
  if (!isSupported(type)) return { problem: 'unsupported' }
  let body = ''
  let last: Decoded | undefined
  for (const [nth, word] of words.entries()) {
    const bytes = bytesOf(body + word)
    // A comment, or the first half of a group of four letters that continues.
    if (bytes === undefined && !/^[A-Za-z0-9+/]+={0,2}$/.test(word)) break
    body += word
    if (body.length > MAX_BODY) return { problem: 'invalid' }
    if (bytes === undefined) continue
    const next = decoded(bytes)
    if (next.kind !== 'whole') {
      // Words that are letters only may be a comment of a key that has more than it should.
      if (next.kind !== 'short') return { problem: last?.kind === 'short' ? 'incomplete' : 'invalid' }
      last = next
      continue
    }
    if (next.type !== type) return { problem: 'mismatch' }
    const comment = words.slice(nth + 1).join(' ')
    const base64 = btoa(Array.from(bytes, (code) => String.fromCharCode(code)).join(''))
    return { type, comment, line: [type, base64, comment].filter(Boolean).join(' ') }
  }
  if (last === undefined) return { problem: body.startsWith('AAAA') ? 'incomplete' : 'invalid' }
  return { problem: isSupported(last.type) && last.type !== type ? 'mismatch' : 'incomplete' }
}

/** A block as ssh-keygen -e writes it: headers, which a backslash continues, and the key. */
function blockKey(block: string): ReadSshKey {
  const lines = block
    .replace(/\\\n/g, '')
    .split('\n')
    .map((line) => line.trim())
  const comment = lines.flatMap((line) => /^comment:\s*(.*)$/i.exec(line)?.[1] ?? [])[0] ?? ''
  const body = lines.filter((line) => !line.includes(':')).join('')
  const bytes = bytesOf(body)
  const type = bytes === undefined ? '' : decoded(bytes).type
  if (type === '') return { problem: body === '' ? 'incomplete' : 'invalid' }
  return keyOf(type, [
    body,
    ...comment
      .replace(/^"(.*)"$/, '$1')
      .split(' ')
      .filter(Boolean),
  ])
}

/**
 * Reads the public keys in a text: OpenSSH lines, also with tabs, other spaces, or wrapped, several of them, and RFC 4716. A
 * key is refused by its content, not by its look: one that was cut does not decode.
 */
export function readSshKeys(text: string): ReadSshKey[] {
  if (holdsPrivateKey(text)) return [{ problem: 'private' }]
  const found: ReadSshKey[] = []
  const rest = text
    .replace(/\r\n?/g, '\n')
    .replace(RFC_4716, (_, block: string) => {
      found.push(blockKey(block))
      return '\n'
    })
    // Spaces that word processors and web pages insert, and marks without width.
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/[^\S\n]+/g, ' ')
  if (PEM.test(rest)) return [{ problem: 'pem' }]
  let open: { type: string; words: string[] } | undefined
  const close = () => {
    if (open !== undefined) found.push(keyOf(open.type, open.words))
    open = undefined
  }
  for (const line of rest.split('\n').map(bareLine).flatMap(keysInLine)) {
    if (line === '' || line.startsWith('#')) continue
    const start = START.exec(line)
    const type = start?.[1]
    // The first word of a line is the type of a key even if the key itself looks wrong.
    const isKey = type !== undefined && (start?.index === 0 || /\sAAAA/.test(line))
    if (!isKey) {
      const [word = '', ...words] = line.split(' ')
      if (open !== undefined && !isSupported(word)) open.words.push(word, ...words)
      else if (isSupported(word)) {
        close()
        open = { type: word, words }
      } else found.push({ problem: 'invalid' })
      continue
    }
    close()
    if (start !== null && start.index > 0) {
      found.push({ problem: 'options' })
      continue
    }
    open = { type, words: line.slice(type.length).trim().split(' ').filter(Boolean) }
  }
  close()
  return found
}
