import * as z from 'zod/mini'
import { isRecorded, type RecordedResource } from './activity-resources.ts'

/** Older changes, and more than this number, are dropped. */
export const MAX_ENTRIES = 2_000
export const LONGEST_KEPT_MS = 90 * 24 * 60 * 60_000
/** Further targets of one change are only counted. */
export const MAX_TARGETS = 500

const LONGEST_TEXT = 2_000
const text = z.string().check(z.maxLength(LONGEST_TEXT))
const shortText = z.string().check(z.maxLength(300))
/** Changes of longer values, such as notes, cannot be undone. */
export const LONGEST_UNDONE = 20_000

const targetKinds = ['device', 'fleet', 'release', 'organization', 'team'] as const

const targetSchema = z.strictObject({
  kind: z.enum(targetKinds),
  /** A device may be identified by its UUID only. */
  id: z.union([z.int(), z.string().check(z.maxLength(64))]),
  /** Its name at the time, if it was read. */
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
/** The fields of a row; for a tag or variable, only `value`. */
export type Fields = z.infer<typeof fieldsSchema>

const rowSchema = z.strictObject({
  /** The id of the row or, for a tag or variable, of its owner. */
  id: z.int(),
  /** The name of the tag or variable; null for other rows. */
  name: z.nullable(shortText),
  label: z.nullable(shortText),
  /** Null: it did not exist. */
  before: z.nullable(fieldsSchema),
  /** Null: it was deleted. */
  after: z.nullable(fieldsSchema),
})
export type ChangedRow = z.infer<typeof rowSchema>

const changeSchema = z.strictObject({
  resource: z.custom<RecordedResource>(isRecorded),
  rows: z.array(rowSchema).check(z.maxLength(MAX_TARGETS)),
  /** The names of the resources that ids refer to, such as releases and roles. */
  labels: z.record(shortText, shortText),
})
/** The old and new values of a change, needed to undo it. */
export type Change = z.infer<typeof changeSchema>

export const results = ['done', 'failed', 'unknown'] as const
export type Result = (typeof results)[number]

/** Why a change cannot be undone. */
export const whyNots = ['kind', 'unread', 'many', 'secret', 'gone'] as const
export type WhyNot = (typeof whyNots)[number]

export const entrySchema = z.strictObject({
  id: shortText,
  /** Milliseconds since 1970, by the platform's clock. */
  at: z.number(),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** The resource of the data API; null for other calls. */
  resource: z.nullable(shortText),
  /** The fixed segments of the path: no ids, names or keys. */
  path: text,
  fields: z.array(shortText).check(z.maxLength(50)),
  /** The name of the tag or variable, or the new name. */
  name: z.nullable(shortText),
  targets: z.array(targetSchema).check(z.maxLength(MAX_TARGETS)),
  /** The number of changed rows, including those not listed in `targets`. */
  count: z.int().check(z.nonnegative()),
  result: z.enum(results),
  /** The HTTP status; null without a response. */
  status: z.nullable(z.int()),
  /** The page it was made on. */
  page: text,
  change: z.nullable(changeSchema),
  whyNot: z.nullable(z.enum(whyNots)),
  /** The id of the entry that this one undoes. */
  undoes: z.nullable(shortText),
})
export type Entry = z.infer<typeof entrySchema>

/** The part of an entry that is known before the write is sent. */
export type Described = Pick<
  Entry,
  'method' | 'resource' | 'path' | 'fields' | 'name' | 'targets' | 'count' | 'page'
>
