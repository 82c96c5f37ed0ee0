import { readInWorker } from '@/files/in-worker.ts'
import { compareText } from '@/lib/format.ts'
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

/** The built-in stories, shortest first. */
export function builtInStories(): NamedStory[] {
  return Object.entries(files)
    .map(([path, file]) => ({ name: /([^/]+)\.yaml$/.exec(path)?.[1] ?? path, story: readStory(file) }))
    .toSorted((a, b) => a.story.minutes - b.story.minutes || compareText(a.story.title, b.story.title))
}

/** Larger than any story; longer files are not read completely. */
const MAX_BYTES = 500_000

/**
 * A story by name, or by the URL of a file next to the dashboard, such as `stories/ours.yaml`; with a leading slash it
 * is relative to the host. Throws an Error with a readable message.
 */
export async function loadStory(which: string): Promise<NamedStory> {
  const builtIn = builtInStories().find(({ name }) => name === which)
  if (builtIn !== undefined) return builtIn
  if (!isOnHost(which) || !/[./]/.test(which)) throw new Error(`There is no story “${which.slice(0, 80)}”`)
  return { name: which, story: await readStoryApart(await readHostFile(which, MAX_BYTES)) }
}

/** Reads a story of the host in a worker: half a megabyte of odd YAML would block the page for seconds. */
const readStoryApart = (file: string): Promise<Story> =>
  readInWorker(file, {
    startWorker: () => new Worker(new URL('./story-worker.ts', import.meta.url), { type: 'module' }),
    readHere: async () => readStory,
  })
