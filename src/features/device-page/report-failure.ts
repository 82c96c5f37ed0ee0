import { ApiError, isApiError } from '@/api/errors.ts'

/** Event dispatched for failures; the monitoring of a deployment can listen to it on `window`. */
export const FAILURE_EVENT = 'flotilla:failure'

/** Contains no personal data. */
export interface FailureDetail {
  kind: ApiError['kind'] | 'unexpected'
  /** The HTTP status; null if there was no response. */
  status: number | null
}

/** Errors that are not failures of the platform: the user is offline, or requested something missing or forbidden. */
const isOrdinary = (error: unknown) =>
  (['network', 'not-found', 'unauthorized', 'stale-session', 'forbidden'] as const).some((kind) =>
    isApiError(error, kind),
  )

/** Reports failures of the platform to the operator of this deployment. */
export function reportFailure(error: unknown, target: EventTarget = window): void {
  if (isOrdinary(error)) return
  const detail: FailureDetail =
    error instanceof ApiError
      ? { kind: error.kind, status: error.status }
      : { kind: 'unexpected', status: null }
  target.dispatchEvent(new CustomEvent(FAILURE_EVENT, { detail }))
}
