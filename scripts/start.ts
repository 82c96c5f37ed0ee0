import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, relative } from 'node:path'
import type { Config } from '../src/config.ts'
import { buildIfStale, canBuild, dist, buildStamp } from './build.ts'
import { errorSentence, listenProblem, readArguments, textOf, UsageError } from './command-line.ts'
import { basePath } from './hosting/base-path.ts'
import { checkedConfig, configFileAt, type ConfigFile } from './hosting/config-file.ts'
import { demoAccounts, demoPassword, demoScenarios } from './print-accounts.ts'
import { createStaticServer } from './static-server.ts'

const USAGE = `npm start -- [options]
  --port N       the port to listen on (default: 5173, or the next one that is free)
  --host H       the address to listen on (default: 127.0.0.1, this machine only)
  --live URL     live mode with the API at this URL; overrides config.json
  --config FILE  serve this file as config.json
  --world FILE   print the URL that opens a world file, YAML or JSON (docs/worlds.md)
${
  canBuild
    ? '  --base PATH    build for this path and serve below it, such as /demo/ (default: /)\n  --no-build     serve dist/ without building\n'
    : ''
}`
const DEFAULT_PORT = 5173
const PORTS_TO_TRY = 20

function stop(message: string, code = 1): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function readOptions() {
  try {
    const { values } = readArguments({
      options: {
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        live: { type: 'string' },
        config: { type: 'string' },
        world: { type: 'string' },
        base: { type: 'string' },
        'no-build': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    return values
  } catch (error) {
    return stop(errorSentence(error), 2)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) stop(`--port must be a number from 0 to 65535, not "${text}".`, 2)
  return port
}

/** What makes the dashboard open a world: the whole file in the URL, or, if it is too large for that, a file to serve. */
interface ChosenWorld {
  suffix: string
  served?: string
}

async function worldIn(path: string): Promise<ChosenWorld> {
  await import('./aliases.ts')
  const { readWorldFile } = await import('../src/simulation/world-file/world-file.ts')
  const { KEY, LONGEST_LINK, MAX_LINK_KILOBYTES } = await import('../src/simulation/world-file/world-link.ts')
  const { packText } = await import('../src/files/packed-text.ts')
  try {
    const text = textOf(path)
    readWorldFile(text)
    const packed = await packText(text)
    return packed.length < LONGEST_LINK && text.length <= MAX_LINK_KILOBYTES * 1000
      ? { suffix: `#${KEY}=${packed}` }
      : { suffix: `?${KEY}=world.yaml`, served: text }
  } catch (error) {
    return stop(error instanceof UsageError ? error.message : `${path}: ${errorSentence(error)}`, 2)
  }
}

function readBase(text: string): string {
  try {
    return basePath(text)
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error), 2)
  }
}

/** The configuration, or the end of the script with what is wrong. */
function configOrStop(file: ConfigFile, pageUrl?: URL): Config {
  try {
    return checkedConfig(file, pageUrl)
  } catch (error) {
    return stop(errorSentence(error), 2)
  }
}

/** The content served as config.json; undefined: the file in dist/. */
function chosenConfig({ live, config: path }: { live?: string; config?: string }): ConfigFile | undefined {
  if (live !== undefined)
    return { name: '--live', text: `${JSON.stringify({ mode: 'live', apiUrl: live })}\n` }
  try {
    return path === undefined ? undefined : configFileAt(path)
  } catch (error) {
    return stop(`--config ${errorSentence(error)}`, 2)
  }
}

/** The file in dist/, which operators edit. */
function builtConfig(): ConfigFile {
  const path = join(dist, 'config.json')
  try {
    return { ...configFileAt(path), name: relative(process.cwd(), path) }
  } catch (error) {
    return stop(errorSentence(error), 2)
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Only tries a requested port; without one, tries the default port and the next free ones. */
async function listenSomewhere(server: Server, requested: number | undefined, host: string): Promise<void> {
  const first = requested ?? DEFAULT_PORT
  const last = requested === undefined ? first + PORTS_TO_TRY : first
  for (let port = first; ; port++) {
    try {
      await listen(server, port, host)
      return
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EADDRINUSE' && port < last) continue
      if (code === 'EADDRINUSE') {
        stop(
          requested === undefined
            ? `Ports ${first} to ${last} are all in use. Choose another with --port N.`
            : `Port ${requested} is in use. Choose another with --port N.`,
        )
      }
      const problem = listenProblem(error, port, host)
      if (problem === undefined) throw error
      stop(problem)
    }
  }
}

function addressOf(server: Server, base: string): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}${base}`
}

/** Wraps a text into lines of this length. */
function wrapText(text: string, most: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function announcement(address: string, config: Config, suffix: string | undefined): string {
  const lines = [`Flotilla is ready at ${address}`, '']
  if (config.mode === 'simulated') {
    const [usual, ...others] = demoScenarios.map(({ name }) => name)
    lines.push(
      '  Mode      simulated: the cloud and its devices live in your browser; nothing leaves this machine',
      `  Worlds    ${usual} opens by itself; for another, add its name to the address:`,
      `            ${address}?scenario=${others[0]}`,
      ...wrapText(`also ${others.slice(1).join(', ')}`, 90).map((line) => `            ${line}`),
      ...(suffix === undefined ? [] : [`  Yours     ${address}${suffix}`]),
      `  Accounts  password of all: ${demoPassword}`,
      ...demoAccounts.map(({ email, role }) => `            ${email.padEnd(24)} ${role}`),
    )
  } else {
    lines.push(`  Mode      live, against ${config.apiUrl}`)
  }
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n')
}

const options = readOptions()
if (options.help) stop(USAGE, 0)
const port = options.port === undefined ? undefined : readPort(options.port)
if (options.live !== undefined && options.config !== undefined) stop('Give --live or --config, not both.', 2)
const chosen = chosenConfig(options)
// Before a build of a minute.
if (chosen !== undefined) configOrStop(chosen)
const world = options.world === undefined ? undefined : await worldIn(options.world)

if (!canBuild && options.base !== undefined) stop('The installed dashboard supports only the path /.', 2)
const requested = options.base === undefined ? undefined : readBase(options.base)
if (!options['no-build']) {
  try {
    await buildIfStale(requested)
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error))
  }
}
if (!existsSync(join(dist, 'index.html'))) stop('dist/ contains no build yet. Run "npm run build" first.')

const base = buildStamp(dist)?.base ?? '/'
if (requested !== undefined && requested !== base)
  stop(`dist/ was built for ${base}, not for ${requested}. Omit --no-build or --base.`, 2)

const server = createStaticServer({
  folder: dist,
  config: chosen?.text,
  base,
  ...(world?.served !== undefined && { world: world.served }),
})
await listenSomewhere(server, port, options.host)
const address = addressOf(server, base)
const config = configOrStop(chosen ?? builtConfig(), new URL(address))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
process.stdout.write(announcement(address, config, world?.suffix))
