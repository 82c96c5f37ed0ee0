import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test as plain, expect } from 'playwright/test'
import { build } from '../scripts/build.ts'
import { signIn } from './sign-in.ts'

const BASE = '/demo/'
const FOLDER = join(import.meta.dirname, '../node_modules/.cache', `below-a-path-${process.pid}`)
const TYPES = new Map([
  ['html', 'text/html'],
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['svg', 'image/svg+xml'],
  ['json', 'application/json'],
])

/** The plainest of static hosts: a file, or 404.html with that status. Of what lies beside the folder it has nothing. */
const plainHost = () =>
  createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const isBelow = pathname.startsWith(BASE)
    const name = pathname.slice(BASE.length) || 'index.html'
    const file = isBelow ? await readFile(join(FOLDER, name)).catch(() => undefined) : undefined
    const type = file === undefined ? 'text/html' : (TYPES.get(name.split('.').at(-1) ?? '') ?? '')
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type })
    response.end(file ?? (isBelow ? await readFile(join(FOLDER, '404.html')) : 'Not here'))
  })

/** The build below a path, served for all tests of this file. */
const test = plain.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      await build({ base: BASE, out: FOLDER, logLevel: 'error' })
      const server = plainHost()
      await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.close()
      server.closeAllConnections()
      await rm(FOLDER, { recursive: true })
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

for (const serviceWorkers of ['allow', 'block'] as const)
  test.describe(`service workers: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    test('below a path of a static host that knows nothing of it: sign in, a deep link, a reload, logs [HOST-001, HOST-002]', async ({
      page,
      address,
    }) => {
      const strayed: string[] = []
      const problems: string[] = []
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url())
        if (origin === address && !pathname.startsWith(BASE)) strayed.push(pathname)
      })
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => {
        // The page itself came as what a host says of an address that it does not know.
        if (message.type() === 'error' && message.location().url !== page.url()) problems.push(message.text())
      })

      await page.goto(`${address}${BASE}`)
      await signIn(page, 'ada')
      await page.getByRole('link', { name: 'cold-chain-eu' }).first().click()
      await page.getByRole('link', { name: 'Devices', exact: true }).click()
      const link = page.getByRole('table').getByRole('link').first()
      const called = (await link.textContent()) ?? ''
      await link.click()
      const name = page.getByRole('heading', { level: 1 })
      await expect(name).toHaveText(called)
      const device = page.url()
      expect(device).toMatch(/\/demo\/devices\/[0-9a-f]+$/)

      // A deep link of somebody who is not signed in, to an address that leads on to another.
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
