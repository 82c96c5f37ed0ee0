import * as z from 'zod/mini'
import { isRecorded, type RecordedResource } from './resources.ts'

/** What this browser keeps of an account's changes: no more, and none that are older. */
export const MOST_ENTRIES = 2_000
export const LONGEST_KEPT_MS = 90 * 24 * 60 * 60_000
/** Of more things at once the rest is counted. */
export const MOST_TARGETS = 500

const LONGEST_TEXT = 2_000
const text = z.string().check(z.maxLength(LONGEST_TEXT))
const shortText = z.string().check(z.maxLength(300))
/** Notes may be long; longer ones are changed but not taken back. */
export const LONGEST_UNDONE = 20_000

export const targetKinds = ['device', 'fleet', 'release', 'organization', 'team'] as const

const targetSchema = z.strictObject({
  kind: z.enum(targetKinds),
  /** A device may be known by its UUID alone. */
  id: z.union([z.int(), z.string().check(z.maxLength(64))]),
  /** As it was called then, where that was seen. */
  name: z.nullable(shortText),
})
export type Target = z.infer<typeof targetSchema>

const valueSchema = z.union([
  z.string().check(z.maxLength(LONGEST_UNDONE)),
  z.number(),
  z.boolean(),
  z.null(),
])
export type FieldValue = z.infer<typeof valueSchema>
const fieldsSchema = z.record(shortText, valueSchema)
/** Fields of a row; for a tag or variable the one field `value`. */
export type Fields = z.infer<typeof fieldsSchema>

const rowSchema = z.strictObject({
  /** Whose row: the row itself, or for a tag or variable what it belongs to. */
  id: z.int(),
  /** Of the tag or variable. */
  name: z.nullable(shortText),
  label: z.nullable(shortText),
  /** Null: it was not there. */
  before: z.nullable(fieldsSchema),
  /** Null: it is there no more. */
  after: z.nullable(fieldsSchema),
})
export type ChangedRow = z.infer<typeof rowSchema>

const changeSchema = z.strictObject({
  resource: z.custom<RecordedResource>(isRecorded),
  rows: z.array(rowSchema).check(z.maxLength(MOST_TARGETS)),
  /** Names of what is meant by ids, such as releases and roles. */
  labels: z.record(shortText, shortText),
})
/** What was changed from what to what, for the way back. */
export type Change = z.infer<typeof changeSchema>

export const results = ['done', 'failed', 'unknown'] as const
export type Result = (typeof results)[number]

/** Why a change cannot be taken back. */
export const whyNots = ['kind', 'unread', 'many', 'secret', 'gone'] as const
export type WhyNot = (typeof whyNots)[number]

export const entrySchema = z.strictObject({
  id: shortText,
  /** Milliseconds since 1970, by the platform's clock. */
  at: z.number(),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** Of the data API; null: another call. */
  resource: z.nullable(shortText),
  /** Words of the path alone: no ids, names, keys. */
  path: text,
  fields: z.array(shortText).check(z.maxLength(50)),
  /** Of a tag or variable, or the new name. */
  name: z.nullable(shortText),
  targets: z.array(targetSchema).check(z.maxLength(MOST_TARGETS)),
  /** Of what was changed, with those not named. */
  count: z.int().check(z.nonnegative()),
  result: z.enum(results),
  /** Of the answer; null: there was none. */
  status: z.nullable(z.int()),
  /** From which page. */
  page: text,
  change: z.nullable(changeSchema),
  whyNot: z.nullable(z.enum(whyNots)),
  /** The entry that this one takes back. */
  undoes: z.nullable(shortText),
})
export type Entry = z.infer<typeof entrySchema>

/** What is known of a write before it is sent. */
export type Described = Pick<
  Entry,
  'method' | 'resource' | 'path' | 'fields' | 'name' | 'targets' | 'count' | 'page'
>
