import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { expect, test } from 'playwright/test'
import { signIn } from './sign-in.ts'

const BASE = '/demo/'
const FOLDER = join(import.meta.dirname, '../node_modules/.cache', `below-a-path-${process.pid}`)
const TYPES = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.json', 'application/json'],
])

/** A minimal static host: serves a file, or 404.html with status 404, and nothing outside the folder. */
async function answer(address: string): Promise<{ status: number; name: string; body: Buffer | string }> {
  const { pathname } = new URL(address, 'http://host')
  if (!pathname.startsWith(BASE)) return { status: 404, name: '', body: 'Not here' }
  const name = pathname.slice(BASE.length) || 'index.html'
  const body = await readFile(join(FOLDER, name)).catch(() => undefined)
  return body === undefined
    ? { status: 404, name: '404.html', body: await readFile(join(FOLDER, '404.html')) }
    : { status: 200, name, body }
}

const host = createServer((request, response) => {
  void answer(request.url ?? '/').then(({ status, name, body }) =>
    response.writeHead(status, { 'content-type': TYPES.get(extname(name)) ?? 'text/plain' }).end(body),
  )
})
let address = ''

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.ts', '--base', BASE, '--out', FOLDER], { stdio: 'ignore' })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const hostAddress = host.address()
  address = `http://127.0.0.1:${typeof hostAddress === 'object' ? hostAddress?.port : ''}`
})

test.afterAll(async () => {
  host.close()
  host.closeAllConnections()
  await rm(FOLDER, { recursive: true, force: true })
})

for (const serviceWorkers of ['allow', 'block'] as const)
  test.describe(`service workers: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    test('works below a path of a static host without rewrite rules: sign-in, deep link, reload, logs [HOST-001, HOST-002]', async ({
      page,
    }) => {
      const strayed: string[] = []
      const problems: string[] = []
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url())
        if (origin === address && !pathname.startsWith(BASE)) strayed.push(pathname)
      })
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => {
        // The page itself is the host's 404 page.
        if (message.type() === 'error' && message.location().url !== page.url()) problems.push(message.text())
      })

      await page.goto(`${address}${BASE}`)
      await signIn(page, 'ada')
      await page.getByRole('link', { name: 'cold-chain-eu' }).first().click()
      await page.getByRole('link', { name: 'Devices', exact: true }).click()
      const link = page.getByRole('table', { name: 'Devices of this fleet' }).getByRole('link').first()
      const called = (await link.textContent()) ?? ''
      await link.click()
      const name = page.getByRole('heading', { level: 1 })
      await expect(name).toHaveText(called)
      const device = page.url()
      expect(device).toMatch(/\/demo\/devices\/[0-9a-f]+$/)

      // A deep link of a signed-out user, to an address that redirects.
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${device}/summary?panel=logs`)
      await page.waitForURL(/\/demo\/login\?/)
      expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/devices\//)
      await signIn(page, 'ada')
      await expect(name).toHaveText(called)
      await page.goto(`${device}?panel=logs`)
      await page.reload()
      await expect(name).toHaveText(called)
      const lines = page.getByRole('log', { name: 'Log lines of the device' })
      await expect(lines.locator('time').first()).toBeVisible()

      const scopes = await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      )
      expect(scopes).toEqual(serviceWorkers === 'allow' ? [`${address}${BASE}`] : [])
      expect(strayed).toEqual([])
      expect(problems).toEqual([])
    })
  })
