import { useEffect } from 'react'
import { announce } from './announcements.ts'

/**
 * Announces a sentence when it appears or changes; null announces nothing. For results that are shown where they were asked
 * for: screen readers ignore a live region that arrives together with its text.
 */
export function useAnnounced(sentence: string | null | undefined): void {
  useEffect(() => {
    if (sentence) announce(sentence)
  }, [sentence])
}
