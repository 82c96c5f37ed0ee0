#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

// Starts the Firefox that $FIREFOX names, with a stand-in for its WebDriver BiDi socket: Playwright asks each page for media
// features, which no release of Firefox can set yet (up to 153) and which no test in Firefox needs. That one command is
// answered here; everything else passes as it is.

const NOT_YET = 'emulation.setMediaFeaturesOverride'
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
  client.on('message', async (data) => {
    const text = String(data)
    const { id, method } = JSON.parse(text)
    if (method === NOT_YET) {
      client.send(JSON.stringify({ type: 'success', id, result: {} }))
      return
    }
    await opened
    browser.send(text)
  })
  browser.on('message', (data) => client.send(String(data)))
  browser.on('close', () => client.close())
  browser.on('error', () => client.close())
  client.on('close', () => browser.close())
}
