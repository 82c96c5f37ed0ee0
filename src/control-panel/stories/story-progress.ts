import { createStored } from '@/lib/stored.ts'

/** The state at the start of a step, for going back. */
export interface Mark {
  /** Number of the snapshot. */
  snapshot: number
  /** Its simulated time; absent in a tab that an earlier version stored. */
  at?: string
  path: string
  person: string | null
  /** The user. */
  session: string | null
}

export interface StoryProgress {
  /** Name or URL of the story. */
  which: string
  index: number
  marks: Mark[]
}

/** The story of this tab and its progress; survives a reload. */
export const storyProgress = createStored<StoryProgress | null>(
  'story',
  null,
  readProgress,
  () => globalThis.sessionStorage,
)

function readProgress(stored: unknown): StoryProgress | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { which, index, marks } = stored as Partial<Record<keyof StoryProgress, unknown>>
  if (typeof which !== 'string' || typeof index !== 'number' || !Array.isArray(marks)) return undefined
  return { which, index, marks: marks.map(withSnapshot).filter(isMark) }
}

/** A mark of a tab that an earlier version stored. */
const withSnapshot = (mark: unknown): unknown =>
  typeof mark === 'object' && mark !== null && 'moment' in mark ? { snapshot: mark.moment, ...mark } : mark

function isMark(mark: unknown): mark is Mark {
  if (typeof mark !== 'object' || mark === null) return false
  const { snapshot, at, path, person, session } = mark as Partial<Record<keyof Mark, unknown>>
  const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'
  return (
    typeof snapshot === 'number' &&
    (at === undefined || typeof at === 'string') &&
    typeof path === 'string' &&
    isTextOrNull(person) &&
    isTextOrNull(session)
  )
}
