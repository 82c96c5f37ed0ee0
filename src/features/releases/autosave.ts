/** Pause in typing before notes and known issues are saved. */
const AUTOSAVE_AFTER_MS = 500

export type SaveState =
  | { kind: 'clean' | 'waiting' | 'saving' | 'saved' }
  /** The text is kept and can be saved again. */
  | { kind: 'failed'; error: unknown }

/** Saves a text after a pause in typing. Saves run one at a time, and the latest text is always saved last. */
export function createAutosave(save: (text: string) => Promise<unknown>) {
  let unsaved: string | null = null
  let saving = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: SaveState = { kind: 'clean' }
  const listeners = new Set<() => void>()
  const setState = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const send = async (): Promise<void> => {
    if (saving || unsaved === null) return
    const text = unsaved
    unsaved = null
    saving = true
    setState({ kind: 'saving' })
    try {
      await save(text)
      saving = false
      setState({ kind: unsaved === null ? 'saved' : 'waiting' })
    } catch (error) {
      saving = false
      unsaved ??= text
      setState({ kind: 'failed', error })
      return
    }
    // Text written during the save is either due now or has its own timer.
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
    /** Schedules a text to be saved after a pause. */
    write(text: string): void {
      unsaved = text
      if (!saving) setState({ kind: 'waiting' })
      stopTimer()
      timer = setTimeout(() => {
        timer = undefined
        void send()
      }, AUTOSAVE_AFTER_MS)
    },
    /** Discards unsaved text, because it is invalid. */
    drop(): void {
      stopTimer()
      unsaved = null
      if (!saving) setState({ kind: 'clean' })
    },
    /** Saves pending text immediately. */
    flush(): Promise<void> {
      stopTimer()
      return send()
    },
  }
}
