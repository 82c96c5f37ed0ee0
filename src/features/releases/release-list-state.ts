import type { ShownReleaseStatus } from '@/domain/release/release-status.ts'
import { pageIn, withParams } from '@/lib/url-state.ts'
import { releaseStatusText } from '@/messages/releases/releases.ts'

/** Statuses that the list can be filtered by. */
export const statusChoices = Object.keys(releaseStatusText) as ShownReleaseStatus[]

/** The state of the list of releases, as stored in the address. */
export interface ReleaseListState {
  /** Part of a version or of a tag's key or value, or the start of a commit. */
  text: string
  status: ShownReleaseStatus | undefined
  /** From 1. */
  page: number
}

export type ChangeReleaseList = (change: Partial<ReleaseListState>, options?: { replace: boolean }) => void

export function releaseListState(params: URLSearchParams): ReleaseListState {
  const status = params.get('status')
  return {
    text: (params.get('q') ?? '').trim(),
    status: statusChoices.find((each) => each === status),
    page: pageIn(params),
  }
}

/** An unknown status in the address; undefined if the status is valid. */
export function unknownStatus(params: URLSearchParams): string | undefined {
  const status = params.get('status')
  return status === null || statusChoices.some((each) => each === status) ? undefined : status
}

/** The address after a change of the list. Any change of the filters resets the page to 1. */
export function withReleaseList(params: URLSearchParams, change: Partial<ReleaseListState>): URLSearchParams {
  const next: Record<string, string | undefined> = { page: undefined }
  if ('text' in change) next.q = change.text
  if ('status' in change) next.status = change.status
  if (change.page !== undefined && change.page > 1) next.page = String(change.page)
  return withParams(params, next)
}

export function isFiltered({ text, status }: Pick<ReleaseListState, 'text' | 'status'>): boolean {
  return text !== '' || status !== undefined
}
