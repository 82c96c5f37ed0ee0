import type { Page } from 'playwright'
import type { Served } from './served.ts'

const WORTH_TELLING_MS = 5
/** Work triggered by the action may run a little later. */
const AFTERWARDS_MS = 1_500

/** One task of the page's main thread. */
export interface Task {
  /** CPU time, or the elapsed time if that is less: excludes other processes of a busy machine. */
  ms: number
  /** The script function in it that took longest. */
  script: string
}

/** The tasks of the page's main thread during some work, longest first. */
export async function tasksWhile(
  { browser, origin }: Served,
  page: Page,
  work: () => Promise<unknown>,
): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await work()
  await page.waitForTimeout(AFTERWARDS_MS)
  return tasksOf(await browser.stopTracing(), origin)
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { url?: string; functionName?: string } }
}

/** The tasks of the main thread that runs scripts of this origin, longest first. */
function tasksOf(trace: Buffer, origin: string): Task[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const onMain = traceEvents.filter((event) => event.ph === 'X' && mains.has(threadOf(event)))
  const calls = onMain.filter(({ name }) => name === 'FunctionCall' || name === 'EvaluateScript')
  // The browser has internal pages, which do not count.
  const ours = new Set(calls.filter(({ args }) => args?.data?.url?.startsWith(origin)).map(threadOf))
  const spans = onMain.filter((event) => ours.has(threadOf(event)))
  const msOf = ({ dur = 0, tdur = dur }: TraceEvent) => Math.min(dur, tdur) / 1_000
  return spans
    .filter((event) => event.name.endsWith('RunTask') && msOf(event) > WORTH_TELLING_MS)
    .toSorted((one, other) => msOf(other) - msOf(one))
    .map((task) => {
      const [longest] = calls
        .filter(
          (call) =>
            threadOf(call) === threadOf(task) && call.ts >= task.ts && call.ts <= task.ts + (task.dur ?? 0),
        )
        .toSorted((one, other) => msOf(other) - msOf(one))
      const { url = '', functionName = '' } = longest?.args?.data ?? {}
      return { ms: msOf(task), script: [url.split('/').at(-1), functionName].filter(Boolean).join(' ') }
    })
}
