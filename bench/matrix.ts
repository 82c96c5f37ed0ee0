import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { createStaticServer } from '../scripts/static-server.ts'
import { matrixBounds } from './budgets.ts'
import type { Figure } from './report.ts'
import { withBrowser } from './served.ts'
import { quantile } from './timing.ts'
import { tasksWhile } from './trace.ts'

const DEVICES = 100_000
/** Each has a cell of its own. */
const CELLS = 10_000
const CHANGING = 2_000
const WAYS = ['release', 'os', 'tag.site', 'location', 'status'] as const
const ROUNDS = 6
/** A cell fades for 600 ms. */
const CHANGE_EVERY_MS = 700
const CHANGES = 8

/** The matrix alone in a page: how fast it groups many devices, and whether it keeps up with cells that change. */
export async function measureMatrix(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-matrix-'))
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'matrix-page'),
      logLevel: 'error',
      plugins: [react()],
      resolve: { alias: { '@': join(import.meta.dirname, '../src') } },
      build: { outDir: folder, emptyOutDir: true, target: 'es2024' },
    })
    const server = createStaticServer({ folder })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      return await measureIn(`http://127.0.0.1:${port}`)
    } finally {
      server.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const measureIn = (origin: string) =>
  withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1720, height: 900 } })
    await page.goto(origin)
    await page.waitForFunction(() => 'matrixBench' in globalThis)
    await page.evaluate((devices) => globalThis.matrixBench.show(devices), DEVICES)
    const regroup = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1)
        for (const way of WAYS) await page.evaluate((by) => globalThis.matrixBench.regroup(by), way)
    }
    // The first round compiles.
    await regroup(1)
    const served = { browser, origin }
    const times = (await tasksWhile(served, page, () => regroup(ROUNDS)))
      .slice(0, ROUNDS * WAYS.length)
      .map(({ ms }) => ms)
    await page.evaluate((devices) => globalThis.matrixBench.show(devices), CELLS)
    let frames: number[] = []
    const tasks = await tasksWhile(served, page, async () => {
      frames = await page.evaluate(watchChanges, {
        count: CHANGING,
        everyMs: CHANGE_EVERY_MS,
        times: CHANGES,
      })
    })
    const work = tasks.slice(0, frames.length).map(({ ms }) => ms)
    const of = (values: readonly number[], share: number) =>
      quantile(
        values.toSorted((a, b) => a - b),
        share,
      )
    const cells = `${CHANGING.toLocaleString('en')} of ${CELLS.toLocaleString('en')} cells change`
    return [
      {
        what: `${DEVICES.toLocaleString('en')} devices grouped anew, p95`,
        value: of(times, 0.95),
        unit: 'ms' as const,
        ...matrixBounds.regroup,
        note: `p50 ${of(times, 0.5).toFixed(1)} ms of ${times.length}`,
      },
      {
        what: `${cells}: main thread in a frame, p95`,
        // Tasks that are too short to be listed are frames too.
        value: of([...Array.from({ length: frames.length - work.length }, () => 0), ...work], 0.95),
        unit: 'ms' as const,
        ...matrixBounds.work,
      },
      {
        what: `${cells}: a frame, p95`,
        value: of(frames, 0.95),
        unit: 'ms' as const,
        ...matrixBounds.frame,
        note: `p50 ${of(frames, 0.5).toFixed(1)} ms of ${frames.length}`,
      },
    ]
  })

/** Runs in the page: the times between frames while cells change, in ms. */
function watchChanges({ count, everyMs, times }: { count: number; everyMs: number; times: number }) {
  return new Promise<number[]>((resolve) => {
    const frames: number[] = []
    let changes = 0
    let changedAt = -Infinity
    let last = performance.now()
    const frame = (at: number) => {
      frames.push(at - last)
      last = at
      if (changes === times && at - changedAt > everyMs) {
        resolve(frames)
        return
      }
      if (at - changedAt > everyMs) {
        changes += 1
        changedAt = at
        globalThis.matrixBench.change(count)
      }
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
