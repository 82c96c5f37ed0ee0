import { releaseProblemText, releaseSettingsText } from '@/messages/releases/releases.ts'

const THREE_NUMBERS = /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/

/** The problem of a version; only its three numbers can be set. */
export function versionProblem(version: string): string | undefined {
  return THREE_NUMBERS.test(version) ? undefined : releaseProblemText.versionForm
}

/** The reason why a version cannot be set; undefined if it can. */
export function whyNotSet(version: string, current: string): string | undefined {
  return version === current ? releaseSettingsText.sameVersion : undefined
}
