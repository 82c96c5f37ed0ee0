// `npm run rollout`: runs the staged rollouts of the dashboard on a server or in a CI job.

import './aliases.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

// Imported only now, because Node needs the resolve hooks for it.
const { rollout } = await import('./rollout/rollout.ts')
process.exitCode = await rollout(process.argv.slice(2), {
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  token: process.env['FLOTILLA_TOKEN'],
  signal: stop.signal,
})
// Ends pending requests, whose results are no longer needed.
process.exit()
