// `npm run rollout`: the staged rollouts of the dashboard, for a server or a job.
import './aliases.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

// Only now can Node find what the engine imports.
const { rollout } = await import('./rollout/rollout.ts')
process.exitCode = await rollout(process.argv.slice(2), {
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  token: process.env['FLOTILLA_TOKEN'],
  signal: stop.signal,
})
// Whatever still waits for the platform has nobody to tell.
process.exit()
