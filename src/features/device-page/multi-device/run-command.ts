import type { TerminalSocket, TerminalTarget } from '@/api/terminal-socket.ts'
import { runText } from '@/messages/device-page/multi-device.ts'
import { OutputReader, typedCommand } from './command-output.ts'

export type RunStatus = 'waiting' | 'connecting' | 'running' | 'done' | 'failed' | 'skipped' | 'cancelled'

/** Result of a command on one device. */
export interface RunResult {
  status: RunStatus
  output: string
  exitCode: number | null
  durationMs: number | null
  /** Why it did not start or complete. */
  reason?: string
  cut?: boolean
}

export const notRun = (status: RunStatus, reason?: string): RunResult => ({
  status,
  output: '',
  exitCode: null,
  durationMs: null,
  ...(reason === undefined ? {} : { reason }),
})

export interface RunOptions {
  open(): TerminalSocket
  token: string
  target: TerminalTarget
  command: string
  /** Cancels: interrupts the command, then closes the shell. */
  signal: AbortSignal
  /** Called often: the result is made when it is read. */
  onChange(read: () => RunResult): void
  now?(): number
}

const TIMEOUT_MINUTES = 10
/** Wide, so that the shell does not wrap the typed line. */
const SIZE = { cols: 1_000, rows: 50 }
const INTERRUPT = '\u0003'

/**
 * Runs a command on one device in its own shell, through the terminal socket. The command is never repeated: if the
 * connection is lost, it is unknown how far it got.
 */
export function runCommand(options: RunOptions): Promise<RunResult> {
  const { signal, target, token, command, onChange, now = () => performance.now() } = options
  if (signal.aborted) return Promise.resolve(notRun('cancelled'))
  return new Promise((resolve) => {
    const mark = `flotilla-${crypto.randomUUID().slice(0, 8)}`
    const socket = options.open()
    const reader = new OutputReader(mark)
    let startedAt: number | null = null
    let ended = false
    const result = (status: RunStatus, reason?: string): RunResult => ({
      ...notRun(status, reason),
      ...reader.output,
      durationMs: startedAt === null ? null : now() - startedAt,
    })
    const end = (status: RunStatus, reason?: string) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      socket.close()
      const last = result(status, reason)
      onChange(() => last)
      resolve(last)
    }
    const cancel = () => {
      if (startedAt !== null) socket.send(INTERRUPT)
      end('cancelled')
    }
    const timer = setTimeout(
      () => end('failed', runText.problems.timeout(TIMEOUT_MINUTES)),
      TIMEOUT_MINUTES * 60_000,
    )
    signal.addEventListener('abort', cancel)
    socket.on('connect', () => socket.authenticate({ token, target }))
    socket.on('authenticated', () => socket.connectShell(target, SIZE))
    socket.on('ready', () => {
      if (startedAt !== null) return
      startedAt = now()
      socket.send(typedCommand(command, mark))
      onChange(() => result('running'))
    })
    socket.on('data', (data) => {
      reader.take(data)
      const { exitCode } = reader
      if (exitCode === null) onChange(() => result('running'))
      else if (exitCode === 0) end('done')
      else end('failed', runText.exited(exitCode))
    })
    socket.on('unauthorized', () => end('failed', runText.problems.unauthorized))
    socket.on('ssh disconnect', () => end('failed', runText.problems.ended))
    socket.on('disconnect', () => end('failed', runText.problems.lost))
    socket.on('connect_error', () => end('failed', runText.problems.connection))
    onChange(() => notRun('connecting'))
  })
}
