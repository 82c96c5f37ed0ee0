// `npm run cloud`: the cloud as an HTTP server, for official clients, curl and the dashboard in live mode.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { didYouMean } from '../base/closest-name.ts'
import { createCloud } from '../cloud.ts'
import type { Cloud } from '../cloud.ts'
import type { DeviceEndpoints, DeviceReach } from '../http/request-context.ts'
import { isPlatformName, PLATFORM_NAMES } from '../platforms/platform.ts'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import { worldFileIn } from '../worlds/world-file-in.ts'
import { createDeviceReach } from './device-reach.ts'
import { fileProblem } from './file-problem.ts'
import { LOOPBACK, serveCloud } from './http-server.ts'
import { optionProblem } from './option-problem.ts'
import { releaseMemory } from './release-memory.ts'
import { openStateFile } from './state-file.ts'
import type { StateFile } from './state-file.ts'
import '../worlds/all-builds.ts'

const DEFAULT_PORT = 8090

class UsageProblem extends Error {}

const USAGE = `Usage: npm run cloud -- [--port N] [--host H] [--scenario NAME | --world FILE] [--seed N] [--devices N]
                         [--public-url URL] [--at MOMENT] [--platform hosted|open] [--state FILE] [--open-control]
                         [--control-origin ORIGIN] [--explain] [--validate]
                         [--for-devices] [--reach-devices NETWORKS] [--registry HOST] [--vpn HOST] [--delta URL]

  --port      the port to listen on (${DEFAULT_PORT}; 0 is any free one)
  --host      the address to listen on (${LOOPBACK}: this machine only)
  --scenario  the world to open (first-look)
  --world     a world file, YAML or JSON (docs/worlds.md)
  --seed      seed of random numbers; the same seed produces the same world
  --devices   number of devices
  --at        simulated time at the start, such as 2026-11-20T14:00Z (now)
  --platform  hosted, or open to behave like the open-source backend (hosted)
  --state     keeps the world in this file over restarts; the options of the world count only while there is no file
  --explain   adds the header x-flotilla-explanation to errors without a body; they are always explained on stderr
  --validate  prints on stderr where requests break the contract
  --public-url  the address under which devices and clients reach this cloud, such as https://api.desk.example:
                without it, what a proxy on this machine says in x-forwarded-proto and x-forwarded-host
  --for-devices     for real devices (docs/real-devices.md): requires the https address of --public-url, explains errors, and says how
                    a device joins
  --reach-devices   the addresses and networks, such as 192.168.1.0/24, of devices whose supervisors this cloud may send requests to
  --registry        the registry that devices are told and that new images are named after, such as registry.desk.example:5000
  --vpn             the VPN server that devices are told
  --delta           the delta server that devices are told, such as https://delta.desk.example
  --control-origin  a page's origin that may send control requests (clock, faults, worlds), such as https://demo.example
  --open-control  allow them from other machines, by any name and from pages of any origin`

