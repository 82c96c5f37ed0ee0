import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { build } from 'vite'
import { ensureBrowser, launchOptions } from '../scripts/browser.ts'
import { createStaticServer } from '../scripts/static-server.ts'

export interface Served {
  browser: Browser
  /** Where the dashboard is. */
  origin: string
}

/** Builds the dashboard into a folder of its own, serves it, and opens a browser for as long as the work lasts. */
export async function withServedBuild<T>(work: (served: Served) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-bench-'))
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  const server = createStaticServer({ folder })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await ensureBrowser()
  const browser = await chromium.launch(launchOptions())
  try {
    return await work({ browser, origin: `http://127.0.0.1:${port}` })
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
