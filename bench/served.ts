import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { build, type Plugin, type Rolldown } from 'vite'
import { ensureBrowser, launchOptions } from '../scripts/browser.ts'
import { compressFolder } from '../scripts/hosting/compression.ts'
import { createStaticServer } from '../scripts/static-server.ts'

export interface Served {
  browser: Browser
  /** The address of the dashboard. */
  origin: string
  /** The files of the build. */
  folder: string
  /** The paths that were requested, in order; of pages and workers. */
  requested: readonly string[]
}

/** Builds the dashboard into a temporary folder, compressed as by `npm run build`, and deletes it after the work. `plugins` are added to it. */
export async function withBuild<T>(
  work: (folder: string, chunks: Rolldown.OutputChunk[]) => Promise<T>,
  plugins: Plugin[] = [],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-bench-'))
  try {
    const built = await build({ logLevel: 'error', plugins, build: { outDir: folder, emptyOutDir: true } })
    const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) =>
      'output' in each ? each.output : [],
    )
    await compressFolder(folder)
    return await work(
      folder,
      outputs.filter((each) => each.type === 'chunk'),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens a browser and closes it after the work. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  await ensureBrowser()
  const browser = await chromium.launch(launchOptions())
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Builds and serves the dashboard and opens a browser; closes all after the work. */
export function withServedBuild<T>(work: (served: Served) => Promise<T>): Promise<T> {
  return withBuild(async (folder) => {
    const server = createStaticServer({ folder })
    const requested: string[] = []
    server.on('request', ({ url = '' }) => void requested.push(url.replace(/\?.*$/, '')))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      return await withBrowser((browser) =>
        work({ browser, origin: `http://127.0.0.1:${port}`, folder, requested }),
      )
    } finally {
      server.close()
    }
  })
}
