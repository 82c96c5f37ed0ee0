import type { ShownReleaseStatus } from '../../domain/release/release-status.ts'
import { releaseStatusText } from '../../messages/releases.ts'
import { pageIn, withParams } from '../../lib/url-state.ts'

/** What the list can be narrowed to. */
export const statusChoices = Object.keys(releaseStatusText) as ShownReleaseStatus[]

/** What the address says about the list of releases. */
export interface ReleaseListState {
  /** Part of a version, of a tag's name or value, or the beginning of a commit. */
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

/** A status of the address that there is not, as it is written there; undefined when all is well. */
export function unknownStatus(params: URLSearchParams): string | undefined {
  const status = params.get('status')
  return status === null || statusChoices.some((each) => each === status) ? undefined : status
}

/** The address for a change of the list; any change of what is listed goes to page 1. */
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
