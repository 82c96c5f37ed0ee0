// `npm run capture -- --api URL --out FILE`: writes an account of a platform as a world file with pseudonyms.

import './aliases.ts'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

/** Asks on the terminal; a secret is not shown. undefined without a terminal. */
async function ask(question: string, isSecret = false): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  })
  try {
    return await lines.question('', { signal: stop.signal })
  } finally {
    lines.close()
    if (isSecret) process.stderr.write('\n')
  }
}

// Imported only now, because Node needs the resolve hooks for it.
const { capture } = await import('./capture/capture.ts')
process.exitCode = await capture(process.argv.slice(2), {
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  ask,
  token: process.env['FLOTILLA_TOKEN'],
  signal: stop.signal,
})
// Ends pending requests, whose results are no longer needed.
process.exit()
