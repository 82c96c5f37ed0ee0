import type { QueryClient } from '@tanstack/react-query'
import { fileName, fileStamp } from '@/lib/save-file.ts'

/** A script on a device: what its last run said, or that one is under way. */
export interface ScriptRun {
  status: 'configuring' | 'done' | 'error' | 'idle' | 'in_progress'
  error?: string
  lastRun?: string
}

/** A run that was just asked for is shown as under way before the device has said so. */
export function asStarted<Run extends ScriptRun>(before: Run | undefined): Run | ScriptRun {
  return { ...before, status: 'in_progress', error: '' }
}

/** A run that could not be asked for. What the last one said stays. */
export function asFailed<Run extends ScriptRun>(before: Run | undefined, reason: string): Run | ScriptRun {
  return { ...before, status: 'error', error: reason }
}

/** Shows the run's new state at once; what is being read meanwhile is older, and is given up. */
export async function showRun(
  queries: QueryClient,
  queryKey: readonly unknown[],
  change: (before: ScriptRun | undefined) => ScriptRun,
): Promise<void> {
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<ScriptRun>(queryKey, change)
}

/** `{uuid}_{what}_{timestamp}.{ending}`, lowercased; the time is UTC (docs/decisions/product-rules.md, 27). */
export function scriptFileName(uuid: string, what: 'checks' | 'diagnostics', at: number): string {
  return fileName(`${uuid}_${what}_${fileStamp(at)}.${what === 'checks' ? 'json' : 'txt'}`)
}
