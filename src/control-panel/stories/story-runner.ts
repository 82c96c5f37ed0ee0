import { api } from '@/api/api.ts'
import type { Dashboard } from '@/control-panel/dashboard.ts'
import { DEMO_PASSWORD } from '@/control-panel/demo-accounts.ts'
import { storyText } from '@/messages/control-panel/stories.ts'
import type { ControlClient } from '@/simulation/control-client.ts'
import type { WorldState } from '@/simulation/control-contract.ts'
import type { NamedStory } from './catalogue.ts'
import { isSeen, perform } from './find-control.ts'
import { storyProgress, type Mark } from './story-progress.ts'
import { durationMs, type Sight, type Step, type WorldChange } from './story.ts'

/** What a story needs from the dashboard. */
export interface StoryHost extends Dashboard {
  client: Pick<
    ControlClient,
    | 'reset'
    | 'advance'
    | 'setLink'
    | 'setLock'
    | 'addFault'
    | 'clearFaults'
    | 'takeSnapshot'
    | 'timeline'
    | 'rewind'
    | 'why'
  >
  /** Processes a response of the world. */
  learn(state: WorldState): void
  load(which: string): Promise<NamedStory>
}

/**
 * - `reading`: the person reads, or does what the step says.
 * - `acting`: the story does it, or moves the world.
 * - `done`: what the step is about is on the page.
 * - `stuck`: it is not, though all was done.
 */
export type Phase = 'reading' | 'acting' | 'done' | 'stuck'

export type StoryState =
  | { is: 'none' }
  | { is: 'opening' }
  | { is: 'failed'; which: string; reason: string }
  | { is: 'told'; story: NamedStory; index: number; phase: Phase; problem: string | undefined }

/** How long a step waits for its result, for slow machines and chained stages. */
const LONGEST_WAIT_MS = 30_000
const POLL_EVERY_MS = 150

export type StoryRunner = ReturnType<typeof createStoryRunner>

