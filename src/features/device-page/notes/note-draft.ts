import { draftKey, forgetDraft, keepDraft as keep, readDraft } from '@/domain/account/kept-drafts.ts'

const keyOf = (uuid: string) => draftKey('note', uuid)

/** The unsaved note of a device from before the page was left or reloaded; null if there is none. */
export function storedDraft(uuid: string): string | null {
  const draft = readDraft(keyOf(uuid))
  return typeof draft === 'string' ? draft : null
}

export const keepDraft = (uuid: string, text: string) => keep(keyOf(uuid), text)

export const dropDraft = (uuid: string) => forgetDraft(keyOf(uuid))
