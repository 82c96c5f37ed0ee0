/** Notes and known issues are saved after a pause in typing of this long. */
export const AUTOSAVE_AFTER_MS = 500

export type SaveState =
  | { kind: 'clean' | 'waiting' | 'saving' | 'saved' }
  /** What was written is kept and can be sent again. */
  | { kind: 'failed'; error: unknown }

export type Autosave = ReturnType<typeof createAutosave>

/** Saves a text when its writer pauses: one save at a time, always ending with what was written last. */
export function createAutosave(save: (text: string) => Promise<unknown>) {
  let unsaved: string | null = null
  let saving = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: SaveState = { kind: 'clean' }
  const listeners = new Set<() => void>()
  const become = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const send = async (): Promise<void> => {
    if (saving || unsaved === null) return
    const text = unsaved
    unsaved = null
    saving = true
    become({ kind: 'saving' })
    try {
      await save(text)
      saving = false
      become({ kind: unsaved === null ? 'saved' : 'waiting' })
    } catch (error) {
      saving = false
      unsaved ??= text
      become({ kind: 'failed', error })
      return
    }
    // What was written meanwhile has had its pause already, or still has its timer.
    if (timer === undefined) await send()
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Keeps what was written and saves it after a pause. */
    write(text: string): void {
      unsaved = text
      if (!saving) become({ kind: 'waiting' })
      stopTimer()
      timer = setTimeout(() => {
        timer = undefined
        void send()
      }, AUTOSAVE_AFTER_MS)
    },
    /** Forgets what was written and not yet sent: it cannot be saved as it is. */
    drop(): void {
      stopTimer()
      unsaved = null
      if (!saving) become({ kind: 'clean' })
    },
    /** Saves at once what is not saved yet. */
    flush(): Promise<void> {
      stopTimer()
      return send()
    },
  }
}