/** Runs one story at a time in this tab. Nothing rejects: failures are part of the state. */
export function createStoryRunner(host: StoryHost) {
  let state: StoryState = { is: 'none' }
  let marks: Mark[] = []
  let person: string | null = null
  const listeners = new Set<() => void>()
  const set = (next: StoryState) => {
    state = next
    storyProgress.set(next.is === 'told' ? { which: next.story.name, index: next.index, marks } : null)
    for (const listener of listeners) listener()
  }
  const running = () => (state.is === 'told' ? state : undefined)
  const stepOf = (story: NamedStory, index: number): Step => {
    const step = story.story.steps[index]
    if (step === undefined) throw new Error(`The story has no step ${index + 1}`)
    return step
  }

  /** Switches to the user of a step; null signs out. */
  const be = async (who: string | null) => {
    if (who === null) host.signOut()
    else await host.become(`${who}@flotilla.example`, DEMO_PASSWORD)
    person = who
  }

  /** The page at the start of a step, for its user. */
  const show = async (mark: Mark) => {
    if (mark.session === null) host.signOut()
    else if (mark.session !== host.session()) await host.resume(mark.session)
    person = mark.person
    await host.go(mark.path)
  }

  /**
   * The world at the start of a step. A world that was opened again has other snapshots, perhaps with the same numbers, as after a
   * reload in a browser that ends a worker with its last page: there, the time leads back.
   */
  const rewindTo = async ({ snapshot, at }: Mark) => {
    const { snapshots } = await host.client.timeline()
    const isKept = at === undefined || snapshots.some((each) => each.id === snapshot && each.at === at)
    host.learn(await host.client.rewind(isKept ? snapshot : at))
  }

  const enter = async (story: NamedStory, index: number) => {
    const { as, at } = stepOf(story, index)
    // A user who signed in with the form is not known to the story.
    if (as === null) await be(null)
    else if (as !== undefined && as !== person) {
      // The current page may not exist for this user.
      if (at !== undefined) await host.go('/')
      await be(as)
    }
    if (at !== undefined) await host.go(await withIds(at))
    const { snapshots } = await host.client.takeSnapshot()
    const { id: snapshot = 0, at: time } = snapshots.at(-1) ?? {}
    const mark: Mark = {
      snapshot,
      ...(time !== undefined && { at: time }),
      path: host.path(),
      person,
      session: host.session(),
    }
    marks = [...marks.slice(0, index), mark]
    set({ is: 'told', story, index, phase: 'reading', problem: undefined })
  }

  /** Replaces `{fleet:NAME}` and similar placeholders with ids. */
  const withIds = async (path: string): Promise<string> => {
    let resolved = path
    for (const [placeholder, kind, name] of path.matchAll(/\{(fleet|organization|device):([^}]+)\}/g))
      resolved = resolved.replace(placeholder, await idOf(kind ?? '', name ?? ''))
    return resolved
  }
  const idOf = async (kind: string, name: string): Promise<string> => {
    if (kind === 'device') return (await host.client.why(name)).uuid
    const rows =
      kind === 'fleet'
        ? await api().data.get({
            resource: 'application',
            options: { $select: ['id'], $filter: { app_name: name } },
          })
        : await api().data.get({
            resource: 'organization',
            options: { $select: ['id'], $filter: { handle: name } },
          })
    const [row] = rows
    if (row === undefined) throw new Error(storyText.notThere(name))
    return String(row.id)
  }

  const change = async (each: WorldChange) => {
    const { client } = host
    if ('advance' in each) host.learn(await client.advance(durationMs(each.advance)))
    else if ('disconnect' in each) await client.setLink(each.disconnect, 'down')
    else if ('reconnect' in each) await client.setLink(each.reconnect, 'up')
    else if ('lock' in each) await client.setLock(each.lock, each.service)
    else if ('outage' in each)
      await client.addFault({ route: '*', kind: 'outage', ms: durationMs(each.outage) })
    else await client.clearFaults()
  }

  /** Performs the step for the user, or changes the world. Returns what is missing afterwards. */
  const act = async ({ do: actions = [], world = [], see = [] }: Step): Promise<string | undefined> => {
    for (const action of actions) {
      let missing = perform(action)
      // A dialog or page opened by the previous action may still be loading.
      await until(() => missing === undefined || (missing = perform(action)) === undefined)
      if (missing !== undefined) return storyText.noControl(missing.name)
      // Buttons reflect the form input after the next paint.
      await later(POLL_EVERY_MS)
    }
    for (const each of world) await change(each)
    await until(() => see.every(isSeen))
    const unseen = see.find((sight) => !isSeen(sight))
    return unseen === undefined ? undefined : storyText.notSeen(nameOf(unseen))
  }

  const guarded = async (work: () => Promise<void>) => {
    const before = running()
    try {
      await work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      set(before ? { ...before, phase: 'stuck', problem: reason } : { is: 'failed', which: '', reason })
    }
  }

  const open = async (which: string) => {
    set({ is: 'opening' })
    try {
      const story = await host.load(which)
      host.learn(await host.client.reset(story.story.world))
      marks = []
      await be(story.story.person)
      await enter(story, 0)
    } catch (error) {
      set({ is: 'failed', which, reason: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Opens the story's world, signs in and shows the first step. */
    open,
    /** Continues after a reload; does nothing without a story. */
    async resume() {
      const kept = storyProgress.get()
      if (kept === null) return
      try {
        const story = await host.load(kept.which)
        stepOf(story, kept.index)
        marks = kept.marks
        person = marks[kept.index]?.person ?? story.story.person
        set({ is: 'told', story, index: kept.index, phase: 'reading', problem: undefined })
      } catch {
        // The story no longer exists.
        set({ is: 'none' })
      }
    },
    /** Performs the step unless the user has done it, and continues. Ends the story after the last step. */
    next: () =>
      guarded(async () => {
        const at = running()
        if (at === undefined || at.phase === 'acting') return
        const { story, index, phase } = at
        const step = stepOf(story, index)
        if (phase !== 'done' && (step.do !== undefined || step.world !== undefined)) {
          set({ ...at, phase: 'acting', problem: undefined })
          const problem = await act(step)
          if (problem !== undefined) return set({ ...at, phase: 'stuck', problem })
        }
        if (index + 1 < story.story.steps.length) await enter(story, index + 1)
        else set({ is: 'none' })
      }),
    /** Goes back to the start of the previous step: world, user and page. */
    back: () =>
      guarded(async () => {
        const at = running()
        const mark = at && marks[at.index - 1]
        if (at === undefined || at.phase === 'acting' || mark === undefined) return
        const index = at.index - 1
        await rewindTo(mark)
        await show(mark)
        marks = marks.slice(0, index + 1)
        set({ ...at, index, phase: 'reading', problem: undefined })
      }),
    /** Shows the page of the step again. */
    again: () =>
      guarded(async () => {
        const at = running()
        const mark = at && marks[at.index]
        if (at === undefined || mark === undefined) return
        await show(mark)
        set({ ...at, phase: 'reading', problem: undefined })
      }),
    restart: async () => {
      const at = running()
      if (at !== undefined && at.phase !== 'acting') await open(at.story.name)
    },
    /** Ends the story; the world is kept. */
    leave: () => set({ is: 'none' }),
    /** Polled: checks whether the user has done the step. */
    poll() {
      const at = running()
      if (at === undefined || (at.phase !== 'reading' && at.phase !== 'stuck')) return
      const { do: actions, see = [] } = stepOf(at.story, at.index)
      if (actions !== undefined && see.every(isSeen)) set({ ...at, phase: 'done', problem: undefined })
    },
  }
}

const nameOf = (sight: Sight) => ('text' in sight ? sight.text : sight.name)

/** Waits for a condition with a timeout. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS
  while (!holds() && performance.now() < end) await later(POLL_EVERY_MS)
}

const later = (ms: number) => new Promise((resume) => setTimeout(resume, ms))
