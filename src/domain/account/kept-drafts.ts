import { api } from '@/api/api.ts'

const PREFIX = 'flotilla.draft'

/** The storage key of a draft: per user and tab, until it is submitted, cancelled, or the user signs out. */
export const draftKey = (...names: readonly string[]): string =>
  [PREFIX, api().session.claims()?.id ?? 0, ...names].join('.')

/** The stored draft; undefined if there is none or it is unreadable. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function keepDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If storage is refused or full, the input lives as long as its form.
  }
}

/** Deletes the draft with this key and all below it. */
export function forgetDraft(key: string): void {
  try {
    for (const each of Object.keys(sessionStorage))
      if (`${each}.`.startsWith(`${key}.`)) sessionStorage.removeItem(each)
  } catch {
    // Then nothing was stored either.
  }
}

/** Deletes all drafts when the user signs out. */
export const forgetDrafts = (): void => forgetDraft(PREFIX)
