import * as z from 'zod/mini'
import { CLIENT_VERSION } from '@/api/http.ts'
import { pathHere } from '@/lib/address.ts'
import { packText, unpackText } from '@/lib/packed-text.ts'
import { momentText as text } from '@/messages/moments.ts'

const FORMAT = 'flotilla-moment'
/** Mail programs and chats cut longer ones. */
export const LONGEST_LINK = 8_000
/** Anybody may have written what is opened. */
const MOST_PACKED = 64_000
const MOST_UNPACKED = 4_000_000

/** Why what was shared cannot be opened, for people. */
export class MomentProblem extends Error {
  override readonly name = 'MomentProblem'
}

/** As much as every version has. */
const envelope = z.looseObject({ format: z.literal(FORMAT), version: z.string().check(z.maxLength(40)) })
const schema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.string(),
  /** Path of the page that is shown, with its query. */
  page: z.string().check(
    z.maxLength(4_000),
    z.refine((page) => pathHere(page) !== undefined),
  ),
  /** Who looks, by username; null is nobody. */
  person: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  /** How the world came to be what it is; the cloud checks it before it leaves the present world. */
  session: z.record(z.string(), z.unknown()),
})

/** What somebody sees at a moment: page, person and world. */
export type Moment = Omit<z.infer<typeof schema>, 'format' | 'version'>

/** `session`: the session file. */
export function momentFile(seen: Pick<Moment, 'page' | 'person'>, session: string): string {
  const head = JSON.stringify({ format: FORMAT, version: CLIENT_VERSION, ...seen })
  return `${head.slice(0, -1)},"session":${session}}`
}

/** Whether a file says of itself that it is a moment; a session file does not. */
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

/** As the fragment of an address holds it. */
export const packMoment = (file: string): Promise<string> => packText(file)

/** @throws MomentProblem, PackedTextProblem */
export async function unpackMoment(packed: string): Promise<Moment> {
  if (packed.length > MOST_PACKED) throw new MomentProblem(text.noMoment)
  return readMoment(await unpackText(packed, MOST_UNPACKED))
}

const NO_DATA = new Set(['__proto__', 'constructor', 'prototype'])

function parsed(file: string): unknown {
  try {
    return JSON.parse(file, (key, value: unknown) => {
      if (NO_DATA.has(key)) throw new MomentProblem(text.noMoment)
      return value
    })
  } catch {
    // Deeper than the parser can follow, or no JSON at all.
    throw new MomentProblem(text.noMoment)
  }
}
