import * as z from 'zod/mini'
import { CLIENT_VERSION } from '@/api/http.ts'
import { packText, unpackText } from '@/files/packed-text.ts'
import { pathHere } from '@/lib/address.ts'
import { momentText as text } from '@/messages/control-panel/moments.ts'

const FORMAT = 'flotilla-moment'
/** Mail and chat programs truncate longer links. */
export const LONGEST_LINK = 8_000
/** Links and files are untrusted input. */
const MAX_PACKED = 64_000
const MAX_UNPACKED = 4_000_000

/** Why a link or file cannot be opened, for users. */
export class MomentProblem extends Error {
  override readonly name = 'MomentProblem'
}

/** Fields common to all versions. */
const envelope = z.looseObject({ format: z.literal(FORMAT), version: z.string().check(z.maxLength(40)) })
const schema = z.strictObject({
  format: z.literal(FORMAT),
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

/** A moment: page, user and world. */
export type Moment = Omit<z.infer<typeof schema>, 'format' | 'version'>

/** `session`: the session file. */
export function momentFile(seen: Pick<Moment, 'page' | 'person'>, session: string): string {
  const head = JSON.stringify({ format: FORMAT, version: CLIENT_VERSION, ...seen })
  return `${head.slice(0, -1)},"session":${session}}`
}

/** Whether a file is a moment, not a session file. */
export const isMomentFile = (file: string): boolean =>
  file.slice(0, 200).replaceAll(/\s/g, '').startsWith(`{"format":"${FORMAT}"`)

/** @throws MomentProblem */
export function readMoment(file: string): Moment {
  const value = parsed(file)
  const known = envelope.safeParse(value)
  if (!known.success) throw new MomentProblem(text.noMoment)
  if (known.data.version !== CLIENT_VERSION)
    throw new MomentProblem(text.otherVersion(known.data.version, CLIENT_VERSION))
  const read = schema.safeParse(value)
  if (!read.success) throw new MomentProblem(text.noMoment)
  const { page, person, session } = read.data
  return { page: pathHere(page) ?? '/', person, session }
}

/** Encoded for the fragment of a URL. */
export const packMoment = (file: string): Promise<string> => packText(file)

/** @throws MomentProblem, PackedTextProblem */
export async function unpackMoment(packed: string): Promise<Moment> {
  if (packed.length > MAX_PACKED) throw new MomentProblem(text.noMoment)
  return readMoment(await unpackText(packed, MAX_UNPACKED))
}

const NO_DATA = new Set(['__proto__', 'constructor', 'prototype'])

function parsed(file: string): unknown {
  try {
    return JSON.parse(file, (key, value: unknown) => {
      if (NO_DATA.has(key)) throw new MomentProblem(text.noMoment)
      return value
    })
  } catch {
    // Nested too deeply for the parser, or not JSON.
    throw new MomentProblem(text.noMoment)
  }
}
