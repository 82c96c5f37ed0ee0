import type { Browser, Page } from 'playwright'
import { signIn } from '../e2e/sign-in.ts'
import { World } from '../e2e/world.ts'
import { paths } from '../src/lib/paths.ts'
import type { Figure } from './report.ts'
import { withServedBuild, type Served } from './served.ts'
import { elapsed } from './timing.ts'

/** ARCHITECTURE: the world never blocks the page for longer. */
const BUDGET_MS = 50
const WATCH_MS = 6_000
const WORTH_TELLING_MS = 5

/** Of the first, what takes long is the page itself: it has 132 devices. */
const WORLDS = ['first-look', 'one-hundred-thousand', 'one-million'] as const
type WorldName = (typeof WORLDS)[number]
const MOST_TO_OPEN_MS: Partial<Record<WorldName, number>> = { 'one-million': 10_000 }
const MOST_MB: Partial<Record<WorldName, number>> = { 'one-million': 700 }

/** What the page's main thread did in one go. */
interface Task {
  /** Processor time where that is less than the time that passed: on a busy machine others had their turns. */
  ms: number
  /** The longest function of a script that it called. */
  script: string
}

interface Measured {
  /** By what went on meanwhile. */
  tasks: Map<string, Task[]>
  openMs: number
  reloadMs: number
  workerMB: number
}

/** What large worlds cost the page's main thread and their worker; a small one tells what the page itself does. */
export async function measureMainThread(): Promise<{ title: string; figures: Figure[] }[]> {
  const measured = await withServedBuild(async (served) => {
    const all: { name: WorldName; one: Measured }[] = []
    for (const name of WORLDS) all.push({ name, one: await measureIn(served, name) })
    return all
  })
  return measured.map(({ name, one }) => ({
    title: `The page’s main thread in a browser, “${name}” in its worker`,
    figures: figuresOf(name, one),
  }))
}

async function measureIn({ browser, origin }: Served, name: WorldName): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: origin })
  try {
    const page = await context.newPage()
    const world = await World.behind(page, origin)
    const tasks: Measured['tasks'] = new Map()
    const during = async (phase: string, work: () => Promise<unknown>) => {
      await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
      const ms = await elapsed(work)
      await page.waitForTimeout(1_500)
      tasks.set(phase, tasksOf(await browser.stopTracing()))
      return ms
    }
    const form = page.getByLabel('Email')
    const row = page
      .getByRole('table', { name: 'Devices of this fleet' })
      .locator('tbody')
      .getByRole('link')
      .first()

    const openMs = await during('while it opens', async () => {
      await world.open(name, { as: null })
      await form.waitFor({ timeout: 120_000 })
    })
    await signIn(page, 'ada')
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'))
    await page.goto(paths.fleetDevices(await world.fleet('cold-chain-eu')))
    await row.waitFor()
    await page.waitForTimeout(1_000)
    await during('at ×1', () => page.waitForTimeout(WATCH_MS))
    await world.setSpeed(60)
    await during('at ×60', () => page.waitForTimeout(WATCH_MS))
    await world.setSpeed(1)
    await during('while it jumps an hour', () => world.advance('1 h'))
    const workerMB = await workerMemory(browser)
    const reloadMs = await during('while the page is loaded again', async () => {
      await page.reload()
      await row.waitFor({ timeout: 120_000 })
    })
    return { tasks, openMs, reloadMs, workerMB }
  } finally {
    await context.close()
  }
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

/** The tasks of the pages' main threads, the longest first. */
function tasksOf(trace: Buffer): Task[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const spans = traceEvents.filter((event) => event.ph === 'X' && mains.has(threadOf(event)))
  const calls = spans.filter(({ name }) => name === 'FunctionCall' || name === 'EvaluateScript')
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

/** What the worker of the world holds, in MB: its heap and its arrays. */
async function workerMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  const worker = targetInfos.find(({ type }) => type === 'shared_worker')
  if (worker === undefined) throw new Error('This browser has no shared worker')
  const { targetId } = worker
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const ask = (id: number, method: string) => {
    const answered = new Promise<Record<string, number>>((resolve) => {
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const answer = JSON.parse(message) as { id?: number; result: Record<string, number> }
        if (answer.id === id) resolve(answer.result)
      })
    })
    return session
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .then(() => answered)
  }
  await ask(1, 'HeapProfiler.collectGarbage')
  const { usedSize = 0, backingStorageSize = 0 } = await ask(2, 'Runtime.getHeapUsage')
  await session.detach()
  return (usedSize + backingStorageSize) / 1_000_000
}

function figuresOf(name: WorldName, { tasks, openMs, reloadMs, workerMB }: Measured): Figure[] {
  const [open, memory] = [MOST_TO_OPEN_MS[name], MOST_MB[name]]
  return [
    {
      what: 'from the address to the sign-in form',
      value: openMs,
      unit: 'ms',
      ...(open && { budget: open }),
    },
    ...[...tasks].map(([phase, list]): Figure => {
      const long = list.filter(({ ms }) => ms > BUDGET_MS)
      const told = long.map(({ ms, script }) => `${ms.toFixed(0)} ms ${script}`)
      return {
        what: `longest task ${phase}`,
        value: list[0]?.ms ?? 0,
        unit: 'ms',
        ...(name !== 'first-look' && { budget: BUDGET_MS }),
        note: told.join(', '),
      }
    }),
    { what: 'loaded again, to the first row', value: reloadMs, unit: 'ms' },
    { what: 'its worker holds', value: workerMB, unit: 'MB', ...(memory && { budget: memory }) },
  ]
}
