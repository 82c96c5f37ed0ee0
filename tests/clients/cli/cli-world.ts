import { execFile, fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createCloud } from '../../../mocks/cloud.ts'
import type { Cloud } from '../../../mocks/cloud.ts'
import { serveCloud } from '../../../mocks/hosts/http-server.ts'
import type { ServedCloud } from '../../../mocks/hosts/http-server.ts'
import { watchedCloud } from '../../contract/exchange.ts'
import { cliScript } from './install.ts'

export const PASSWORD = 'flotilla-demo'
export const FLEET = 'acme_logistics/cold-chain-eu'
export const ACME = 'acme_logistics'

const serverScript = join(import.meta.dirname, 'serve-commands.cjs')

/** Messages of the CLI for actions that the platform does not allow. */
export const REFUSAL = /Unauthorized|Request error|Not Found|not found/

/** The output and exit code of a command. */
export interface CommandResult {
  code: number
  out: string
  err: string
}

/** A command that runs until it is stopped. */
export interface Running {
  /** Resolves with the output once it has this many lines. */
  lines(count: number): Promise<string[]>
  /** Resolves with the first line that matches. */
  line(pattern: RegExp): Promise<string>
  /** Resolves when the command exits. */
  end(): Promise<CommandResult>
  stop(): Promise<void>
}

/** The CLI with its own home folder, so initially signed out. */
export interface Cli {
  /** The working directory; deleted after the test file. */
  readonly home: string
  run(...args: string[]): Promise<CommandResult>
  /** The output of a command that must succeed. */
  ok(...args: string[]): Promise<string>
  /** The same, parsed as JSON. */
  json<T>(...args: string[]): Promise<T>
  /** The output of an interactive command, whose prompts are answered with the defaults. */
  withDefaults(...args: string[]): Promise<string>
  /** The error message of a command that must fail. */
  refused(...args: string[]): Promise<string>
  start(...args: string[]): Running
}

export interface CliWorld {
  readonly cloud: Cloud
  /** A CLI that is signed out. */
  signedOut(): Cli
  /** A CLI signed in as a demo user. */
  signedIn(username: string): Promise<Cli>
}

interface CliWorldOptions {
  /** Contract violations that the tests of the file cause on purpose: patterns of their descriptions. */
  causedProblems?: readonly RegExp[]
}

/**
 * Runs the unmodified official CLI in processes of its own against the cloud over HTTP, with one world per test file and a stopped
 * clock. After each test, all requests and responses are validated against the contract.
 */
export function useCliWorld({ causedProblems = [] }: CliWorldOptions = {}): CliWorld {
  let cloud: Cloud | undefined
  let served: ServedCloud | undefined
  let homes = ''
  let next = 0
  const problems: string[] = []
  const stops: (() => void)[] = []

  beforeAll(async () => {
    homes = mkdtempSync(join(tmpdir(), 'flotilla-cli-'))
    const opened = createCloud({ scenario: 'first-look' })
    opened.clock.setSpeed(0)
    cloud = opened
    served = await serveCloud({ cloud: watchedCloud(opened, problems) })
  })
  afterEach(() => {
    const found = problems.splice(0)
    expect(found.filter((problem) => !causedProblems.some((pattern) => pattern.test(problem)))).toEqual([])
  })
  afterAll(async () => {
    for (const stop of stops) stop()
    await served?.close()
    cloud?.dispose()
    rmSync(homes, { recursive: true, force: true })
  })

  const world: CliWorld = {
    get cloud() {
      if (!cloud) throw new Error('The world opens before the first test')
      return cloud
    },
    signedOut() {
      if (!served) throw new Error('The world opens before the first test')
      const home = join(homes, String(next++))
      mkdirSync(home)
      return cliAt(served.url, home, stops)
    },
    async signedIn(username) {
      const cli = world.signedOut()
      await cli.ok(
        'login',
        '--credentials',
        '--email',
        `${username}@flotilla.example`,
        '--password',
        PASSWORD,
      )
      return cli
    },
  }
  return world
}

