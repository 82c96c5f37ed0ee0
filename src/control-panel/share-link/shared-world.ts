import * as z from 'zod/mini'
import { CLIENT_VERSION } from '@/api/http.ts'
import { packText, unpackText } from '@/files/packed-text.ts'
import { pathHere } from '@/lib/address.ts'
import { shareLinkText as text } from '@/messages/control-panel/share-link.ts'

const FORMAT = 'flotilla-share'
/** Versions before 31 wrote it. */
const FORMER_FORMAT = 'flotilla-moment'
const format = z.enum([FORMAT, FORMER_FORMAT])
/** Mail and chat programs truncate longer links. */
export const LONGEST_LINK = 8_000
/** Links and files are untrusted input. */
const MAX_PACKED = 64_000
const MAX_UNPACKED = 4_000_000

/** Why a link or file cannot be opened, for users. */
class SharedWorldError extends Error {
  override readonly name = 'SharedWorldError'
}

/** Fields common to all versions. */
const envelope = z.looseObject({ format, version: z.string().check(z.maxLength(40)) })
const schema = z.strictObject({
  format,
  version: z.string(),
  /** Path and query of the page. */
  page: z.string().check(
    z.maxLength(4_000),
    z.refine((page) => pathHere(page) !== undefined),
  ),
  /** Username; null when signed out. */
  person: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  /** The session of the world; the cloud validates it before it replaces the current world. */
  session: z.record(z.string(), z.unknown()),
})

/** What a share link holds: page, user and world. */
export type SharedWorld = Omit<z.infer<typeof schema>, 'format' | 'version'>

/** `session`: the session file. */
export function sharedWorldFile(seen: Pick<SharedWorld, 'page' | 'person'>, session: string): string {
  const head = JSON.stringify({ format: FORMAT, version: CLIENT_VERSION, ...seen })
  return `${head.slice(0, -1)},"session":${session}}`
}

/** Whether a file is a shared world, not a session file. */
export const isSharedWorldFile = (file: string): boolean =>
  [FORMAT, FORMER_FORMAT].some((name) =>
    file.slice(0, 200).replaceAll(/\s/g, '').startsWith(`{"format":"${name}"`),
  )

/** @throws SharedWorldError */
export function readSharedWorld(file: string): SharedWorld {
  const value = parsed(file)
  const known = envelope.safeParse(value)
  if (!known.success) throw new SharedWorldError(text.notShared)
  if (known.data.version !== CLIENT_VERSION)
    throw new SharedWorldError(text.otherVersion(known.data.version, CLIENT_VERSION))
  const read = schema.safeParse(value)
  if (!read.success) throw new SharedWorldError(text.notShared)
  const { page, person, session } = read.data
  return { page: pathHere(page) ?? '/', person, session }
}

/** Encoded for the fragment of a URL. */
export const packSharedWorld = (file: string): Promise<string> => packText(file)

/** @throws SharedWorldError, PackedTextProblem */
export async function unpackSharedWorld(packed: string): Promise<SharedWorld> {
  if (packed.length > MAX_PACKED) throw new SharedWorldError(text.notShared)
  return readSharedWorld(await unpackText(packed, MAX_UNPACKED))
}

const NO_DATA = new Set(['__proto__', 'constructor', 'prototype'])

function parsed(file: string): unknown {
  try {
    return JSON.parse(file, (key, value: unknown) => {
      if (NO_DATA.has(key)) throw new SharedWorldError(text.notShared)
      return value
    })
  } catch {
    // Nested too deeply for the parser, or not JSON.
    throw new SharedWorldError(text.notShared)
  }
}
