import type { PlatformChange } from '../../openapi/generated/control.d.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import type { ControlContext } from './control-context.ts'

const MAX_CHANGES = 2_000
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Reports of devices are not changes by users. */
const REPORT = /^\/device\/v\d\/|^\/device-logs\//

/** All accepted writes of users and clients, newest first. */
export function changesOf({ history }: ControlContext): PlatformChange[] {
  const changes: PlatformChange[] = []
  for (const {
    at,
    as = null,
    key = null,
    method: sentMethod,
    path,
    body,
    isBase64,
  } of history.recorder.actions.toReversed()) {
    const method = METHODS.find((each) => each === sentMethod)
    if (method === undefined || path.startsWith(CONTROL_PREFIX) || REPORT.test(path)) continue
    changes.push({
      at: new Date(at).toISOString(),
      as,
      key,
      method,
      path,
      body: isBase64 === true ? null : (body ?? null),
    })
    if (changes.length === MAX_CHANGES) break
  }
  return changes
}