/** Whether a text is the address of a server, without a path. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  )
}

function readArguments(args: string[]) {
  const option = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    port: option,
    host: option,
    scenario: option,
    world: option,
    seed: option,
    devices: option,
    at: option,
    platform: option,
    state: option,
    'public-url': option,
    'reach-devices': option,
    registry: option,
    vpn: option,
    delta: option,
    'for-devices': flag,
    'control-origin': option,
    'open-control': flag,
    explain: flag,
    validate: flag,
    help: { ...flag, short: 'h' },
  } as const
  let values: Record<string, string | boolean | undefined>
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageProblem(optionProblem(error, Object.keys(options)))
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
    throw new UsageProblem(
      `--platform must be ${PLATFORM_NAMES.join(' or ')}, not "${platform}"${didYouMean(platform, PLATFORM_NAMES)}`,
    )
  const endpoints = endpointsIn(word)
  const isForDevices = values['for-devices'] === true
  const publicUrl = word('public-url')
  if (isForDevices && publicUrl?.startsWith('https:') !== true)
    throw new UsageProblem(
      '--for-devices needs --public-url with an https address: supervisors send their logs only over TLS (docs/real-devices.md)',
    )
  if (publicUrl !== undefined && !isOrigin(publicUrl))
    throw new UsageProblem(
      `--public-url must be an address such as https://api.desk.example, not "${publicUrl}"`,
    )
  return {
    help: values.help === true,
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    isForDevices,
    endpoints,
    reach: reachIn(word('reach-devices')),
    openControl: values['open-control'] === true,
    controlOrigins: controlOriginsIn(word('control-origin')),
    explains: values['explain'] === true || isForDevices,
    validates: values['validate'] === true,
    state: word('state'),
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

/** The hosts that devices are told besides the API: only those that exist. */
function endpointsIn(word: (name: string) => string | undefined): DeviceEndpoints {
  const [registryEndpoint, vpnEndpoint, deltaEndpoint] = [word('registry'), word('vpn'), word('delta')]
  for (const [name, host] of Object.entries({ registry: registryEndpoint, vpn: vpnEndpoint })) {
    if (host !== undefined && !/^[\w.-]+(?::\d+)?$/.test(host))
      throw new UsageProblem(`--${name} must be a host such as ${name}.desk.example, not "${host}"`)
  }
  if (deltaEndpoint !== undefined && !isOrigin(deltaEndpoint))
    throw new UsageProblem(
      `--delta must be an address such as https://delta.desk.example, not "${deltaEndpoint}"`,
    )
  return {
    ...(registryEndpoint === undefined ? {} : { registryEndpoint }),
    ...(vpnEndpoint === undefined ? {} : { vpnEndpoint }),
    ...(deltaEndpoint === undefined ? {} : { deltaEndpoint: new URL(deltaEndpoint).origin }),
  }
}

