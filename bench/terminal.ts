import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { World } from '../e2e/world.ts'
import { paths } from '../src/lib/paths.ts'
import { terminalText } from '../src/messages/device-page/device.ts'
import { terminalBounds } from './budgets.ts'
import type { Figure } from './report.ts'
import { withServedBuild } from './served.ts'
import { quantile } from './timing.ts'

const RUNS = 5
/** From the press until the prompt, when nothing of the shell is loaded. */
/** Texts that only the shell and the terminal's screen have. */
const OF_SHELL = [/balenaEngine version/, /\.xterm-helper|xterm-screen/]

/** The size of the requested files with a text of the shell, gzip, in kB. */
function shellKilobytes(folder: string, requested: readonly string[]): number {
  let bytes = 0
  for (const path of new Set(requested.filter((it) => it.endsWith('.js')))) {
    const text = readFileSync(join(folder, path))
    if (OF_SHELL.some((it) => it.test(text.toString()))) bytes += gzipSync(text).length
  }
  return Math.round(bytes / 100) / 10
}

/** How long the first session of a page takes to open, and what of the shell is loaded before. */
export function measureTerminal(): Promise<Figure[]> {
  return withServedBuild(async ({ browser, origin, folder, requested }) => {
    const times: number[] = []
    let before = 0
    let after = 0
    for (let run = 0; run < RUNS; run++) {
      const first = requested.length
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: origin })
      const page = await context.newPage()
      const world = await World.behind(page, origin)
      await world.open('first-look')
      await page.goto(paths.device(await world.anyDevice('cold-chain-eu')))
      const dock = page.getByRole('region', { name: terminalText.panel, exact: true })
      const toggle = dock.getByRole('button', { name: terminalText.panel, exact: true })
      await toggle.waitFor()
      await page
        .getByRole('region', { name: 'Logs', exact: true })
        .getByText('Live', { exact: true })
        .waitFor()
      before = Math.max(before, shellKilobytes(folder, requested.slice(first)))
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
      await page.getByRole('combobox', { name: terminalText.target }).selectOption(terminalText.host)
      const start = page.getByRole('button', { name: terminalText.start })
      await start.waitFor()
      const from = performance.now()
      await start.click()
      await page.getByRole('button', { name: 'Host OS, connected', exact: true }).waitFor()
      times.push(performance.now() - from)
      after = Math.max(after, shellKilobytes(folder, requested.slice(first)))
      await context.close()
    }
    return [
      {
        what: 'first session, from the press until connected, median',
        value: Math.round(quantile(times, 0.5)),
        unit: 'ms',
        ...terminalBounds.connected,
        note: `${RUNS} runs, slowest ${Math.round(Math.max(...times))} ms`,
      },
      {
        what: 'shell and screen loaded before a terminal is opened',
        value: before,
        unit: 'kB',
        ...terminalBounds.before,
      },
      { what: 'shell and screen loaded with it', value: after, unit: 'kB' },
    ]
  })
}
