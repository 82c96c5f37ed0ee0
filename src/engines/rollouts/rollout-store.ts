import type { DataClient } from '@/api/data.ts'
import { isApiError } from '@/api/errors.ts'
import { upsert } from '@/domain/platform/upsert.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { rolloutTagProblem } from '@/messages/rollouts/rollouts.ts'
import type { MemberGroup } from './rollout-members.ts'
import {
  joinPart,
  partPrefix,
  readBody,
  readConclusion,
  readHead,
  readMembers,
  readPlan,
  revisionMark,
  RolloutUnreadable,
  writeBody,
  writeConclusion,
  writeHead,
  writeMembers,
  writePlan,
  type Conclusion,
  type Kept,
  type Parts,
  type ReadHead,
  type Runner,
  type WrittenPart,
} from './rollout-record.ts'
import { ROLLOUT_TAG } from './rollout-tag.ts'
import { isOver, type RolloutState, type StageState } from './rollout.ts'

type Part = Parts['plan']

/** Number of reads if parts are missing, as the rollout may be rewritten while it is read. */
const READ_TRIES = 4
/** Smaller differences can be network latency. */
const CLOCK_IS_OFF_MS = 10_000

const beginsWith = (field: 'tag_key' | 'value', text: string) => ({ $startswith: [{ $: field }, text] })

/** Limit of the listed outcomes. */
const MAX_CONCLUDED = 100

/** The outcome of the last rollout of a release. */
export interface ConcludedRollout extends Conclusion {
  release: RolloutState['release']
}

/** Somebody else has written the rollout; read it again. */
export class RolloutMoved extends Error {
  override readonly name = 'RolloutMoved'
}

/** The last revision that was read or written, with references to its parts. */
interface Known {
  revision: number
  parts: Parts
  members: ReadonlyMap<number, Part>
  state: RolloutState
}

/**
 * Stores the rollout of a fleet in the tags of the fleet. One short head tag refers to the tags with the parts and is
 * written last. A write filters by the revision it replaces, so only one of two concurrent writes succeeds.
 */
export class RolloutStore {
  readonly #data: DataClient
  readonly #fleet: number
  readonly #runner: Runner
  /** Plans and members never change after they are written, so they are cached. */
  readonly #plans = new Map<string, RolloutState['plan']>()
  readonly #members = new Map<string, MemberGroup[]>()
  #known: Known | null = null
  readonly #now: () => number
  /** By how much the platform's clock is ahead of this one in ms, measured at the last write. */
  #ahead = 0

  constructor(data: DataClient, fleet: number, runner: Runner, now: () => number) {
    this.#data = data
    this.#fleet = fleet
    this.#runner = runner
    this.#now = now
  }

  /** The time of the platform's clock, which all runners share. */
  now(): number {
    return this.#now() + this.#ahead
  }

