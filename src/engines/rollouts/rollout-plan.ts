import * as z from 'zod/mini'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import { problemText } from '@/domain/device/query/query-words.ts'
import { isTimeZone } from '@/lib/format-preferences.ts'
import { minuteOfDay } from '@/lib/format.ts'
import { rolloutProblem } from '@/messages/rollouts/rollouts.ts'

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const percent = z.number().check(z.positive(), z.lte(100))
const wholeNumber = (most: number) => z.number().check(z.int(), z.nonnegative(), z.lte(most))

const MAX_MINUTES = 60 * 24 * 90
const hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, rolloutProblem.hour))

const query = z.string().check(z.maxLength(2_000), ({ value, issues }) => {
  const parsed = parseQuery(value)
  if (!parsed.ok) issues.push({ code: 'custom', input: value, message: problemText(parsed.problem) })
})

/** The hours of the day in which devices may be pinned. If `to` is before `from`, they include midnight. */
const windowSchema = z.strictObject({
  from: hour,
  to: hour,
  timezone: z.optional(text(60).check(z.refine(isTimeZone, rolloutProblem.timeZone))),
})

const stageSchema = z
  .strictObject({
    name: z.optional(text(60)),
    percent: z.optional(percent),
    tag: z.optional(z.strictObject({ key: text(100), value: text(200) })),
    devices: z.optional(z.array(text(62)).check(z.minLength(1), z.maxLength(2_000))),
    wait: z.optional(wholeNumber(MAX_MINUTES)),
    window: z.optional(windowSchema),
  })
  .check(
    z.refine(
      (stage) => [stage.percent, stage.tag, stage.devices].filter((one) => one !== undefined).length === 1,
      rolloutProblem.oneSelection,
    ),
  )

export const limitKinds = ['failed', 'rejected', 'crash-looping', 'not-seen'] as const

const limitSchema = z
  .strictObject({
    of: z.enum(limitKinds),
    percent: z.optional(z.number().check(z.nonnegative(), z.lte(100))),
    number: z.optional(wholeNumber(1_000_000)),
    action: z.enum(['pause', 'abort']),
  })
  .check(
    z.refine(
      (limit) => (limit.percent === undefined) !== (limit.number === undefined),
      rolloutProblem.oneMeasure,
    ),
  )

const defaultLimits: z.infer<typeof limitSchema>[] = [
  { of: 'failed', percent: 10, action: 'pause' },
  { of: 'not-seen', percent: 25, action: 'pause' },
]

/** A plan without fleet and release, as written by users and stored in the tag. */
export const planSchema = z.strictObject({
  devices: z._default(query, ''),
  skip: z._default(z.array(z.enum(['offline', 'locked'])), ['offline', 'locked']),
  stages: z.array(stageSchema).check(
    z.minLength(1),
    z.maxLength(20),
    z.refine((stages) => {
      const percents = stages.flatMap((stage) => stage.percent ?? [])
      return percents.every((one, at) => at === 0 || one > (percents[at - 1] ?? 0))
    }, rolloutProblem.rising),
  ),
  healthyMinutes: z._default(wholeNumber(MAX_MINUTES), 10),
  notSeenMinutes: z._default(wholeNumber(MAX_MINUTES), 30),
  limits: z._default(z.array(limitSchema).check(z.maxLength(12)), defaultLimits),
})

/** The input file of `npm run rollout`. */
export const planFileSchema = z.extend(planSchema, {
  fleet: z.union([text(200), wholeNumber(Number.MAX_SAFE_INTEGER)]),
  release: text(200),
})

export type PlanFile = z.infer<typeof planFileSchema>
export type RolloutPlan = z.infer<typeof planSchema>
export type RolloutStage = z.infer<typeof stageSchema>
export type RolloutLimit = z.infer<typeof limitSchema>
export type LimitKind = RolloutLimit['of']

/** Validates a plan. Returns the first problem as a sentence. */
export function planProblem(plan: unknown): string | undefined {
  const read = planSchema.safeParse(plan)
  if (read.success) return undefined
  const [issue] = read.error.issues
  const [part, at] = issue?.path ?? []
  return part === 'stages' && typeof at === 'number'
    ? rolloutProblem.inStage(at + 1, issue?.message ?? '')
    : (issue?.message ?? rolloutProblem.plan)
}

/** The JSON schema of a plan file, for editors and other tools. */
export const planJsonSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Staged rollout',
  ...z.toJSONSchema(planFileSchema, { io: 'input' }),
})

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Milliseconds until the devices of this stage may be pinned; 0: now. */
export function untilWindow({ window }: RolloutStage, now: number): number {
  if (window === undefined) return 0
  const [at, from, to] = [
    minuteOfDay(now, window.timezone ?? 'UTC'),
    minutesOf(window.from),
    minutesOf(window.to),
  ]
  const isOpen = from <= to ? at >= from && at < to : at >= from || at < to
  if (isOpen || from === to) return 0
  return ((from - at + DAY_MINUTES) % DAY_MINUTES) * MINUTE
}
