// `npm run dev`: serves the sources with live reload.

import { join } from 'node:path'
import { createServer } from 'vite'
import { argumentsOrExit, errorSentence, listenProblem, orExit, wholeNumber } from './command-line.ts'

const USAGE = `npm run dev [-- options]
  --port N       the port to listen on (default: 5173, or the next one that is free)
  --host H       the address to listen on (default: 127.0.0.1, this machine only)
  --open         opens the page in the browser
  --force        bundles the packages anew
`

const { values } = argumentsOrExit({
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    open: { type: 'boolean' },
    force: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function serve(): Promise<void> {
  const { port, host, open, force } = values
  const wanted = port === undefined ? undefined : orExit(() => wholeNumber('--port', port, 0, 65_535))
  const server = await createServer({
    root: join(import.meta.dirname, '..'),
    ...(force && { forceOptimizeDeps: true }),
    server: {
      ...(wanted !== undefined && { port: wanted, strictPort: true }),
      ...(host !== undefined && { host }),
      ...(open && { open }),
    },
  })
  const { config } = server
  try {
    await server.listen()
  } catch (error) {
    const { host: address } = config.server
    const problem = listenProblem(error, config.server.port, String(address))
    throw problem === undefined ? error : new Error(problem)
  }
  server.printUrls()
  server.bindCLIShortcuts()
}

if (values.help) process.stdout.write(USAGE)
else
  try {
    await serve()
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exit(1)
  }
