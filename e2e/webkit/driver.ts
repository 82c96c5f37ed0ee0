import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A WebKit that can be controlled over WebDriver: Safari on macOS, WebKitGTK's test browser on Linux. */
export interface WebKit {
  /** The absolute path of the driver. */
  driver: string
  /** The capabilities that a session asks for. */
  capabilities: Record<string, unknown>
  version: string
}

const START_MS = 30_000

/** Where browsers of tests run: a screen, a message bus and a home folder of their own. */
export interface Desktop {
  /** The home folder of the browsers; on Linux, downloads arrive in it. */
  home: string
  /** Starts a driver, which controls one browser at a time. */
  startDriver(): Promise<RunningDriver>
  /** Ends the display and deletes the home folder. */
  stop(): Promise<void>
}

export interface RunningDriver {
  /** The address of the WebDriver server. */
  url: string
  stop(): Promise<void>
}

export async function startDesktop({ driver }: WebKit): Promise<Desktop> {
  const started: ChildProcess[] = []
  const home = await mkdtemp(join(tmpdir(), 'flotilla-webkit-'))
  const stop = async () => {
    for (const child of started.toReversed()) await ended(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const env =
      process.platform === 'linux'
        ? { ...process.env, ...(await ownDesktop(started)), HOME: home }
        : { ...process.env }
    // The C library of a small system knows no other language; WebKit takes the language from LANGUAGE.
    Object.assign(env, { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: 'en_GB' })
    return { home, stop, startDriver: () => startDriver(driver, env) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startDriver(driver: string, env: NodeJS.ProcessEnv): Promise<RunningDriver> {
  const port = await freePort()
  // A group of its own, so that its browser ends with it even if that hangs.
  const child = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore', detached: true })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await ended(child)
    killGroup(child)
  }
  try {
    await responding(url)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A screen in memory and a message bus for the processes of the browser. */
async function ownDesktop(started: ChildProcess[]): Promise<Record<string, string>> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  started.push(screen)
  const display = await firstLine(screen.stdio[3] as Readable, 'Xvfb')
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(bus)
  return {
    DISPLAY: `:${display}`,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdout, 'dbus-daemon'),
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
}

function firstLine(output: Readable, program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = () => reject(new Error(`${program} did not start`))
    const timer = setTimeout(fail, START_MS)
    output.on('data', (piece) => {
      text += String(piece)
      const [line, ...rest] = text.split('\n')
      if (rest.length === 0) return
      clearTimeout(timer)
      resolve(line?.trim() ?? '')
    })
    output.on('close', fail)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function responding(url: string): Promise<void> {
  const latest = Date.now() + START_MS
  while (Date.now() < latest) {
    const answer = await fetch(`${url}/status`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The WebDriver server did not respond within ${START_MS / 1000} s`)
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 3000)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill()
  })
}