/** The environment of the CLI: its documented settings, and nothing else of this machine. */
const environment = (url: string, home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  USERPROFILE: home,
  PATH: process.env.PATH ?? '',
  // Shares the compile cache: each command is a process that loads the same files.
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
  BALENARC_API_URL: url,
  BALENARC_BUILDER_URL: url,
  BALENARC_DASHBOARD_URL: url,
  BALENARC_DATA_DIRECTORY: home,
  // Contacts only the cloud: no error reports, analytics or update checks.
  BALENARC_NO_SENTRY: '1',
  BALENARC_NO_ANALYTICS: '1',
  BALENARC_UNSUPPORTED: '1',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
  // Opens no web browser; the test takes its role.
  BROWSER: 'true',
})

/** Commands of one process: the SDK within the CLI lets through 350 requests per minute. */
const MAX_COMMANDS = 25

interface CommandServer {
  run(args: readonly string[]): Promise<CommandResult>
  stop(): void
}

/** Runs commands one after another, many in one process of the CLI, because loading it is most of the time of a command. */
function commandServer(options: { cwd: string; env: NodeJS.ProcessEnv }): CommandServer {
  let child: ChildProcess | undefined
  let count = 0
  let last: Promise<unknown> = Promise.resolve()
  const stop = () => {
    child?.kill()
    child = undefined
    count = 0
  }
  const runNext = (args: readonly string[]) =>
    new Promise<CommandResult>((resolve, reject) => {
      if (count === MAX_COMMANDS) stop()
      count += 1
      const server = (child ??= fork(serverScript, [cliScript], {
        ...options,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }))
      const died = (code: number | null) =>
        reject(new Error(`balena ${args.join(' ')} ended its process with ${code}`))
      server.once('exit', died)
      server.once('message', (result) => {
        server.off('exit', died)
        resolve(result as CommandResult)
      })
      server.send(args)
    })
  return {
    stop,
    run(args) {
      const result = last.then(() => runNext(args))
      last = result.catch(stop)
      return result
    },
  }
}

function cliAt(url: string, home: string, stops: (() => void)[]): Cli {
  const options = { cwd: home, env: environment(url, home) }
  const commands = commandServer(options)
  stops.push(() => commands.stop())
  const cli: Cli = {
    home,
    run: async (...args) => {
      const { code, out, err } = await commands.run(args)
      return { code, out: out.trim(), err: err.trim() }
    },
    async ok(...args) {
      const { code, out, err } = await cli.run(...args)
      if (code !== 0) throw new Error(`balena ${args.join(' ')} ended with ${code}:\n${out}\n${err}`)
      return out
    },
    json: async <T>(...args: string[]) => JSON.parse(await cli.ok(...args, '--json')) as T,
    withDefaults: (...args) =>
      new Promise((resolve, reject) => {
        const child = execFile(process.execPath, [cliScript, ...args], options, (error, out, err) => {
          if (error) reject(new Error(`balena ${args.join(' ')} failed:\n${out}\n${err}`))
          else resolve(out.trim())
        })
        child.stdout?.on('data', (output: string) => {
          if (output.includes('? ')) child.stdin?.write('\n')
        })
      }),
    async refused(...args) {
      const { code, out, err } = await cli.run(...args)
      if (code !== 1) throw new Error(`balena ${args.join(' ')} ended with ${code}:\n${out}\n${err}`)
      return `${err}\n${out}`.trim()
    },
    start(...args) {
      const child = spawn(process.execPath, [cliScript, ...args], {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)))
      let output = ''
      let errorOutput = ''
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
      child.stderr.on('data', (chunk: Buffer) => {
        errorOutput += chunk.toString()
      })
      const outputLines = () => output.split('\n').filter((line) => line !== '')
      const once = <Found>(look: (lines: string[]) => Found | undefined) =>
        new Promise<Found>((resolve, reject) => {
          const again = () => {
            const found = look(outputLines())
            if (found !== undefined) resolve(found)
          }
          again()
          child.stdout.on('data', again)
          void ended.then(() => reject(new Error(`It ended:\n${output}\n${errorOutput}`)))
        })
      return {
        lines: (count) => once((lines) => (lines.length >= count ? lines : undefined)),
        line: (pattern) => once((lines) => lines.find((line) => pattern.test(line))),
        end: async () => ({ code: await ended, out: output.trim(), err: errorOutput.trim() }),
        async stop() {
          child.kill('SIGINT')
          await ended
        },
      }
    },
  }
  return cli
}
