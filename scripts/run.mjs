// node scripts/run.mjs SCRIPT [arguments]: sets the project up if needed, then runs SCRIPT, on the Node version of the lockfile if the
// one that started this is too old to run TypeScript. Works in a fresh clone, and with npm's --ignore-scripts, which skips "pre" scripts.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node, root, runsTypeScript } from './install.mjs'

const [script, ...args] = process.argv.slice(2)
if (!script) {
  process.stderr.write('usage: node scripts/run.mjs SCRIPT [arguments]\n')
  process.exit(2)
}
const path = resolve(root, script)
// Lets scripts import from src, where paths start with `@/`.
const aliases = new URL('./aliases.ts', import.meta.url).href

// npm sends a SIGTERM only to the shell between it and this process; the shell ends without forwarding it, so watch the parent.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 300).unref()
}

if (runsTypeScript) {
  process.argv = [process.execPath, path, ...args]
  await import(aliases)
  await import(pathToFileURL(path).href)
} else {
  const bin = join(root, 'node_modules', '.bin')
  const child = spawn(node, ['--import', aliases, path, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the child as well; other signals reach only this process.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  }
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
