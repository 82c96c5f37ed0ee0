import { once } from 'node:events'
import type { Server } from 'node:http'
import { expect, test } from 'playwright/test'
import { dist } from '../scripts/build.ts'
import { createStaticServer } from '../scripts/static-server.ts'
import { signIn } from './sign-in.ts'
import { openTerminal } from './terminal-dock.ts'

async function serve(port: number, config?: string): Promise<Server> {
  const server = createStaticServer({ folder: dist, ...(config === undefined ? {} : { config }) })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function end(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

test.use({ serviceWorkers: 'allow' })

test('a saved copy starts without a network, pages never visited included; then the server is asked first, and live mode keeps nothing of it', async ({
  page,
}) => {
  let server = await serve(0)
  const port = portOf(server)
  const address = `http://127.0.0.1:${port}/`
  await page.goto(address)
  await signIn(page, 'ada')
  await page.getByRole('button', { name: 'Simulator panel' }).click()
  const panel = page.getByRole('dialog', { name: 'Simulator' })
  await panel.getByRole('tab', { name: 'World', exact: true }).click()
  await panel.getByRole('button', { name: 'Save for offline use' }).click()
  await expect(panel.getByText(/^Saved: the build of /)).toBeVisible({ timeout: 30_000 })

  // The browser itself says whether it would offer to install the page as an app.
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])

  await end(server)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  // Logs, a terminal and a map have code and data of their own, which this browser has not loaded yet.
  await page.getByRole('link', { name: 'cold-chain-eu', exact: true }).first().click()
  await page.waitForURL(/\/fleets\/\d+/)
  const fleet = page.url()
  await page.goto(`${fleet}/devices?view=map`)
  const map = page.getByRole('application', { name: 'Map of the devices' })
  await expect(map.locator('canvas').first()).toBeAttached()
  await page.goto(`${fleet}/devices`)
  const device = page.getByRole('row').filter({ hasText: 'Operational' }).first()
  await device.getByRole('link').first().click()
  await expect(page.getByRole('log', { name: 'Log lines of the device' })).toContainText(/\w/)
  await openTerminal(page)
  await page.getByRole('combobox', { name: 'Target' }).selectOption('Host OS')
  await page.getByRole('button', { name: 'Start session' }).click()
  const screen = page.getByRole('region', { name: 'Terminal on Host OS', exact: true })
  await expect(screen.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('echo off$((40 + 2))line')
  await page.keyboard.press('Enter')
  await expect(screen).toContainText('off42line')
  await page.goto(`${address}preferences/access-tokens`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  server = await serve(port, JSON.stringify({ mode: 'live', apiUrl: 'http://127.0.0.1:9/' }))
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const left = () =>
    page.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ...(await caches.keys()),
    ])
  await expect.poll(left).toEqual([])
  await end(server)
})
