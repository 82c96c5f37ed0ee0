import { useSyncExternalStore } from 'react'
import { storyProgress } from './story-progress.ts'
import type { StoryHost } from './story-runner.ts'

const load = () => import('./stories.ts')
type Loaded = Awaited<ReturnType<typeof load>>

/**
 * Lazy loading of stories. `linked` is the story in the URL; `ask` starts it, after a question if that takes something away, or calls
 * `keep` when that is declined.
 */
export function createStories(
  host: Omit<StoryHost, 'load'>,
  clock: Parameters<Loaded['StoryBar']>[0]['clock'],
  linked: string | null,
  ask: (start: () => Promise<void>, keep: () => Promise<void>) => Promise<void>,
) {
  let loaded: { runner: ReturnType<Loaded['createStoryRunner']>; Bar: Loaded['StoryBar'] } | null = null
  const listeners = new Set<() => void>()
  const runner = async () => {
    const { createStoryRunner, loadStory, StoryBar } = await load()
    if (loaded === null) {
      loaded = { runner: createStoryRunner({ ...host, load: loadStory }), Bar: StoryBar }
      for (const listener of listeners) listener()
    }
    return loaded.runner
  }
  const start = async (which: string) => (await runner()).open(which)
  /** Continues the story from before a reload. */
  const resume = async () => {
    if (storyProgress.get() !== null) await (await runner()).resume()
  }
  return {
    start,
    /** Called once pages can be shown: opens the linked story, or continues the one from before a reload. */
    async begin() {
      if (linked === null) return resume()
      const { loadStory } = await load()
      const isThere = await loadStory(linked).then(
        () => true,
        () => false,
      )
      // What cannot be opened takes nothing away: the reason is shown without a question.
      await (isThere ? ask(() => start(linked), resume) : start(linked))
    },
    Stage() {
      const now = useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        () => loaded,
      )
      return now && <now.Bar runner={now.runner} clock={clock} />
    },
  }
}

/** Removes the story from the URL, so that a reload continues instead of starting again. */
export function takeLinkedStory(): string | null {
  const address = new URL(location.href)
  const story = address.searchParams.get('story')
  if (story === null) return null
  address.searchParams.delete('story')
  history.replaceState(history.state, '', address)
  return story
}
