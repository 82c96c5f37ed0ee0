import { api } from '@/api/api.ts'

const PREFIX = 'flotilla.draft'

/** Where something that a person has begun is kept: for them alone, in this tab, until it is done, given up, or they sign out. */
export const draftKey = (...names: readonly string[]): string =>
  [PREFIX, api().session.claims()?.id ?? 0, ...names].join('.')

/** What was begun there; undefined when nothing was, or it cannot be read. */
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
    // Where storage is refused or full, what is typed lives as long as its form.
  }
}

/** Forgets what is kept under this key and under all below it. */
export function forgetDraft(key: string): void {
  try {
    for (const each of Object.keys(sessionStorage))
      if (`${each}.`.startsWith(`${key}.`)) sessionStorage.removeItem(each)
  } catch {
    // Nothing was kept either.
  }
}

/** Whoever signs out leaves nothing behind. */
export const forgetDrafts = (): void => forgetDraft(PREFIX)
