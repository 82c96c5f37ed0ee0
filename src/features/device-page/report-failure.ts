import { ApiError, isApiError } from '@/api/errors.ts'

/** The event by which the page tells of a failure; a deployment's own monitoring may listen to it on `window`. */
export const FAILURE_EVENT = 'flotilla:failure'

/** How it failed, and nothing of whom or what. */
export interface FailureDetail {
  kind: ApiError['kind'] | 'unexpected'
  /** The HTTP status; null when no answer came. */
  status: number | null
}

/** Kinds that tell nothing about the platform: the person is offline, or asked for what is not there or not theirs. */
const isOrdinary = (error: unknown) =>
  (['network', 'not-found', 'unauthorized', 'stale-session', 'forbidden'] as const).some((kind) =>
    isApiError(error, kind),
  )

/** Reports a failure to whoever runs this deployment; what is no fault of the platform is not reported. */
export function reportFailure(error: unknown, target: EventTarget = window): void {
  if (isOrdinary(error)) return
  const detail: FailureDetail =
    error instanceof ApiError
      ? { kind: error.kind, status: error.status }
      : { kind: 'unexpected', status: null }
  target.dispatchEvent(new CustomEvent(FAILURE_EVENT, { detail }))
}
