#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

// Starts the Firefox in $FIREFOX behind a proxy for its WebDriver BiDi socket, because Playwright expects more than Firefox offers:
// - At start, Playwright sends commands that not every release supports, and that no test in Firefox needs. If the browser answers
//   such a command with "unknown command", the proxy reports success to Playwright.
// - Firefox has no permission for the clipboard, which a preference opens to tests (`firefoxOptions`): the proxy grants it.
// - Firefox gives the download of a Blob neither an identifier nor a navigation, and Playwright ignores it: the proxy numbers it.
// All other messages are forwarded unchanged.

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

const asksForClipboard = ({ method, params }) =>
  method === 'permissions.setPermission' && String(params.descriptor?.name).startsWith('clipboard-')

/** Gives both events of a download the same identifier if Firefox gives none; undefined for any other message. */
function numbersDownloads() {
  let count = 0
  const current = new Map()
  return ({ method, params }) => {
    if (method !== 'browsingContext.downloadWillBegin' && method !== 'browsingContext.downloadEnd')
      return undefined
    if (params.download ?? params.navigation) return undefined
    const key = `${params.context} ${params.url}`
    if (method.endsWith('Begin')) current.set(key, `download-${(count += 1)}`)
    return { type: 'event', method, params: { ...params, download: current.get(key) } }
  }
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
  const numbered = numbersDownloads()
  client.on('message', async (data) => {
    const text = String(data)
    const command = JSON.parse(text)
    const { id, method } = command
    if (asksForClipboard(command)) {
      client.send(JSON.stringify({ type: 'success', id, result: {} }))
      return
    }
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
    const download = text.includes('browsingContext.download') ? numbered(JSON.parse(text)) : undefined
    client.send(download === undefined ? text : JSON.stringify(download))
  })
  browser.on('close', () => client.close())
  browser.on('error', () => client.close())
  client.on('close', () => browser.close())
}
