import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TerminalEvents } from '@/api/terminal-socket.ts'
import { runCommand, type RunResult } from './run-command.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A terminal with a socket controlled by the test. */
function start() {
  const listeners = new Map<string, (...args: never[]) => void>()
  const sent: string[] = []
  const controller = new AbortController()
  const changes: RunResult[] = []
  let closed = false
  let time = 0
  const ended = runCommand({
    open: () => ({
      on: (event, listener) => void listeners.set(event, listener),
      authenticate: () => {},
      connectShell: () => {},
      send: (data) => void sent.push(data),
      resize: () => {},
      close: () => void (closed = true),
    }),
    token: 'token-1',
    target: { kind: 'host' },
    command: 'uptime',
    signal: controller.signal,
    onChange: (read) => changes.push(read()),
    now: () => time,
  })
  const emit = (event: keyof TerminalEvents, ...args: string[]) =>
    listeners.get(event)?.(...(args as never[]))
  const print = (text: string) => {
    const [, a = '', b = ''] = /echo "(\w+)""([\w-]+)-begin"/.exec(sent[0] ?? '') ?? []
    emit('data', text.replaceAll('MARK', a + b))
  }
  return {
    ended,
    sent,
    changes,
    controller,
    emit,
    print,
    isClosed: () => closed,
    pass: (ms: number) => (time += ms),
  }
}

test('types the command when the shell is ready, and returns output, exit code and duration', async () => {
  const run = start()
  expect(run.sent).toEqual([])
  run.emit('ready')
  run.emit('ready')
  expect(run.sent).toHaveLength(1)
  run.pass(1_500)
  run.print('MARK-begin\r\nup 3 days\r\nMARK-end:0\r\n')
  expect(await run.ended).toMatchObject({
    status: 'done',
    output: 'up 3 days',
    exitCode: 0,
    durationMs: 1_500,
  })
  expect(run.isClosed()).toBe(true)
  expect(run.changes.map(({ status }) => status)).toEqual(['connecting', 'running', 'done'])
})

test('a nonzero exit code is a failure that keeps its output', async () => {
  const run = start()
  run.emit('ready')
  run.print('MARK-begin\r\nnot found\r\nMARK-end:127\r\n')
  expect(await run.ended).toMatchObject({
    status: 'failed',
    exitCode: 127,
    output: 'not found',
    reason: 'Exit code 127',
  })
})

test.each([
  ['unauthorized', 'Access to the terminal was denied'],
  ['ssh disconnect', 'The shell ended before the command'],
  ['disconnect', 'The connection was lost before the command ended'],
  ['connect_error', 'The device could not be reached'],
] as const)('fails on %s without typing the command again', async (event, reason) => {
  const run = start()
  run.emit('ready')
  run.print('MARK-begin\r\nhalf')
  run.emit(event)
  expect(await run.ended).toMatchObject({ status: 'failed', reason, output: 'half' })
  expect(run.sent).toHaveLength(1)
})

test('cancelling interrupts the command and closes its shell', async () => {
  const run = start()
  run.emit('ready')
  run.controller.abort()
  expect(await run.ended).toMatchObject({ status: 'cancelled' })
  expect(run.sent.at(-1)).toBe('\u0003')
  expect(run.isClosed()).toBe(true)
})

test('a command that never ends times out', async () => {
  const run = start()
  run.emit('ready')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await run.ended).toMatchObject({ status: 'failed', reason: 'Timed out after 10 minutes' })
})
