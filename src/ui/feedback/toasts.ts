import type { Tone } from './tone.ts'

export interface ToastRequest {
  tone: Tone
  title: string
  detail?: string
  /** One action for the user. */
  action?: { label: string; onPress: () => void }
  /** A toast replaces another with the same key. */
  key?: string
  /** Milliseconds; null stays until dismissed, as does an action without a lifetime: nobody has to hurry. Errors stay longer. */
  lifetimeMs?: number | null
}

export interface Toast extends ToastRequest {
  id: number
}

const MAX_AT_ONCE = 4
const LIFETIME_MS = { ok: 5000, info: 6000, idle: 6000, warn: 10_000, bad: 12_000 } satisfies Record<
  Tone,
  number
>

let shown: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function replaceAll(toasts: readonly Toast[]) {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Shows a toast. It is never the only place of an error: the failed part also shows it. */
export function showToast(request: ToastRequest): number {
  const id = nextId++
  const others = shown.filter(({ key }) => key === undefined || key !== request.key)
  replaceAll([...others, { ...request, id }].slice(-MAX_AT_ONCE))
  return id
}

export function dismissToast(id: number) {
  replaceAll(shown.filter((toast) => toast.id !== id))
}

/** Removes all toasts; for tests and for signing out. */
export function dismissAllToasts() {
  replaceAll([])
}

export function toastLifetimeMs({ lifetimeMs, tone, action }: Toast): number | null {
  if (lifetimeMs !== undefined) return lifetimeMs
  return action === undefined ? LIFETIME_MS[tone] : null
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function shownToasts(): readonly Toast[] {
  return shown
}
