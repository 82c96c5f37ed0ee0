import type { Browser } from 'playwright'
import { signIn } from '../e2e/sign-in.ts'
import { World } from '../e2e/world.ts'
import { paths } from '../src/lib/paths.ts'
import { mainThreadBounds, NOTICEABLE_MS } from './budgets.ts'
import type { Figure } from './report.ts'
import { withServedBuild, type Served } from './served.ts'
import { elapsed } from './timing.ts'
import { tasksWhile, type Task } from './trace.ts'

const WATCH_MS = 6_000

/** With 132 devices, only the page itself takes time. */
const SMALL = 'first-look'
const WORLDS = [SMALL, 'one-hundred-thousand', 'one-million'] as const
const OPENS = 'while it opens'
const RELOADS = 'while the page is loaded again'
type WorldName = (typeof WORLDS)[number]

interface Measured {
  /** By phase. */
  tasks: Map<string, Task[]>
  openMs: number
  reloadMs: number
  workerMB: number
}

/** How large worlds load the page's main thread and their worker; a small world is the baseline. */
export function measureMainThread(): Promise<{ title: string; figures: Figure[] }[]> {
  return withServedBuild(async (served) => {
    const usual = await measureIn(served, SMALL)
    const all: { title: string; figures: Figure[] }[] = []
    for (const name of WORLDS) {
      const one = name === SMALL ? usual : await measureIn(served, name)
      const title = `The page’s main thread in a browser, “${name}” in its worker`
      all.push({ title, figures: figuresOf(name, one, usual) })
    }
    return all
  })
}

async function measureIn(served: Served, name: WorldName): Promise<Measured> {
  const { browser, origin } = served
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: origin })
  try {
    const page = await context.newPage()
    const world = await World.behind(page, origin)
    const tasks: Measured['tasks'] = new Map()
    const during = async (phase: string, work: () => Promise<unknown>) => {
      let ms = 0
      const done = async () => void (ms = await elapsed(work))
      tasks.set(phase, await tasksWhile(served, page, done))
      return ms
    }
    const form = page.getByLabel('Email')
    const row = page
      .getByRole('table', { name: 'Devices of this fleet' })
      .locator('tbody')
      .getByRole('link')
      .first()

    const openMs = await during(OPENS, async () => {
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
    const reloadMs = await during(RELOADS, async () => {
      await page.reload()
      await row.waitFor({ timeout: 120_000 })
    })
    return { tasks, openMs, reloadMs, workerMB }
  } finally {
    await context.close()
  }
}

/** The memory of the world's worker in MB: its heap and its array buffers. */
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

/** Phases in which the page itself does work: the baseline is subtracted. In all other phases, the world causes all tasks. */
const LOADING: ReadonlySet<string> = new Set([OPENS, RELOADS])

const longest = ({ tasks }: Measured, phase: string) => tasks.get(phase)?.[0]?.ms ?? 0

function figuresOf(name: WorldName, one: Measured, usual: Measured): Figure[] {
  const isMillion = name === 'one-million'
  return [
    {
      what: 'from the address to the sign-in form',
      value: one.openMs,
      unit: 'ms',
      ...(isMillion && mainThreadBounds.openMillion),
    },
    ...[...one.tasks].map(([phase, list]): Figure => {
      const long = list.filter(({ ms }) => ms > NOTICEABLE_MS)
      const ofPage = LOADING.has(phase) ? longest(usual, phase) : 0
      return {
        what: `longest task ${phase}`,
        value: longest(one, phase),
        unit: 'ms',
        ...(name !== SMALL && { ...mainThreadBounds.task, budget: mainThreadBounds.task.budget + ofPage }),
        note: long.map(({ ms, script }) => `${ms.toFixed(0)} ms ${script}`).join(', '),
      }
    }),
    { what: 'loaded again, to the first row', value: one.reloadMs, unit: 'ms' },
    {
      what: 'its worker holds',
      value: one.workerMB,
      unit: 'MB',
      ...(isMillion && mainThreadBounds.millionMB),
    },
  ]
}