function reachIn(networks: string | undefined): DeviceReach | undefined {
  if (networks === undefined) return undefined
  try {
    return createDeviceReach(networks)
  } catch (error) {
    throw new UsageProblem(`--reach-devices: ${messageOf(error)}`)
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

/** Writes the state after this time if something was changed, and at the end. */
const SAVE_EVERY_MS = 10_000

function openState(path: string): StateFile {
  try {
    return openStateFile(path)
  } catch (error) {
    throw new UsageProblem(messageOf(error))
  }
}

/** Saves the world now and then; returns a function that saves it for the last time. */
function keepState(cloud: Cloud, state: StateFile): () => void {
  let saved: unknown
  let isFailing = false
  const save = () => {
    try {
      const snapshot = cloud.snapshot()
      state.write(snapshot)
      saved = lastActionOf(cloud)
      isFailing = false
    } catch (error) {
      if (!isFailing) console.error(`The state cannot be saved: ${messageOf(error)}`)
      isFailing = true
    }
  }
  save()
  const timer = setInterval(() => {
    if (lastActionOf(cloud) !== saved) save()
  }, SAVE_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    save()
    state.release()
  }
}

const lastActionOf = (cloud: Cloud) => cloud.recordedActions().actions.at(-1)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function openWorld(
  args: ReturnType<typeof readArguments>,
  read: ReadWorldFile,
  state: StateFile | undefined,
): Promise<Cloud> {
  const { file, world, endpoints: deviceEndpoints, reach: deviceReach } = args
  const surroundings = { deviceEndpoints, deviceReach, keepsHistory: true }
  const snapshot = await stateIn(state)
  if (snapshot !== undefined) return createCloud({ scenario: snapshot.scenario, snapshot, ...surroundings })
  try {
    const worldFile = await worldFileIn({ worldFile: file === undefined ? undefined : await read(file) })
    // External clients query history "until now" by their own clock, so the world opens now unless a time was options.
    const at = world.at ?? (worldFile?.at === undefined ? Date.now() : undefined)
    return createCloud({ ...world, worldFile, at, ...surroundings })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageProblem(file === undefined ? reason : `${file}: ${reason}`)
  }
}

async function stateIn(state: StateFile | undefined): Promise<CloudSnapshot | undefined> {
  try {
    return state?.read()
  } catch (error) {
    state?.release()
    throw new UsageProblem(messageOf(error))
  }
}

/** A cloud that listens. */
interface RunningCloud {
  url: string
  /** Saves its state, closes all connections and frees the port. */
  stop(): void
}

async function startCloud(
  options: ReturnType<typeof readArguments>,
  read: ReadWorldFile,
): Promise<RunningCloud> {
  const { host, port, openControl, controlOrigins, explains, validates, publicUrl } = options
  const state = options.state === undefined ? undefined : openState(options.state)
  process.once('exit', () => state?.release())
  const cloud = await openWorld(options, read, state)
  const served = await serveCloud({
    cloud,
    host,
    port,
    openControl,
    controlOrigins,
    explains,
    validates,
    publicUrl,
  }).catch((error: unknown) => {
    throw new UsageProblem(whyNotListening(error, host, port))
  })
  const saveLast = state === undefined ? undefined : keepState(cloud, state)
  if (openControl)
    console.error(
      'Open control: anyone who reaches this port can reset the world, read the request log and sign in as anybody',
    )
  const stopReleasing = releaseMemory()
  return {
    url: served.url,
    stop() {
      stopReleasing()
      saveLast?.()
      cloud.dispose()
      void served.close()
    },
  }
}

function onSignals(act: (signal: NodeJS.Signals) => void): void {
  const end = (signal: NodeJS.Signals) => {
    process.off('SIGINT', end).off('SIGTERM', end)
    act(signal)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}

async function main(args: string[], read: ReadWorldFile): Promise<void> {
  const options = readArguments(args)
  if (options.help) return console.log(USAGE)
  const cloud = await startCloud(options, read)
  console.log(`cloud ready ${cloud.url}`)
  if (options.isForDevices) console.log(adviceFor(options))
  onSignals(() => cloud.stop())
}

/** How a device joins, and what it cannot do here. */
function adviceFor({ publicUrl, endpoints, reach, state }: ReturnType<typeof readArguments>): string {
  const { registryEndpoint, vpnEndpoint } = endpoints
  return [
    `  Devices   reach this cloud at ${publicUrl}, through your TLS proxy; their config.json comes from`,
    `            POST ${publicUrl}/download-config {"appId": …, "version": "6.0.24"}, or from the dashboard's "Add device"`,
    `  Registry  ${registryEndpoint ?? 'none: give images the addresses of a registry of yours, or name it with --registry'}`,
    `  VPN       ${vpnEndpoint ?? (reach === undefined ? 'none: no actions, terminal and public URL (--reach-devices for actions)' : 'none; actions are sent to the addresses of --reach-devices')}`,
    `  State     ${state ?? 'kept until this cloud ends; with --state FILE devices stay registered'}`,
    '  More      docs/real-devices.md; simulated devices over the same protocol: npm run drive',
  ].join('\n')
}

const EXEC_USAGE = `Usage: npm run exec -- [options of npm run cloud] -- COMMAND [arguments]

Starts a mock cloud on a free port, runs the command with its URL in the variable FLOTILLA_URL, and ends with the exit code of the
command. The cloud ends with the command.`

async function execute(args: string[], read: ReadWorldFile): Promise<void> {
  const at = args.indexOf('--')
  const [before, [command, ...rest]] = at < 0 ? [[], args] : [args.slice(0, at), args.slice(at + 1)]
  if (before.includes('--help') || command === '--help') return console.log(EXEC_USAGE)
  if (command === undefined || (at < 0 && command.startsWith('-')))
    throw new UsageProblem('There is no command to run: write it after two dashes, as in "exec -- npm test".')
  const cloud = await startCloud(readArguments(['--port', '0', ...before]), read)
  const env = { ...process.env, FLOTILLA_URL: cloud.url }
  const child = spawn(command, rest, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  onSignals((signal) => void child.kill(signal))
  child.once('error', (error) => {
    cloud.stop()
    const isMissing = 'code' in error && error.code === 'ENOENT'
    console.error(
      isMissing
        ? `There is no command "${command}".`
        : `"${command}" could not be started: ${fileProblem(error) ?? 'the system refused it.'}`,
    )
    process.exitCode = isMissing ? 127 : 126
  })
  child.once('exit', (code, signal) => {
    cloud.stop()
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
}

const reported = (running: Promise<void>) =>
  running.catch((error: unknown) => {
    // The message alone: below a page of options nobody would find it.
    console.error(error instanceof UsageProblem ? error.message : error)
    process.exit(error instanceof UsageProblem ? 2 : 1)
  })

export const runCloud = (args: string[], read: ReadWorldFile) => reported(main(args, read))

/** Runs a command with a cloud of its own. */
export const runWithCloud = (args: string[], read: ReadWorldFile) => reported(execute(args, read))
