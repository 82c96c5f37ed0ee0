import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import type { ChangeEnd } from '@/api/http.ts'
import type { SentChange } from '@/api/sent-change.ts'
import { withoutBase } from '@/lib/base.ts'
import { MAX_TARGETS, type Described, type Entry, type Result, type Target } from './activity-entry.ts'
import { activityLog, clearSecrets, storeSecret } from './activity-log.ts'
import { named } from './activity-resources.ts'
import { describeChange } from './describe-change.ts'
import { describedChange, previousRowsPath, parseRows, type RecordedChange } from './previous-rows.ts'

const drawId = () => crypto.randomUUID().slice(0, 13)

/** The id of the entry that is being undone, by the path of the request that undoes it. */
const undoing = new Map<string, string>()

/** Runs `act`; writes to `path` meanwhile are recorded as undoing `entry`. */
export async function asUndoOf<Answer>(
  entry: string,
  path: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  undoing.set(path, entry)
  try {
    return await act()
  } finally {
    undoing.delete(path)
  }
}

/** Records a change: its description, the previous values, and its outcome. */
export async function noteChange(sent: SentChange): Promise<ChangeEnd | undefined> {
  const account = api().session.claims()?.id
  const described = describeChange(sent, withoutBase(window.location.pathname))
  if (account === undefined || described === null) return undefined
  api().session.onSignOut(clearSecrets)
  const undoes = undoing.get(sent.path) ?? null
  const readPath = previousRowsPath(sent, described)
  const response = readPath === null ? null : await api().http.probeAsUser(readPath)
  const change = describedChange(sent, described, response?.status === 200 ? parseRows(response.json) : null)
  return (outcome) => {
    // The tag or variable already exists; the request that follows changes it instead.
    const isTaken = sent.method === 'POST' && described.resource !== null && described.resource in named
    if (isTaken && isApiError(outcome, 'conflict')) return
    const log = activityLog(account)
    const entry = entryOf(described, change, outcome, undoes)
    if (change.change !== null && change.whyNot === 'secret' && entry.result === 'done')
      storeSecret(log, entry.id, change.change)
    void log.add(entry, api().now())
  }
}

function entryOf(
  described: Described,
  looked: RecordedChange,
  outcome: unknown,
  undoes: string | null,
): Entry {
  const result = resultOf(outcome)
  const targets = mergedTargets(described.targets, looked.targets)
  return {
    ...described,
    id: drawId(),
    at: api().now(),
    targets,
    count: Math.max(described.count, looked.targets.length),
    result,
    status: statusOf(outcome),
    undoes,
    change: looked.whyNot === null && result !== 'failed' ? looked.change : null,
    whyNot: looked.whyNot,
  }
}

/** Targets of the address, with the names that were read, and further rows that were read. */
function mergedTargets(targets: readonly Target[], looked: readonly Target[]): Target[] {
  const keyed = (each: readonly Target[]) =>
    each.map((target) => [`${target.kind} ${target.id}`, target] as const)
  return [...new Map([...keyed(looked), ...keyed(targets), ...keyed(looked)]).values()].slice(0, MAX_TARGETS)
}

function resultOf(outcome: unknown): Result {
  if (typeof outcome === 'number') return 'done'
  return isApiError(outcome) && outcome.status !== null && outcome.status !== undefined ? 'failed' : 'unknown'
}

function statusOf(outcome: unknown): number | null {
  if (typeof outcome === 'number') return outcome
  return isApiError(outcome) ? (outcome.status ?? null) : null
}
