import { sshTypes } from './ssh-key.ts'

/** Why a text is not a public key that can be added. */
export type SshKeyProblem =
  | 'private'
  | 'pem'
  | 'pkcs1'
  | 'openpgp'
  | 'certificate'
  | 'options'
  | 'host'
  | 'around'
  | 'fingerprint'
  | 'file'
  | 'unsupported'
  | 'weak'
  | 'incomplete'
  | 'mismatch'
  | 'invalid'

/** A key as it is sent, or why it cannot be. */
export type ReadSshKey =
  | {
      type: string
      comment: string
      line: string
      /** Whether other text follows it, after an empty line. */
      isFollowed: boolean
      problem?: undefined
    }
  | { problem: SshKeyProblem }

// Also PuTTY's own format, JSON Web Keys, age, and the body of an OpenSSH key whose first line is missing.
const PRIVATE =
  /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File|^Private-(?:Lines|MAC):|b3BlbnNzaC1rZXktdjE|AGE-SECRET-KEY-1/m
const JWK = /"kty"\s*:/
const JWK_PRIVATE = /"d"\s*:\s*"/
const BLOCK = /-----BEGIN ([A-Z0-9 ]{0,60})-----/
const BLOCKS: readonly (readonly [RegExp, SshKeyProblem])[] = [
  [/^PGP /, 'openpgp'],
  [/CERTIFICATE/, 'certificate'],
  [/^RSA /, 'pkcs1'],
]
const RFC_4716 = /---- BEGIN SSH2 PUBLIC KEY ----([\s\S]*?)(?:---- END SSH2 PUBLIC KEY ----|$)/g

/** Whether a text holds a private key, which must not be stored anywhere. */
const holdsPrivateKey = (text: string): boolean =>
  PRIVATE.test(text) || (JWK.test(text) && JWK_PRIVATE.test(text)) || isBarePrivateKey(text)

const SEQUENCE = 0x30
const INTEGER = 2

/** The body of a private key in PEM without its first line: a sequence that begins with the number of its version, 0 or 1. */
function isBarePrivateKey(text: string): boolean {
  const [head] = /^M[A-Za-z0-9+/]{15}/.exec(text.trimStart()) ?? []
  const [first, length = 0, ...more] = head === undefined ? [] : (bytesOf(head) ?? [])
  const [kind, size, version = Infinity] = more.slice(length & 0x80 ? length & 0x7f : 0)
  return first === SEQUENCE && kind === INTEGER && size === 1 && version <= 1
}

/** What begins a key: the name of its type, alone in its line or before the key itself. */
const START = /(?:^|\s)((?:sk-)?(?:ssh|ecdsa-sha2)-[\w.@-]+)(?=\s+AAAA|\s*$)/

/** A key anywhere in a line, such as in an assignment or in markup. */
const KEY_WITHIN = /\b(?:ssh|ecdsa-sha2)-[\w.@-]+ AAAA/

/** The options that a line of `authorized_keys` may begin with. */
const OPTIONS =
  /^(?:(?:no-)?(?:agent-forwarding|port-forwarding|pty|user-rc|x11-forwarding|touch-required)|cert-authority|restrict|verify-required|(?:command|environment|expiry-time|from|permitlisten|permitopen|principals|tunnel)=)/i

/** Names and addresses before the keys of hosts, as `known_hosts` and `ssh-keyscan` have them. */
const HOSTS =
  /^(?:@(?:cert-authority|revoked) .*|\|1\|\S*|[\w*?!-]*[.:*][\w.:*?!,-]*|\[[^\]]+\]\S*|localhost)$/
/** Longer than what stands before the key of a host; in far longer ones, the search would take long. */
const LONGEST_HOSTS = 2_000

/** Why a key that does not stand at the start of its line is refused. */
function problemBefore(before: string): SshKeyProblem {
  if (OPTIONS.test(before)) return 'options'
  return before.length <= LONGEST_HOSTS && HOSTS.test(before) ? 'host' : 'around'
}

/** Why a line without a key is none. */
function problemOfLine(line: string): SshKeyProblem {
  if (KEY_WITHIN.test(line)) return 'around'
  if (/(?:^|\s)(?:SHA256:[\w+/]{20}|MD5:(?:[\da-f]{2}:){8}|(?:[\da-f]{2}:){15})/i.test(line))
    return 'fingerprint'
  return /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^\s]*$|^[\w./\\-]+\.pub$/.test(line) ? 'file' : 'invalid'
}

/** A line without what is around a key that was copied from a text, a list or a chat: list marks, quotes, fences of code. */
function bareLine(line: string): string {
  const bare = line
    .trim()
    .replace(/^(?:[-*•>]|\d{1,3}[.)]) /, '')
    .replace(/ ?[,;|]$/, '')
  if (/^```[\w-]*$/.test(bare)) return ''
  return /^["'`“‘„«](.+)["'`”’“»],?$/.exec(bare)?.[1]?.trim() ?? bare
}

const NEXT_KEY = /(?<![\s,;|])[\s,;|]+(?=(?:sk-)?(?:ssh|ecdsa-sha2)-[\w.@-]+\s+AAAA)/

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

