// `npm run cloud`: the cloud as an HTTP server, for official clients, curl and the dashboard in live mode.

import { parseArgs } from 'node:util'
import { createCloud } from '../cloud.ts'
import type { Cloud } from '../cloud.ts'
import { isPlatformName, PLATFORM_NAMES } from '../platforms/platform.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import { LOOPBACK, serveCloud } from './http-server.ts'
import { releaseMemory } from './release-memory.ts'

const DEFAULT_PORT = 8090

class UsageProblem extends Error {}

const USAGE = `Usage: npm run cloud -- [--port N] [--host H] [--scenario NAME | --world FILE] [--seed N] [--devices N]
                         [--at MOMENT] [--platform hosted|open] [--control-origin ORIGIN] [--open-control]

  --port      the port to listen on (${DEFAULT_PORT}; 0 is any free one)
  --host      the address to listen on (${LOOPBACK}: this machine only)
  --scenario  the world to open (first-look)
  --world     a world file, YAML or JSON (docs/worlds.md)
  --seed      seed of random numbers; the same seed produces the same world
  --devices   number of devices
  --at        simulated time at the start, such as 2026-11-20T14:00Z (now)
  --platform  hosted, or open to behave like the open-source backend (hosted)
  --control-origin  a page's origin that may send control requests (clock, faults, worlds), such as https://demo.example
  --open-control  allow them from other machines, by any name and from pages of any origin`

function readArguments(args: string[]) {
  let values: Record<string, string | boolean | undefined>
  try {
    const option = { type: 'string' } as const
    const options = {
      port: option,
      host: option,
      scenario: option,
      world: option,
      seed: option,
      devices: option,
      at: option,
      platform: option,
      'control-origin': option,
    }
    const flag = { type: 'boolean' } as const
    values = parseArgs({ args, options: { ...options, 'open-control': flag, help: flag } }).values
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
  const word = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  const number = (name: string, min: number, max: number) => {
    const text = word(name)
    if (text === undefined) return undefined
    if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    throw new UsageProblem(`--${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  }
  if (values['world'] !== undefined && values['scenario'] !== undefined)
    throw new UsageProblem('Use either --scenario or --world')
  const at = word('at')
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    throw new UsageProblem(`--at must be a time such as 2026-11-20T14:00Z, not "${at}"`)
  const platform = word('platform') ?? 'hosted'
  if (!isPlatformName(platform))
    throw new UsageProblem(`--platform must be ${PLATFORM_NAMES.join(' or ')}, not "${platform}"`)
  return {
    help: values.help === true,
    openControl: values['open-control'] === true,
    controlOrigins: controlOriginsIn(word('control-origin')),
    host: word('host') ?? LOOPBACK,
    port: number('port', 0, 65_535) ?? DEFAULT_PORT,
    file: word('world'),
    world: {
      scenario: word('scenario') ?? 'first-look',
      seed: number('seed', 0, 4_294_967_295),
      devices: number('devices', 1, 1_000_000),
      at: at === undefined ? undefined : Date.parse(at),
      platform,
    },
  }
}

function controlOriginsIn(text: string | undefined): string[] {
  if (text === undefined) return []
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new UsageProblem(`--control-origin must be an origin such as https://demo.example, not "${text}"`)
  return [text]
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

/** Reads a world file; throws with the line and the reason. */
export type ReadWorldFile = (path: string) => Promise<object>

async function openWorld(args: ReturnType<typeof readArguments>, read: ReadWorldFile): Promise<Cloud> {
  const { file, world } = args
  try {
    const worldFile = await worldFileIn({ worldFile: file === undefined ? undefined : await read(file) })
    // External clients query history "until now" by their own clock, so the world opens now unless a time was options.
    const at = world.at ?? (worldFile?.at === undefined ? Date.now() : undefined)
    return createCloud({ ...world, worldFile, at, keepsHistory: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageProblem(file === undefined ? reason : `${file}: ${reason}`)
  }
}

async function main(args: string[], read: ReadWorldFile): Promise<void> {
  const options = readArguments(args)
  const { help, host, port, openControl, controlOrigins } = options
  if (help) return console.log(USAGE)
  const cloud = await openWorld(options, read)
  const served = await serveCloud({ cloud, host, port, openControl, controlOrigins }).catch(
    (error: unknown) => {
      throw new UsageProblem(whyNotListening(error, host, port))
    },
  )
  console.log(`cloud ready ${served.url}`)
  if (openControl)
    console.error(
      'Open control: anyone who reaches this port can reset the world, read the request log and sign in as anybody',
    )

  const stopReleasing = releaseMemory()
  const end = () => {
    process.off('SIGINT', end).off('SIGTERM', end)
    stopReleasing()
    cloud.dispose()
    void served.close()
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}

export const runCloud = (args: string[], read: ReadWorldFile) =>
  main(args, read).catch((error: unknown) => {
    console.error(error instanceof UsageProblem ? `${error.message}\n\n${USAGE}` : error)
    process.exit(error instanceof UsageProblem ? 2 : 1)
  })
