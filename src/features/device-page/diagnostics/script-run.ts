import type { QueryClient } from '@tanstack/react-query'
import { fileName, fileStamp } from '@/lib/save-file.ts'

/** Status and result of a script on a device. */
export interface ScriptRun {
  status: 'configuring' | 'done' | 'error' | 'idle' | 'in_progress'
  error?: string
  lastRun?: string
}

/** Optimistic state of a run that was requested but not yet confirmed by the device. */
export function asStarted<Run extends ScriptRun>(before: Run | undefined): Run | ScriptRun {
  return { ...before, status: 'in_progress', error: '' }
}

/** State of a run whose request failed. Keeps the output of the last run. */
export function asFailed<Run extends ScriptRun>(before: Run | undefined, reason: string): Run | ScriptRun {
  return { ...before, status: 'error', error: reason }
}

/** Updates the cached run, and cancels a read in flight, which would be older. */
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
