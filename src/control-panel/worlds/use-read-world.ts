import { useEffect, useMemo, useState } from 'react'
import { FileProblem } from '@/files/file-problem.ts'
import { readWorldFileApart } from '@/simulation/world-file/world-file-thread.ts'
import { readWorldFile } from '@/simulation/world-file/world-file.ts'
import type { WorldFile } from '@/simulation/world-file/world-schema.ts'

/** A text read as a world file. */
type Read = { file: WorldFile } | { problem: FileProblem }

/** Typing is followed by a pause before the text is read. */
const PAUSE_MS = 150

const problemOf = (error: unknown): Read => ({
  problem: error instanceof FileProblem ? error : new FileProblem(null, String(error)),
})

function readHere(text: string): Read {
  try {
    return { file: readWorldFile(text) }
  } catch (error) {
    return problemOf(error)
  }
}

export interface ReadWorld {
  /** Null for an empty text, and until the first one is read. */
  read: Read | null
  /** Whether `read` is still that of an earlier text. */
  isReading: boolean
}

/**
 * Reads a world file. What the form wrote is short and read at once; what somebody edited, pasted or opened is read in a
 * worker, because it may be anything.
 */
export function useReadWorld(text: string, { isEdited }: { isEdited: boolean }): ReadWorld {
  const written = useMemo(() => (isEdited || text.trim() === '' ? null : readHere(text)), [isEdited, text])
  const [last, setLast] = useState<{ text: string; read: Read } | null>(null)
  useEffect(() => {
    if (!isEdited || text.trim() === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void readWorldFileApart(text, stop.signal)
        .then((file): Read => ({ file }), problemOf)
        .then((read) => {
          if (!stop.signal.aborted) setLast({ text, read })
        })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, isEdited])
  if (!isEdited || text.trim() === '') return { read: written, isReading: false }
  return { read: last?.read ?? null, isReading: last?.text !== text }
}