/** More than a hundred of the largest keys have; a longer text is something else. */
const MAX_TEXT = 400_000

/** More than the largest key has. */
const MAX_BODY = 20_000

/** Keys with fewer are refused by OpenSSH. */
const FEWEST_BITS = 1024

type Decoded = { kind: 'whole' | 'short' | 'long' | 'wrong' | 'weak'; type: string }

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
  if (!isSound(type, parts)) return { kind: 'wrong', type }
  return { kind: isWeak(type, parts) ? 'weak' : 'whole', type }
}

/** Whether the modulus of a key of RSA is too short. */
function isWeak(type: string, [, , modulus]: readonly Uint8Array[]): boolean {
  if (type !== 'ssh-rsa' || modulus === undefined) return false
  const digits = modulus.subarray(modulus.findIndex((byte) => byte !== 0))
  return digits.length * 8 - Math.clz32(digits[0] ?? 0) + 24 < FEWEST_BITS
}

function isSound(type: string, [, first, second]: readonly Uint8Array[]): boolean {
  if (type === 'ssh-ed25519') return first?.length === 32
  if (!type.startsWith('ecdsa-sha2-')) return first !== undefined && first.length > 0
  const curve = String.fromCharCode(...(first ?? []))
  const size = { nistp256: 32, nistp384: 48, nistp521: 66 }[curve]
  return type.endsWith(curve) && size !== undefined && second?.length === 1 + 2 * size && second[0] === 4
}

/** More than the lines of the largest key, if it was wrapped. */
const MAX_PIECES = 1_000

/** An empty line among the words of a key: what follows is no comment of it. */
const EMPTY_LINE = ''

/** Reads a key from its words. Its body may have been wrapped, so words are joined until it is complete. */
function keyOf(type: string, words: readonly string[]): ReadSshKey {
  if (type.includes('-cert-v')) return { problem: 'certificate' }
  if (!isSupported(type)) return { problem: 'unsupported' }
  let body = ''
  let last: Decoded | undefined
  for (const [nth, word] of words.entries()) {
    if (word === EMPTY_LINE) continue
    if (nth > MAX_PIECES) return { problem: 'invalid' }
    // Dots stand for what was left out, as some programs show long values.
    if (/…|\.{3}/.test(word)) return { problem: 'incomplete' }
    const bytes = bytesOf(body + word)
    // A comment, or the first half of a group of four letters that continues.
    if (bytes === undefined && !/^[A-Za-z0-9+/]+={0,2}$/.test(word)) break
    body += word
    if (body.length > MAX_BODY) return { problem: 'invalid' }
    if (bytes === undefined) continue
    const next = decoded(bytes)
    if (next.kind !== 'whole') {
      // Words that are letters only may be a comment of a key that has more than it should.
      if (next.kind === 'weak') return { problem: 'weak' }
      if (next.kind !== 'short') return { problem: last?.kind === 'short' ? 'incomplete' : 'invalid' }
      last = next
      continue
    }
    if (next.type !== type) return { problem: 'mismatch' }
    const end = words.indexOf(EMPTY_LINE, nth)
    const comment = words.slice(nth + 1, end < 0 ? undefined : end).join(' ')
    const isFollowed = end >= 0 && words.slice(end).some((one) => one !== EMPTY_LINE)
    const base64 = btoa(Array.from(bytes, (code) => String.fromCharCode(code)).join(''))
    return { type, comment, line: [type, base64, comment].filter(Boolean).join(' '), isFollowed }
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
  if (text.length > MAX_TEXT) return [{ problem: 'invalid' }]
  const found: ReadSshKey[] = []
  const rest = text
    .replace(/\r\n?/g, '\n')
    .replace(RFC_4716, (_, block: string) => {
      found.push(blockKey(block))
      return '\n'
    })
    // Spaces that word processors and web pages insert, and marks without width.
    .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    // A line that a shell or an editor continues.
    .replace(/\\ ?\n/g, '\n')
    // Quotes around a key of several lines; those of a line are removed with the rest around it.
    .replace(/^\s*(["'`])([^"'`]+)\1\s*$/, '$2')
  const [, block] = BLOCK.exec(rest) ?? []
  if (block !== undefined) return [{ problem: BLOCKS.find(([of]) => of.test(block))?.[1] ?? 'pem' }]
  let open: { type: string; words: string[] } | undefined
  const close = () => {
    if (open === undefined) return
    const key = keyOf(open.type, open.words)
    found.push(key)
    if (key.problem === undefined && key.isFollowed) found.push({ problem: 'invalid' })
    open = undefined
  }
  for (const line of rest.split('\n').map(bareLine).flatMap(keysInLine)) {
    if (line === '') open?.words.push(EMPTY_LINE)
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
      } else found.push({ problem: problemOfLine(line) })
      continue
    }
    close()
    if (start !== null && start.index > 0) {
      found.push({ problem: problemBefore(line.slice(0, start.index)) })
      continue
    }
    open = { type, words: line.slice(type.length).trim().split(' ').filter(Boolean) }
  }
  close()
  return found
}
