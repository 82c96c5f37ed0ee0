import { api } from '@/api/api.ts'
import { storyText } from '@/messages/stories.ts'
import type { ControlClient } from '@/simulation/control-client.ts'
import type { WorldState } from '@/simulation/control-contract.ts'
import type { Dashboard } from '../dashboard.ts'
import { DEMO_PASSWORD } from '../demo-accounts.ts'
import type { NamedStory } from './catalogue.ts'
import { isSeen, perform } from './find-control.ts'
import { storyProgress, type Mark } from './story-progress.ts'
import { durationMs, type Sight, type Step, type WorldChange } from './story.ts'

/** What a story needs of the dashboard around it. */
export interface StoryHost extends Dashboard {
  client: Pick<
    ControlClient,
    'reset' | 'advance' | 'setLink' | 'setLock' | 'addFault' | 'clearFaults' | 'keepMoment' | 'rewind' | 'why'
  >
  /** Takes in what the world answered. */
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

/** What a step waits for before it says what is missing: pages on a slow machine, and stages that follow one another. */
const LONGEST_WAIT_MS = 30_000
const LOOK_EVERY_MS = 150

export type StoryRunner = ReturnType<typeof createStoryRunner>

/** Tells one story at a time in this tab. Nothing here rejects: what fails is in the state. */
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
  const told = () => (state.is === 'told' ? state : undefined)
  const stepOf = (story: NamedStory, index: number): Step => {
    const step = story.story.steps[index]
    if (step === undefined) throw new Error(`The story has no step ${index + 1}`)
    return step
  }

  /** Signs in as who looks from a step on; null is nobody. */
  const be = async (who: string | null) => {
    if (who === null) host.signOut()
    else await host.become(`${who}@flotilla.example`, DEMO_PASSWORD)
    person = who
  }

  /** The page of a step as it was when the step began, to who looked at it then. */
  const show = async (mark: Mark) => {
    if (mark.session === null) host.signOut()
    else if (mark.session !== host.session()) await host.resume(mark.session)
    person = mark.person
    await host.go(mark.path)
  }

  const enter = async (story: NamedStory, index: number) => {
    const { as, at } = stepOf(story, index)
    // Whoever has signed in by the form is nobody that the story knows of.
    if (as === null) await be(null)
    else if (as !== undefined && as !== person) {
      // The page that is shown may be none of theirs.
      if (at !== undefined) await host.go('/')
      await be(as)
    }
    if (at !== undefined) await host.go(await withIds(at))
    const { moments } = await host.client.keepMoment()
    const mark = { moment: moments.at(-1)?.id ?? 0, path: host.path(), person, session: host.session() }
    marks = [...marks.slice(0, index), mark]
    set({ is: 'told', story, index, phase: 'reading', problem: undefined })
  }

  /** `{fleet:NAME}` and its like become what the platform calls them. */
  const withIds = async (path: string): Promise<string> => {
    let whole = path
    for (const [placeholder, kind, name] of path.matchAll(/\{(fleet|organization|device):([^}]+)\}/g))
      whole = whole.replace(placeholder, await idOf(kind ?? '', name ?? ''))
    return whole
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

  /** Does the step for the person, or moves the world. Gives what is missing then, for people. */
  const act = async ({ do: actions = [], world = [], see = [] }: Step): Promise<string | undefined> => {
    for (const action of actions) {
      let missing = perform(action)
      // A dialog or a page that the action before has opened may still be on its way.
      await until(() => missing === undefined || (missing = perform(action)) === undefined)
      if (missing !== undefined) return storyText.noControl(missing.name)
      // What a form was told has reached its buttons with the next paint.
      await later(LOOK_EVERY_MS)
    }
    for (const each of world) await change(each)
    await until(() => see.every(isSeen))
    const unseen = see.find((sight) => !isSeen(sight))
    return unseen === undefined ? undefined : storyText.notSeen(nameOf(unseen))
  }

  const guarded = async (work: () => Promise<void>) => {
    const before = told()
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
    /** Opens the story's world, signs in as its person and shows the first step. */
    open,
    /** Goes on where this tab was before it was loaded anew; does nothing where it followed no story. */
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
        // A story that is gone is no story any more.
        set({ is: 'none' })
      }
    },
    /** Does what the step is about unless the person has done it, and goes on. After the last step the story ends. */
    next: () =>
      guarded(async () => {
        const at = told()
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
    /** Goes back to how the step before began: the world, the person and the page. */
    back: () =>
      guarded(async () => {
        const at = told()
        const mark = at && marks[at.index - 1]
        if (at === undefined || at.phase === 'acting' || mark === undefined) return
        const index = at.index - 1
        host.learn(await host.client.rewind(mark.moment))
        await show(mark)
        marks = marks.slice(0, index + 1)
        set({ ...at, index, phase: 'reading', problem: undefined })
      }),
    /** Shows the step's page again, for who has gone elsewhere. */
    again: () =>
      guarded(async () => {
        const at = told()
        const mark = at && marks[at.index]
        if (at === undefined || mark === undefined) return
        await show(mark)
        set({ ...at, phase: 'reading', problem: undefined })
      }),
    restart: async () => {
      const at = told()
      if (at !== undefined && at.phase !== 'acting') await open(at.story.name)
    },
    /** Ends the story; the world stays as it is. */
    leave: () => set({ is: 'none' }),
    /** Called now and then: has the person done what the step says? */
    look() {
      const at = told()
      if (at === undefined || (at.phase !== 'reading' && at.phase !== 'stuck')) return
      const { do: actions, see = [] } = stepOf(at.story, at.index)
      if (actions !== undefined && see.every(isSeen)) set({ ...at, phase: 'done', problem: undefined })
    },
  }
}

const nameOf = (sight: Sight) => ('text' in sight ? sight.text : sight.name)

/** Waits until something holds, at most as long as people would. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS
  while (!holds() && performance.now() < end) await later(LOOK_EVERY_MS)
}

const later = (ms: number) => new Promise((resume) => setTimeout(resume, ms))
