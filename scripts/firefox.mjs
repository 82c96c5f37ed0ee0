#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

// Starts the Firefox in $FIREFOX behind a proxy for its WebDriver BiDi socket: at start, Playwright sends commands that not every
// release of Firefox supports, and that no test in Firefox needs. If the browser answers such a command with "unknown command",
// the proxy reports success to Playwright; all other messages are forwarded unchanged.

/**
 * The empty result of commands that may be unsupported, by name. `emulation.…` (colour scheme, screen orientation, language, time
 * zone) gets new commands with each release; none up to 153 has media features. The other two were added after Firefox 140,
 * Debian's extended support release.
 */
function emptyResult(method) {
  if (method === 'network.addDataCollector') return { collector: 'none' }
  if (method === 'browser.setDownloadBehavior' || method.startsWith('emulation.')) return {}
  return undefined
}

const LISTENING = 'WebDriver BiDi listening on '

const firefox = spawn(process.env.FIREFOX ?? 'firefox', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
firefox.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))

createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (!line.startsWith(LISTENING)) {
    process.stderr.write(`${line}\n`)
    return
  }
  const address = line.slice(LISTENING.length)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url }) => standBetween(client, new WebSocket(`${address}${url}`)))
  server.on('listening', () => {
    process.stderr.write(`${LISTENING}ws://127.0.0.1:${server.address().port}\n`)
  })
})

function standBetween(client, browser) {
  const opened = new Promise((resolve) => browser.on('open', resolve))
  const optional = new Map()
  client.on('message', async (data) => {
    const text = String(data)
    const { id, method } = JSON.parse(text)
    const result = emptyResult(method)
    if (result !== undefined) optional.set(id, result)
    await opened
    browser.send(text)
  })
  browser.on('message', (data) => {
    const text = String(data)
    if (optional.size > 0) {
      const { id, error } = JSON.parse(text)
      const result = optional.get(id)
      optional.delete(id)
      if (result !== undefined && error === 'unknown command') {
        client.send(JSON.stringify({ type: 'success', id, result }))
        return
      }
    }
    client.send(text)
  })
  browser.on('close', () => client.close())
  browser.on('error', () => client.close())
  client.on('close', () => browser.close())
}
