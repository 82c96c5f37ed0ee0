import * as z from 'zod/mini'

/** Each watch costs up to one request a minute. */
export const MAX_WATCHES = 20
/** The oldest entries are removed first. */
export const MAX_ENTRIES = 100
/** Number of devices named in an entry. */
export const MAX_NAMED = 5
const NAME_LENGTH = 100

export const deviceWatches = ['device-online', 'device-offline', 'device-updated'] as const
export const listWatches = ['list-offline', 'list-new', 'list-issue'] as const
export type DeviceWatchKind = (typeof deviceWatches)[number]
export type ListWatchKind = (typeof listWatches)[number]

const id = z.number().check(z.int(), z.positive())
const instant = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000))
const name = z.string().check(z.maxLength(NAME_LENGTH))
const uuid = z.string().check(z.regex(/^[0-9a-f]{1,62}$/))
export const hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const namedDevice = z.strictObject({ uuid, name })
const namedFleet = z.strictObject({ id, name })
const base = { id: z.string().check(z.regex(/^[0-9a-f]{12}$/)), paused: z.boolean(), since: instant }

export const watchSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.enum(deviceWatches), device: namedDevice }),
  z.strictObject({
    ...base,
    kind: z.enum(listWatches),
    fleet: namedFleet,
    /** A query as in the device list; empty: all devices of the fleet. */
    filter: z.string().check(z.maxLength(2_000)),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('rollout-stage'),
    fleet: namedFleet,
    rollout: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(40)), release: name }),
    /** Index of the stage; null: every stage. */
    stage: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1_000))),
  }),
])

/** What a user wants to be notified of. */
export type Watch = z.infer<typeof watchSchema>
type Of<Kind> = Extract<Watch, { kind: Kind }>
export type DeviceWatch = Of<DeviceWatchKind>
export type ListWatch = Of<ListWatchKind>
export type RolloutWatch = Of<'rollout-stage'>
export type NamedDevice = z.infer<typeof namedDevice>

/** A watch before it is added. */
type WithoutBase<Set> = Set extends Watch ? Omit<Set, 'id' | 'paused' | 'since'> : never
export type NewWatch = WithoutBase<Watch>

export const quietSchema = z.strictObject({ from: hour, to: hour })
export type QuietHours = z.infer<typeof quietSchema>

/** All kinds of events. `gone` and `back`: what is watched is no longer visible, or again. */
const watchEvents = [
  ...deviceWatches,
  ...listWatches,
  'stage-ended',
  'rollout-stopped',
  'rollout-over',
  'gone',
  'back',
] as const

export const entrySchema = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  what: z.enum(watchEvents),
  watch: watchSchema,
  /** Times of the first and the last event, as reported by the platform. */
  from: instant,
  to: instant,
  /** Number of devices; a minimum if not all were read. */
  count: z.number().check(z.int(), z.positive()),
  devices: z.array(namedDevice).check(z.maxLength(MAX_NAMED)),
  /** The name of the stage or release. */
  about: z.optional(name),
  read: z.boolean(),
})

/** A line of the inbox. */
export type Entry = z.infer<typeof entrySchema>

const keys = z.array(z.string().check(z.maxLength(120))).check(z.maxLength(1_000))

export const knownSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('device'),
    isGone: z.boolean(),
    isOnline: z.boolean(),
    /** The release that it ran when it last ran its target release. */
    settled: z.nullable(id),
  }),
  z.strictObject({
    kind: z.literal('changes'),
    isGone: z.boolean(),
    /** Time of the last read. */
    upTo: instant,
    /** Changes up to this time are never read again. */
    floor: instant,
    /** Keys of the reported changes in the overlap of two reads. */
    recent: keys,
  }),
  z.strictObject({
    kind: z.literal('issues'),
    isGone: z.boolean(),
    count: z.number().check(z.int(), z.gte(0)),
    /** Null: too many to compare. */
    ids: z.nullable(z.array(id).check(z.maxLength(1_000))),
  }),
  z.strictObject({
    kind: z.literal('rollout'),
    isGone: z.boolean(),
    over: z.array(z.number().check(z.int(), z.gte(0))).check(z.maxLength(1_000)),
    status: z.string().check(z.maxLength(20)),
  }),
])

/** The last known state of a watch. */
export type Known = z.infer<typeof knownSchema>

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** A name that is safe to store and show: without control and formatting characters, and not too long. */
export const plainName = (text: string): string =>
  [...text.replaceAll(INVISIBLE, ' ').trim()].slice(0, NAME_LENGTH / 2).join('')

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const drawId = (): string => hex(crypto.getRandomValues(new Uint8Array(6)))

/** Identifies what is watched, regardless of its current name. Watches with the same key are duplicates. */
export function watchKey(watch: NewWatch): string {
  if ('device' in watch) return JSON.stringify([watch.kind, watch.device.uuid])
  if (watch.kind === 'rollout-stage') return JSON.stringify([watch.kind, watch.rollout.id, watch.stage])
  return JSON.stringify([watch.kind, watch.fleet.id, watch.filter])
}