  async #head(signal?: AbortSignal) {
    const [row] = await this.#data.get({
      resource: 'application_tag',
      options: {
        $select: ['value', 'modified_at'],
        $filter: { application: this.#fleet, tag_key: ROLLOUT_TAG },
      },
      passthrough: { signal },
    })
    return row
  }

  async #headText(signal?: AbortSignal): Promise<string | null> {
    return (await this.#head(signal))?.value ?? null
  }

  /** Whether the head tag has this value; also measures the difference of the clocks. */
  async #isWritten(value: string): Promise<boolean> {
    const row = await this.#head()
    if (row?.value !== value) return false
    const ahead = Date.parse(row.modified_at) - this.#now()
    this.#ahead = Math.abs(ahead) > CLOCK_IS_OFF_MS ? ahead : 0
    return true
  }

  async #part(rollout: string, part: Part, what: string, signal?: AbortSignal): Promise<unknown> {
    const rows = await this.#data.get({
      resource: 'application_tag',
      options: { $select: ['tag_key', 'value'], $filter: this.#beginningWith(partPrefix(rollout, part)) },
      passthrough: { signal },
    })
    return joinPart(rollout, part, new Map(rows.map(({ tag_key, value }) => [tag_key, value])), what)
  }

  #beginningWith(prefix: string) {
    return { $and: [{ application: this.#fleet }, beginsWith('tag_key', prefix)] }
  }

  /** Null if there is no rollout. @throws RolloutUnreadable */
  async read(signal?: AbortSignal): Promise<Kept | null> {
    let text = await this.#headText(signal)
    for (let tries = 1; ; tries++) {
      if (text === null) return null
      const head = readHead(text)
      try {
        return await this.#readParts(head, signal)
      } catch (error) {
        // If its parts were replaced while they were read, there is a new head.
        const next = error instanceof RolloutUnreadable ? await this.#headText(signal) : text
        if (next === text || tries === READ_TRIES) throw error
        text = next
      }
    }
  }

  async #readParts(head: ReadHead, signal?: AbortSignal): Promise<Kept> {
    const { revision, runner, at, plan: planPart, body: bodyPart, state } = head
    const { id } = state
    const known = this.#known
    if (known !== null && known.state.id === id && known.parts.body.name === bodyPart.name) {
      // Only the heartbeat of the runner changed.
      this.#known = { ...known, revision }
      return { revision, runner, at, state: known.state }
    }
    const body = readBody(await this.#part(id, bodyPart, rolloutTagProblem.progress, signal), state)
    const planKey = partPrefix(id, planPart)
    const plan =
      this.#plans.get(planKey) ?? readPlan(await this.#part(id, planPart, rolloutTagProblem.plan, signal))
    this.#plans.set(planKey, plan)
    if (plan.stages.length !== body.stages.length)
      throw new RolloutUnreadable(rolloutTagProblem.part(rolloutTagProblem.plan))
    const stages: StageState[] = []
    const memberParts = new Map<number, Part>()
    for (const [index, { members: part, ...stage }] of body.stages.entries()) {
      if (part === undefined) {
        stages.push(stage)
        continue
      }
      memberParts.set(index, part)
      const what = rolloutTagProblem.stage(index + 1)
      const key = partPrefix(id, part)
      const members = this.#members.get(key) ?? readMembers(await this.#part(id, part, what, signal), what)
      this.#members.set(key, members)
      stages.push({ ...stage, members })
    }
    const { reason, history } = body
    const fullState = { ...state, plan, stages, history, ...(reason === undefined ? {} : { reason }) }
    const parts = { plan: planPart, body: bodyPart }
    this.#known = { revision, parts, members: memberParts, state: fullState }
    return { revision, runner, at, state: fullState }
  }

  /** Creates a rollout. @throws RolloutMoved if one is running */
  async create(state: RolloutState): Promise<Kept> {
    const last = await this.read()
    if (last !== null && !isOver(last.state)) throw new RolloutMoved()
    const plan = writePlan(state)
    await this.#write(plan)
    const revision = (last?.revision ?? 0) + 1
    const body = writeBody(state, new Map(), revision, this.#runner)
    await this.#write(body)
    const kept = { revision, runner: this.#runner, at: this.now(), state }
    const parts = { plan: plan.part, body: body.part }
    const value = writeHead(kept, parts)
    if (last === null) {
      try {
        await this.#data.post({
          resource: 'application_tag',
          body: { application: this.#fleet, tag_key: ROLLOUT_TAG, value },
        })
      } catch (error) {
        if (!isApiError(error, 'conflict')) throw error
        await this.#remove(partPrefix(state.id))
        throw new RolloutMoved()
      }
      if (!(await this.#isWritten(value))) throw new RolloutMoved()
    } else {
      await this.#replace(last.revision, value, partPrefix(state.id))
      await this.#remove(partPrefix(last.state.id))
    }
    this.#known = { revision, parts, members: new Map(), state }
    return kept
  }

  /**
   * Writes the next state, as the runner or, with the third argument, on behalf of the runner that continues.
   * @throws RolloutMoved if the stored revision is not `from`
   */
  async save(
    from: Kept,
    state: RolloutState,
    { runner, at }: Pick<Kept, 'runner' | 'at'> = { runner: this.#runner, at: this.now() },
  ): Promise<Kept> {
    const known = this.#known
    if (known === null || known.revision !== from.revision) throw new RolloutMoved()
    const kept = { revision: from.revision + 1, runner, at, state }
    if (state === known.state) {
      await this.#replace(from.revision, writeHead(kept, known.parts))
      this.#known = { ...known, revision: kept.revision }
      return kept
    }
    const members = new Map(known.members)
    for (const [index, stage] of state.stages.entries()) {
      if (stage.members === undefined || members.has(index)) continue
      const written = writeMembers(state.id, index, stage.members, this.#runner)
      await this.#write(written)
      members.set(index, written.part)
    }
    const body = writeBody(state, members, kept.revision, this.#runner)
    await this.#write(body)
    const parts = { plan: known.parts.plan, body: body.part }
    await this.#replace(from.revision, writeHead(kept, parts), partPrefix(state.id, body.part))
    await this.#remove(partPrefix(state.id, known.parts.body))
    this.#known = { revision: kept.revision, parts, members, state }
    return kept
  }

  /** Replaces a revision of the head tag. If that fails, the parts with the prefix `written` are deleted. */
  async #replace(revision: number, value: string, written?: string): Promise<void> {
    const head = { application: this.#fleet, tag_key: ROLLOUT_TAG }
    await this.#data.patch({
      resource: 'application_tag',
      options: { $filter: { $and: [head, beginsWith('value', revisionMark(revision))] } },
      body: { value },
    })
    // The response does not contain the number of changed rows.
    if (await this.#isWritten(value)) return
    if (written !== undefined) await this.#remove(written)
    throw new RolloutMoved()
  }

  async #write({ tags }: WrittenPart): Promise<void> {
    for (const { key, value } of tags) {
      const tag = { application: this.#fleet, tag_key: key }
      await upsert(
        () => this.#data.post({ resource: 'application_tag', body: { ...tag, value } }),
        () => this.#data.patch({ resource: 'application_tag', options: { $filter: tag }, body: { value } }),
      )
    }
  }

  async #remove(prefix: string): Promise<void> {
    await this.#data.delete({
      resource: 'application_tag',
      options: { $filter: this.#beginningWith(prefix) },
    })
  }

  /** Deletes all tags of a rollout that is unreadable. Devices do not change. */
  async discard(): Promise<void> {
    await this.#remove(ROLLOUT_TAG)
    this.#known = null
  }

  /** Stores the outcome of a rollout at its release. */
  async conclude(state: RolloutState): Promise<void> {
    const value = writeConclusion(state, this.now())
    const tag = { release: state.release.id, tag_key: ROLLOUT_TAG }
    await upsert(
      () => this.#data.post({ resource: 'release_tag', body: { ...tag, value } }),
      () => this.#data.patch({ resource: 'release_tag', options: { $filter: tag }, body: { value } }),
    )
  }

  /** The outcomes of the fleet's rollouts, the last one of each release, newest first. Invalid tags are skipped. */
  async concluded(signal?: AbortSignal): Promise<ConcludedRollout[]> {
    const rows = await this.#data.get({
      resource: 'release_tag',
      options: {
        $select: ['value'],
        $expand: { release: { $select: ['id', 'raw_version', 'commit'] } },
        $filter: {
          tag_key: ROLLOUT_TAG,
          release: {
            $any: { $alias: 'r', $expr: { r: { belongs_to__application: this.#fleet } } },
          },
        },
        $orderby: { modified_at: 'desc' },
        $top: MAX_CONCLUDED,
      },
      passthrough: { signal },
    })
    return rows
      .flatMap(({ value, release: [release] }) => {
        const conclusion = readConclusion(value)
        return release === undefined || conclusion === undefined
          ? []
          : [{ ...conclusion, release: { id: release.id, label: releaseLabel(release) } }]
      })
      .toSorted((one, other) => other.at - one.at)
  }
}
