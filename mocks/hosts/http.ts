// `npm run cloud`: the cloud as an HTTP server, for official clients, curl and the dashboard in live mode.
import { parseArgs } from 'node:util'
import { createCloud } from '../cloud.ts'
import type { Cloud } from '../cloud.ts'
import { LOOPBACK, serveCloud } from './http-server.ts'

const DEFAULT_PORT = 8090

class UsageProblem extends Error {}

const USAGE = `Usage: npm run cloud -- [--port N] [--host H] [--scenario NAME] [--seed N] [--devices N] [--at MOMENT]
                         [--open-control]

  --port      the port to listen on (${DEFAULT_PORT}; 0 is any free one)
  --host      the address to listen on (${LOOPBACK}: this machine alone)
  --scenario  the world to open (first-look)
  --seed      what chance is drawn from; the same seed gives the same world
  --devices   how many devices the world has in all
  --at        the moment at which the world opens, such as 2026-11-20T14:00Z (now)
  --open-control  lets other machines move the clock, set faults and open other worlds`

function readArguments(args: string[]) {
  let values: Record<string, string | boolean | undefined>
  try {
    const option = { type: 'string' } as const
    const options = {
      port: option,
      host: option,
      scenario: option,
      seed: option,
      devices: option,
      at: option,
    }
    const flag = { type: 'boolean' } as const
    values = parseArgs({ args, options: { ...options, 'open-control': flag, help: flag } }).values
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
  const word = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  const number = (name: string, least: number, most: number) => {
    const text = word(name)
    if (text === undefined) return undefined
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
    throw new UsageProblem(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`)
  }
  const at = word('at')
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    throw new UsageProblem(`--at must be a moment such as 2026-11-20T14:00Z, not "${at}"`)
  return {
    help: values.help === true,
    openControl: values['open-control'] === true,
    host: word('host') ?? LOOPBACK,
    port: number('port', 0, 65_535) ?? DEFAULT_PORT,
    world: {
      scenario: word('scenario') ?? 'first-look',
      seed: number('seed', 0, 4_294_967_295),
      devices: number('devices', 1, 1_000_000),
      at: at === undefined ? undefined : Date.parse(at),
    },
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or 0 for any free one.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one above 1023 with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `"${host}" is not an address of this machine. Choose another with --host.`
  return String(error)
}

async function main(args: string[]): Promise<void> {
  const { help, host, port, openControl, world } = readArguments(args)
  if (help) return console.log(USAGE)
  let cloud: Cloud
  try {
    // Clients from outside ask for what happened "until now" by their own clock.
    cloud = createCloud({ ...world, at: world.at ?? Date.now(), keepsHistory: true })
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
  const served = await serveCloud({ cloud, host, port, openControl }).catch((error: unknown) => {
    throw new UsageProblem(whyNotListening(error, host, port))
  })
  console.log(`cloud ready ${served.url}`)

  const end = () => {
    process.off('SIGINT', end).off('SIGTERM', end)
    cloud.dispose()
    void served.close()
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UsageProblem ? `${error.message}\n\n${USAGE}` : error)
  process.exit(error instanceof UsageProblem ? 2 : 1)
})
