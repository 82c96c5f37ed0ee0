import { isOnHost, readHostFile } from '@/simulation/host-file.ts'
import { readStory, type Story } from './story.ts'

const files: Record<string, string> = import.meta.glob('./catalogue/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export interface NamedStory {
  /** As in `?story=bad-release`. */
  name: string
  story: Story
}

/** The stories that come with the product, in the order in which people are shown them: the shortest first. */
export function builtInStories(): NamedStory[] {
  return Object.entries(files)
    .map(([path, file]) => ({ name: /([^/]+)\.yaml$/.exec(path)?.[1] ?? path, story: readStory(file) }))
    .toSorted((a, b) => a.story.minutes - b.story.minutes || a.story.title.localeCompare(b.story.title))
}

/** More than any story; a longer file is not read to its end. */
const MOST_BYTES = 500_000

/**
 * A story by its name, or by the address of a file beside the dashboard, such as `stories/ours.yaml`; one that begins with a slash begins at the host.
 * @throws Error with what is wrong, for people.
 */
export async function loadStory(which: string): Promise<NamedStory> {
  const builtIn = builtInStories().find(({ name }) => name === which)
  if (builtIn !== undefined) return builtIn
  if (!isOnHost(which) || !/[./]/.test(which)) throw new Error(`There is no story “${which.slice(0, 80)}”`)
  return { name: which, story: readStory(await readHostFile(which, MOST_BYTES)) }
}
