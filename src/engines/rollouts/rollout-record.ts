import * as z from 'zod/mini'
import { jsonInBasicLetters, LONGEST_VALUE, textChecksum } from '@/domain/tags/kept-text.ts'
import { packIds, unpackIds } from '@/lib/id-set.ts'
import { rolloutTagProblem } from '@/messages/rollouts/rollouts.ts'
import type { MemberGroup } from './rollout-members.ts'
import { planSchema } from './rollout-plan.ts'
import { ROLLOUT_TAG } from './rollout-tag.ts'
import { stageCauses, stageGroups, type RolloutReason, type RolloutState } from './rollout.ts'

const MAX_PARTS = 2_000

/** The tab or command that runs a rollout. */
export interface Runner {
  /** Drawn by each tab and each command. */
  id: string
  name: string
}

/** A rollout as stored by the platform. */
export interface Kept {
  /** Number of writes. */
  revision: number
  runner: Runner
  /** Time of the last write, by the platform's clock as the runner knows it. */
  at: number
  state: RolloutState
}

/** The stored rollout is invalid; the message says which part. */
export class RolloutUnreadable extends Error {
  override readonly name = 'RolloutUnreadable'
}

const count = z.number().check(z.int(), z.nonnegative())
const instant = z.number().check(z.nonnegative(), z.lte(8.64e15))
const word = (most: number) => z.string().check(z.maxLength(most))
const partSchema = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  of: z.number().check(z.int(), z.positive(), z.lte(MAX_PARTS)),
  sum: count,
})

type Part = z.infer<typeof partSchema>

const reasonSchema: z.ZodMiniType<RolloutReason> = z.union([
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('limit'), limit: count, stage: count, count, of: count }),
  z.object({ kind: z.enum(['release-gone', 'release-invalidated', 'rights']) }),
  z.object({ kind: z.literal('none-landed'), stage: count }),
  z.object({ kind: z.literal('refused'), text: word(300) }),
])

const stageSchema = z.object({
  phase: z.enum(['waiting', 'pinning', 'watching', 'ended', 'skipped']),
  since: instant,
  began: z.optional(instant),
  members: z.optional(partSchema),
  counts: z.record(z.enum(stageGroups), count),
  causes: z.partialRecord(z.enum(stageCauses), count),
  tolerated: z.record(word(3), count),
})

const eventSchema = z.object({
  at: instant,
  what: z.enum([
    ...(['created', 'pause', 'resume', 'skip', 'abort', 'stage-began', 'stage-ended'] as const),
    ...(['stopped', 'aborted', 'done', 'taken-over'] as const),
  ]),
  by: z.optional(word(100)),
  stage: z.optional(count),
  count: z.optional(count),
  reason: z.optional(reasonSchema),
})

const headSchema = z.object({
  v: z.literal(1),
  rev: count,
  runner: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{12}$/)), name: word(100) }),
  at: instant,
  id: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  release: z.object({ id: z.number().check(z.int(), z.positive()), label: word(100) }),
  status: z.enum(['running', 'paused', 'aborting', 'aborted', 'done']),
  stage: count,
  plan: partSchema,
  body: partSchema,
})

/** The state that does not fit into one tag. It is split into parts. */
const bodySchema = z.object({
  reason: z.optional(reasonSchema),
  stages: z.array(stageSchema).check(z.minLength(1), z.maxLength(20)),
  history: z.array(eventSchema),
})

const membersSchema = z.array(z.strictObject({ from: z.nullable(count), ids: z.string() }))

/** The start of the tag that was written as this revision. Writes filter by it, so that they only replace this revision. */
export const revisionMark = (revision: number): string => `{"v":1,"rev":${revision},`

/** A text that is split into several tags. */
export interface WrittenPart {
  part: Part
  tags: readonly { key: string; value: string }[]
}

/** The prefix of the keys of all parts of a rollout, or of one part. */
export const partPrefix = (rollout: string, part?: Part): string =>
  `${ROLLOUT_TAG}.${rollout}.${part === undefined ? '' : `${part.name}.`}`

function writePart(rollout: string, name: string, text: string): WrittenPart {
  const of = Math.max(1, Math.ceil(text.length / LONGEST_VALUE))
  const part = { name, of, sum: textChecksum(text) }
  const tags = Array.from({ length: of }, (_, at) => ({
    key: `${partPrefix(rollout, part)}${at}`,
    value: text.slice(at * LONGEST_VALUE, (at + 1) * LONGEST_VALUE),
  }))
  return { part, tags }
}

export const writePlan = ({ id, plan }: RolloutState): WrittenPart =>
  writePart(id, 'plan', JSON.stringify(plan))

/** The key contains the runner's id: if two runners select devices at the same time, their parts do not mix. */
export function writeMembers(
  rollout: string,
  stage: number,
  members: readonly MemberGroup[],
  runner: Runner,
): WrittenPart {
  const text = JSON.stringify(members.map(({ from, ids }) => ({ from, ids: packIds(ids) })))
  return writePart(rollout, `stage-${stage}-${runner.id}`, text)
}

