import type { Browser, Page } from 'playwright'
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

export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** In microseconds, as are the durations. */
  ts: number
  dur?: number
  /** CPU time of the thread. */
  tdur?: number
  args?: { name?: string; data?: { url?: string; functionName?: string; documentLoaderURL?: string } }
}

/** What the time of a main thread is spent on. */
export type Work =
  | 'compile'
  | 'evaluate'
  | 'callbacks'
  | 'style and layout'
  | 'paint'
  | 'collection'
  | 'other'

/** What a page's main thread does, in ms of CPU time. */
export interface Profile {
  /** In total, and what is spent before the given moment. */
  cpuMs: number
  cpuBeforeMs: number
  byWork: Record<Work, number>
  /** Longest first. */
  tasks: Task[]
}

/** The tasks of the page's main thread during some work, longest first. */
export async function tasksWhile(
  { browser, origin }: Pick<Served, 'browser' | 'origin'>,
  page: Page,
  work: () => Promise<unknown>,
): Promise<Task[]> {
  const stop = await startTrace(browser, page)
  await work()
  await page.waitForTimeout(AFTERWARDS_MS)
  return profileOf(await stop(), origin).tasks.filter(({ ms }) => ms > WORTH_TELLING_MS)
}

/** Records what the browser does with this page, until the returned function is called. */
export async function startTrace(browser: Browser, page: Page): Promise<() => Promise<TraceEvent[]>> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing'],
  })
  return async () => {
    const trace = await browser.stopTracing()
    return (JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents
  }
}

const EVALUATION = new Set(['EvaluateScript', 'v8.evaluateModule', 'V8.ScriptCompiler'])
const CALLBACKS = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'XHRLoad',
  'XHRReadyStateChange',
])
const LAYOUT = new Set([
  'HitTest',
  'IntersectionObserverController::computeIntersections',
  'InvalidateLayout',
  'Layout',
  'ParseAuthorStyleSheet',
  'PrePaint',
  'RecalculateStyles',
  'ScheduleStyleRecalculation',
  'UpdateLayoutTree',
])
const PAINT = new Set(['Commit', 'CompositeLayers', 'Layerize', 'Paint', 'PaintImage', 'UpdateLayer'])

/** The kind of work of an event; null: that of the event around it. */
function workOf(name: string): Work | null {
  if (EVALUATION.has(name)) return 'evaluate'
  if (CALLBACKS.has(name)) return 'callbacks'
  if (LAYOUT.has(name)) return 'style and layout'
  if (PAINT.has(name)) return 'paint'
  if (/^(?:Minor|Major)GC$|^V8\.GC/.test(name)) return 'collection'
  // Reading and lazy compilation of functions included.
  if (/^v8\.(?:compile|parse|produceCache)|^V8\.Compile|ParseFunction/i.test(name)) return 'compile'
  return name.endsWith('RunTask') ? 'other' : null
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
/** The CPU time of an event in ms, or the elapsed time if that is less. */
const msOf = ({ dur = 0, tdur = dur }: TraceEvent) => Math.min(dur, tdur) / 1_000
const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur

/**
 * What the main thread that runs scripts of this origin does. Time is counted once, for the innermost event. `beforeTs` separates
 * what comes before a moment, in the time of the trace.
 */
export function profileOf(
  events: readonly TraceEvent[],
  origin: string,
  beforeTs = Number.POSITIVE_INFINITY,
): Profile {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const onMain = events.filter((event) => event.ph === 'X' && mains.has(threadOf(event)))
  const isCall = ({ name }: TraceEvent) => name === 'FunctionCall' || name === 'EvaluateScript'
  // The browser has internal pages, which do not count.
  const ours = new Set(
    onMain.filter((event) => isCall(event) && event.args?.data?.url?.startsWith(origin)).map(threadOf),
  )
  const byWork: Profile['byWork'] = {
    compile: 0,
    evaluate: 0,
    callbacks: 0,
    'style and layout': 0,
    paint: 0,
    collection: 0,
    other: 0,
  }
  const profile: Profile = { cpuMs: 0, cpuBeforeMs: 0, byWork, tasks: [] }
  for (const thread of ours) {
    const spans = onMain
      .filter((event) => threadOf(event) === thread)
      // Of two that start together, the outer one comes first.
      .toSorted((one, other) => one.ts - other.ts || endOf(other) - endOf(one))
    addThread(profile, spans, beforeTs)
  }
  profile.tasks.sort((one, other) => other.ms - one.ms)
  return profile
}

interface Open {
  event: TraceEvent
  work: Work
  /** CPU time of the events within. */
  innerMs: number
}

function addThread(profile: Profile, spans: readonly TraceEvent[], beforeTs: number): void {
  const open: Open[] = []
  let longest: TraceEvent | undefined
  const close = () => {
    const closed = open.pop()
    if (closed === undefined) return
    const ms = msOf(closed.event)
    const outer = open.at(-1)
    profile.byWork[closed.work] += Math.max(0, ms - closed.innerMs)
    if (outer !== undefined) outer.innerMs += ms
    else {
      profile.cpuMs += ms
      if (closed.event.ts < beforeTs) profile.cpuBeforeMs += ms
      const { url = '', functionName = '' } = longest?.args?.data ?? {}
      profile.tasks.push({
        ms,
        script: [url.split('/').at(-1), functionName].filter(Boolean).join(' '),
      })
      longest = undefined
    }
  }
  for (const event of spans) {
    let outer = open.at(-1)
    for (; outer !== undefined && endOf(outer.event) <= event.ts; outer = open.at(-1)) close()
    // What is outside of tasks is counted by the browser twice.
    if (outer === undefined && !event.name.endsWith('RunTask')) continue
    open.push({ event, work: workOf(event.name) ?? outer?.work ?? 'other', innerMs: 0 })
    const isCall = event.name === 'FunctionCall' || event.name === 'EvaluateScript'
    if (isCall && (longest === undefined || msOf(event) > msOf(longest))) longest = event
  }
  while (open.length > 0) close()
}
