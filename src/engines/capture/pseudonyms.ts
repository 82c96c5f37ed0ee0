import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaptureKind } from './captured-fields.ts'

const CONSONANTS = 'bdfgklmnprstvz'
const VOWELS = 'aeiou'

/** Pseudonyms of rows, by kind and id: what a stopped capture needs to continue. */
export type KnownNames = Readonly<Partial<Record<CaptureKind, Readonly<Record<string, string>>>>>

/** Texts that were read, in lower case, with what each of them is. */
export class Originals {
  readonly texts = new Map<string, CaptureKind>()

  /** Remembers a text, unless it has fewer than four letters and would be found everywhere. */
  add(kind: CaptureKind, text: string): void {
    if ((text.match(/\p{L}/gu)?.length ?? 0) >= 4) this.texts.set(text.toLowerCase(), kind)
  }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** How a pseudonym of each kind looks. */
const shapes: Readonly<Record<CaptureKind, (word: (at: number) => string) => string>> = {
  organizations: (word) => `${capitalized(word(0))} ${capitalized(word(1))}`,
  fleets: (word) => `${word(0)}-${word(1)}`,
  devices: (word) => `${word(0)}-${word(1)}`,
  services: (word) => word(0),
  tags: (word) => word(0),
  teams: (word) => `${capitalized(word(0))} ${capitalized(word(1))}`,
  people: (word) => `${capitalized(word(0))} ${capitalized(word(1))}`,
  versions: (word) => word(0),
  repositories: (word) => `https://${word(0)}.example/${word(1)}`,
  places: (word) => capitalized(word(0)),
}

/**
 * Other names, the same one always the same: derived by a random key that exists only in this object. They are made of
 * syllables, so that they hardly ever contain a word.
 */
export class Pseudonyms {
  readonly #key: Uint8Array
  readonly #names = new Map<CaptureKind, Map<string, string>>()
  readonly #used = new Set<string>()
  readonly #originals: Originals

  constructor(
    originals: Originals,
    known: KnownNames = {},
    key = crypto.getRandomValues(new Uint8Array(32)),
  ) {
    this.#key = key
    this.#originals = originals
    for (const kind of Object.keys(shapes) as CaptureKind[])
      for (const [id, name] of Object.entries(known[kind] ?? {})) this.#set(kind, id, name)
  }

  #of(kind: CaptureKind): Map<string, string> {
    const names = this.#names.get(kind) ?? new Map<string, string>()
    this.#names.set(kind, names)
    return names
  }

  #set(kind: CaptureKind, id: string, name: string): void {
    this.#of(kind).set(id, name)
    this.#used.add(`${kind} ${name}`)
  }

  /** The pseudonym of a row by its id, or of a text. */
  name(kind: CaptureKind, original: string | number): string {
    const known = this.#of(kind).get(String(original))
    if (known !== undefined) return known
    const name = this.#draw(kind, String(original), 0)
    this.#set(kind, String(original), name)
    return name
  }

  has(name: string): boolean {
    return [...this.#names.values()].some((names) => [...names.values()].includes(name))
  }

  all(kind: CaptureKind): string[] {
    return [...this.#of(kind).values()]
  }

  /** Another pseudonym for the same original; undefined if this is none. */
  rename(name: string): string | undefined {
    for (const [kind, names] of this.#names)
      for (const [original, before] of names) {
        if (before !== name) continue
        const other = this.#draw(kind, original, 1)
        this.#set(kind, original, other)
        return other
      }
    return undefined
  }

  /** A drawn number from 0 up to `below`, the same for the same text. */
  number(text: string, below: number): number {
    const [first = 0, second = 0] = this.#mac(`number\0${text}`)
    return (first * 256 + second) % below
  }

  /** The pseudonyms of rows, without those of texts, whose originals would be readable. */
  known(kinds: readonly CaptureKind[]): KnownNames {
    return Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Object.fromEntries([...this.#of(kind)].filter(([original]) => /^\d+$/.test(original))),
      ]),
    )
  }

  #draw(kind: CaptureKind, original: string, from: number): string {
    for (let attempt = from; ; attempt++) {
      const mac = this.#mac(`${kind}\0${original}\0${attempt}`)
      // An account may have so many short names that every word contains one.
      const draw = attempt < MOST_WORDS ? wordOf : numberOf
      const name = shapes[kind]((at) => draw(mac.subarray(at * 8, at * 8 + 8)))
      if (!this.#used.has(`${kind} ${name}`) && !contains(drawnPart(name), this.#originals)) return name
    }
  }

  #mac(text: string): Uint8Array {
    return hmac(sha256, this.#key, utf8ToBytes(text))
  }
}

/** What is drawn of a pseudonym: the rest of an address is the same in all, and says nothing of an original. */
export function drawnPart(name: string): string {
  const [, host, path] = /^https:\/\/([a-z]\w*)\.example\/([a-z]\w*)$/.exec(name) ?? []
  return host === undefined || path === undefined ? name : `${host} ${path}`
}

/** Words that are drawn for a name before numbers are. */
const MOST_WORDS = 200

/** A number after one letter: it contains no original, which has at least four letters. */
const numberOf = (bytes: Uint8Array): string =>
  `x${[0, 2, 4].map((at) => ((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)).toString().padStart(5, '0')).join('')}`

/** Three or four syllables. */
function wordOf(bytes: Uint8Array): string {
  const syllable = (at: number) =>
    `${CONSONANTS[(bytes[at] ?? 0) % CONSONANTS.length]}${VOWELS[(bytes[at + 1] ?? 0) % VOWELS.length]}`
  return [0, 2, 4].map(syllable).join('')
}

/** The originals in a text, if there are any. */
export function contains(text: string, { texts }: Originals): { original: string; kind: CaptureKind } | null {
  const lower = text.toLowerCase()
  for (let from = 0; from < lower.length; from++)
    for (let to = from + 4; to <= lower.length; to++) {
      const original = lower.slice(from, to)
      const kind = texts.get(original)
      if (kind !== undefined) return { original, kind }
    }
  return null
}