export function writeBody(
  { id, reason, stages, history }: RolloutState,
  members: ReadonlyMap<number, Part>,
  revision: number,
  runner: Runner,
): WrittenPart {
  const withMembers = stages.map((each, index) => ({ ...each, members: members.get(index) }))
  return writePart(
    id,
    `body-${revision}-${runner.id}`,
    jsonInBasicLetters({ reason, stages: withMembers, history }),
  )
}

/** References to the tags with the parts. */
export interface Parts {
  plan: Part
  body: Part
}

export function writeHead({ revision, runner, at, state }: Kept, { plan, body }: Parts): string {
  const { id, release, status, stage } = state
  return JSON.stringify({ v: 1, rev: revision, runner, at, id, release, status, stage, plan, body })
}

export interface ReadHead extends Omit<Kept, 'state'>, Parts {
  state: Pick<RolloutState, 'id' | 'release' | 'status' | 'stage'>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws RolloutUnreadable */
export function readHead(text: string): ReadHead {
  const read = headSchema.safeParse(parseJson(text))
  if (!read.success || !text.startsWith(revisionMark(read.data.rev)))
    throw new RolloutUnreadable(rolloutTagProblem.head)
  const { rev, runner, at, plan, body, v: _, ...state } = read.data
  return { revision: rev, runner, at, plan, body, state }
}

/** Joins the tags of a part. @throws RolloutUnreadable */
export function joinPart(
  rollout: string,
  part: Part,
  tags: ReadonlyMap<string, string>,
  what: string,
): unknown {
  const texts = Array.from(
    { length: part.of },
    (_, at) => tags.get(`${partPrefix(rollout, part)}${at}`) ?? '',
  )
  const text = texts.join('')
  if (textChecksum(text) !== part.sum) throw new RolloutUnreadable(rolloutTagProblem.part(what))
  return parseJson(text)
}

export function readPlan(text: unknown): RolloutState['plan'] {
  const read = planSchema.safeParse(text)
  if (!read.success) throw new RolloutUnreadable(rolloutTagProblem.part(rolloutTagProblem.plan))
  return read.data
}

/** @throws RolloutUnreadable */
export function readBody(text: unknown, { stage }: ReadHead['state']) {
  const read = bodySchema.safeParse(text)
  // A stage without members cannot have started.
  const isBroken =
    !read.success ||
    stage > read.data.stages.length ||
    read.data.stages.some(
      ({ phase, members }) => members === undefined && phase !== 'waiting' && phase !== 'skipped',
    )
  if (isBroken) throw new RolloutUnreadable(rolloutTagProblem.part(rolloutTagProblem.progress))
  return read.data
}

/** @throws RolloutUnreadable */
export function readMembers(text: unknown, what: string): MemberGroup[] {
  const read = membersSchema.safeParse(text)
  return (read.success ? read.data : [{ from: null, ids: '?' }]).map((group) => {
    const ids = unpackIds(group.ids)
    if (ids === undefined) throw new RolloutUnreadable(rolloutTagProblem.part(what))
    return { from: group.from, ids }
  })
}

/** The outcome of a rollout. */
export interface Conclusion {
  status: 'done' | 'aborted'
  /** Milliseconds since 1970, by the platform's clock. */
  at: number
  /** Number of updated devices and of pinned devices. Older dashboards did not write them. */
  landed?: number
  devices?: number
  /** Who started it, if its history still contains that event. */
  by?: string
}

const CONCLUSION =
  /^(?<status>done|aborted) (?<at>\S{20,30})(?:, (?<landed>\d{1,9}) of (?<devices>\d{1,9}) landed(?:, started by (?<by>.{1,100}))?)?$/u

/** The outcome of a rollout as stored at its release: one readable line. */
export function writeConclusion({ status, stages, history }: RolloutState, now: number): string {
  const landed = stages.reduce((sum, { counts }) => sum + counts.landed, 0)
  const devices = stages.reduce(
    (sum, { counts }) => sum + stageGroups.reduce((all, group) => all + counts[group], 0),
    0,
  )
  const end = `${status} ${new Date(history.at(-1)?.at ?? now).toISOString()}`
  const by = history.find(({ what }) => what === 'created')?.by
  return `${end}, ${landed} of ${devices} landed${by === undefined ? '' : `, started by ${by}`}`
}

/** Undefined if the text has another format. */
export function readConclusion(text: string): Conclusion | undefined {
  const { status, at = '', landed, devices, by } = CONCLUSION.exec(text)?.groups ?? {}
  const time = Date.parse(at)
  if ((status !== 'done' && status !== 'aborted') || Number.isNaN(time)) return undefined
  return {
    status,
    at: time,
    ...(landed === undefined ? {} : { landed: Number(landed), devices: Number(devices) }),
    ...(by === undefined ? {} : { by }),
  }
}
