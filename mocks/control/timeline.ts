import type { Timeline, TimelineMark } from '../../openapi/generated/control.d.ts'
import type { Action } from '../replay/action-log.ts'
import type { ControlContext } from './control-context.ts'

const MAX_MARKS = 400

const iso = (at: number): string => new Date(at).toISOString()

function kindOf({ path }: Action): TimelineMark['kind'] {
  if (path.startsWith('/__flotilla/clock')) return 'clock'
  if (path.startsWith('/__flotilla/faults')) return 'fault'
  return path.startsWith('/__flotilla/devices') ? 'device' : 'request'
}

function textOf({ method, path, as, key, body }: Action): string {
  const who = as ?? (key === undefined ? undefined : `key ${key}`)
  const [place = ''] = decodeURIComponent(path).split('?')
  const isControl = place.startsWith('/__flotilla/')
  const what = isControl ? `${place.slice('/__flotilla/'.length)} ${body ?? ''}`.trim() : `${method} ${place}`
  return who === undefined ? what : `${who}: ${what}`
}

/** The snapshots, actions and emails of the world. */
export function timelineOf({ clock, history, store }: ControlContext): Timeline {
  const { snapshots, recorder, openedAt } = history
  const emails = store.secrets.emails
    .filter(({ at }) => at >= openedAt)
    .map(({ at, to, subject }): TimelineMark => ({ at: iso(at), kind: 'email', text: `${to}: ${subject}` }))
  const done = recorder.actions.map((action): TimelineMark => ({
    at: iso(action.at),
    kind: kindOf(action),
    text: textOf(action),
  }))
  const saved = snapshots.list().map(({ id, at, reason, branch, bytes }) => ({
    id,
    at: iso(at),
    reason,
    branch,
    bytes: Math.round(bytes),
  }))
  const marks = [...done, ...emails]
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .slice(-MAX_MARKS)
  return {
    openedAt: iso(openedAt),
    now: iso(clock.now()),
    branch: snapshots.branch,
    snapshots: saved,
    actions: marks,
    // Deprecated names.
    moments: saved,
    happenings: marks.map((mark) => (mark.kind === 'email' ? { ...mark, kind: 'letter' } : mark)),
  }
}
