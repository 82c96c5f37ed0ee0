import { useSyncExternalStore } from 'react'
import type { StoryHost } from './story-runner.ts'
import { storyProgress } from './story-progress.ts'

const load = () => import('./stories.ts')
type Loaded = Awaited<ReturnType<typeof load>>

/** The stories, of which no code is loaded before somebody wants one. `linked` is what the page's address asks for. */
export function createStories(
  host: Omit<StoryHost, 'load'>,
  clock: Parameters<Loaded['StoryBar']>[0]['clock'],
  linked: string | null,
) {
  let told: { runner: ReturnType<Loaded['createStoryRunner']>; Bar: Loaded['StoryBar'] } | null = null
  const listeners = new Set<() => void>()
  const runner = async () => {
    const { createStoryRunner, loadStory, StoryBar } = await load()
    if (told === null) {
      told = { runner: createStoryRunner({ ...host, load: loadStory }), Bar: StoryBar }
      for (const listener of listeners) listener()
    }
    return told.runner
  }
  const start = async (which: string) => (await runner()).open(which)
  return {
    start,
    /** Once pages can be shown: opens the linked story, or goes on with that of before a reload. */
    async begin() {
      if (linked !== null) await start(linked)
      else if (storyProgress.get() !== null) await (await runner()).resume()
    },
    Stage() {
      const now = useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        () => told,
      )
      return now && <now.Bar runner={now.runner} clock={clock} />
    },
  }
}

/** Takes the story out of the page's address, so that a reload goes on instead of beginning anew. */
export function takeLinkedStory(): string | null {
  const address = new URL(location.href)
  const story = address.searchParams.get('story')
  if (story === null) return null
  address.searchParams.delete('story')
  history.replaceState(history.state, '', address)
  return story
}
