import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TerminalEvents, TerminalSocket, TerminalTarget } from '@/api/terminal-socket.ts'
import { TerminalSession, type TerminalNotice } from './terminal-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Sent = [what: string, ...args: unknown[]]

class FakeSocket implements TerminalSocket {
  readonly sent: Sent[] = []
  closed = false
  readonly #listeners = new Map<string, (...args: never[]) => void>()
  on<E extends keyof TerminalEvents>(event: E, listener: TerminalEvents[E]) {
    this.#listeners.set(event, listener)
  }
  emit(event: keyof TerminalEvents, ...args: unknown[]) {
    this.#listeners.get(event)?.(...(args as never[]))
  }
  authenticate(auth: { token: string; target: TerminalTarget }) {
    this.sent.push(['authentication', auth])
  }
  connectShell(target: TerminalTarget, size: { cols: number; rows: number }) {
    this.sent.push(['ssh connect', target, size])
  }
  send(data: string) {
    this.sent.push(['data', data])
  }
  resize(cols: number, rows: number) {
    this.sent.push(['resize', cols, rows])
  }
  close() {
    this.closed = true
  }
}

const mainService: TerminalTarget = { kind: 'service', installId: 11, serviceName: 'main' }

function openSession(target: TerminalTarget = { kind: 'host' }, token: string | null = 'token-1') {
  const sockets: FakeSocket[] = []
  const notices: TerminalNotice[] = []
  const output: string[] = []
  const session = new TerminalSession({
    target,
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    token: () => token,
    size: () => ({ cols: 80, rows: 24 }),
    onData: (data) => output.push(data),
    onNotice: (notice) => notices.push(notice),
    onChange: () => {},
  })
  const socket = () => {
    const newest = sockets.at(-1)
    if (!newest) throw new Error('No socket was opened')
    return newest
  }
  const becomeReady = () => {
    for (const event of ['connect', 'authenticated', 'ssh connecting', 'ssh spawning', 'ready'] as const)
      socket().emit(event)
  }
  return {
    session,
    sockets,
    notices,
    output,
    socket,
    becomeReady,
    noticeCount: (notice: TerminalNotice) => notices.filter((n) => n === notice).length,
  }
}

test('a session authenticates with token and target, then asks for a shell [TERM-036, TERM-037]', () => {
  const { socket } = openSession(mainService)
  socket().emit('connect')
  socket().emit('authenticated')
  expect(socket().sent).toEqual([
    ['authentication', { token: 'token-1', target: mainService }],
    ['ssh connect', mainService, { cols: 80, rows: 24 }],
  ])
})

test.each<[TerminalTarget]>([[{ kind: 'host' }], [mainService]])(
  'a session has its target %j, its state, its unseen marker and the number of reconnections [DATA-044]',
  (target) => {
    const { session, socket, becomeReady } = openSession(target)
    expect(session.snapshot).toEqual({ target, state: 'connecting', attempts: 0, unseen: false })
    becomeReady()
    session.setCurrent(false)
    socket().emit('data', 'hello')
    expect(session.snapshot).toEqual({ target, state: 'connected', attempts: 0, unseen: true })
    socket().emit('ssh disconnect')
    expect(session.snapshot).toEqual({ target, state: 'connecting', attempts: 1, unseen: true })
  },
)

test('a session is connecting until the shell is ready [TERM-010, TERM-011, TERM-038]', () => {
  const { session, socket, becomeReady } = openSession()
  expect(session.snapshot.state).toBe('connecting')
  socket().emit('connect')
  socket().emit('authenticated')
  expect(session.snapshot.state).toBe('connecting')
  becomeReady()
  expect(session.snapshot.state).toBe('connected')
})

test('sends input and sizes to the shell only while connected [TERM-037]', () => {
  const { session, socket, becomeReady } = openSession()
  session.send('lost')
  becomeReady()
  socket().sent.length = 0
  session.send('ls\r')
  session.resize(120, 40)
  expect(socket().sent).toEqual([
    ['data', 'ls\r'],
    ['resize', 120, 40],
  ])
})

test('retries a lost shell after 2 s [TERM-013, TERM-034]', () => {
  const { session, sockets, socket, becomeReady } = openSession()
  becomeReady()
  socket().emit('ssh disconnect')
  expect(session.snapshot).toMatchObject({ state: 'connecting', attempts: 1 })
  vi.advanceTimersByTime(1_999)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(2)
})

test('fails and closes its socket on the next drop after five reconnections [TERM-014, TERM-015, TERM-017, TERM-033]', () => {
  const { session, sockets, socket, notices } = openSession()
  for (let reconnection = 0; reconnection < 5; reconnection++) {
    socket().emit('disconnect', 'transport close')
    expect(session.snapshot.state).toBe('connecting')
    vi.advanceTimersByTime(2_000)
  }
  expect(sockets).toHaveLength(6)
  socket().emit('ssh disconnect')
  expect(session.snapshot.state).toBe('failed')
  expect(sockets.every(({ closed }) => closed)).toBe(true)
  expect(notices.at(-1)).toBe('reconnect-failed')
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(6)
})

test('resets the number of reconnections when the shell is ready [TERM-012]', () => {
  const { session, socket, becomeReady } = openSession()
  for (let drop = 0; drop < 4; drop++) {
    socket().emit('disconnect', 'transport close')
    vi.advanceTimersByTime(2_000)
  }
  expect(session.snapshot.attempts).toBe(4)
  becomeReady()
  expect(session.snapshot.attempts).toBe(0)
})

test('fails without retry if the token is rejected [TERM-016]', () => {
  const { session, sockets, socket } = openSession()
  socket().emit('connect')
  socket().emit('unauthorized')
  vi.advanceTimersByTime(60_000)
  expect(session.snapshot.state).toBe('failed')
  expect(sockets).toHaveLength(1)
})

test('opens no socket without a token', () => {
  const { session, sockets } = openSession({ kind: 'host' }, null)
  expect(session.snapshot.state).toBe('failed')
  expect(sockets).toHaveLength(0)
})

test('reports "SSH session disconnected" once per series of drops [TERM-040]', () => {
  const { socket, noticeCount, becomeReady } = openSession()
  becomeReady()
  for (let drop = 0; drop < 3; drop++) {
    socket().emit('ssh disconnect')
    vi.advanceTimersByTime(2_000)
  }
  expect(noticeCount('ssh-disconnected')).toBe(1)
})

test('reports each step of a session: connecting, spawning, disconnected, reconnecting, reconnected [TERM-038, TERM-041, TERM-042]', () => {
  const { socket, becomeReady, notices } = openSession()
  becomeReady()
  socket().emit('disconnect', 'transport close')
  vi.advanceTimersByTime(2_000)
  becomeReady()
  expect(notices).toEqual([
    'connecting',
    'spawning',
    'disconnected',
    'reconnecting',
    'connecting',
    'spawning',
    'reconnected',
  ])
})

test('reports "Connection error" if the host cannot be reached [TERM-043]', () => {
  const { socket, noticeCount } = openSession()
  socket().emit('connect_error', new Error('refused'))
  expect(noticeCount('connection-error')).toBe(1)
})

test('opens a new socket every second while the device is offline, without counting [TERM-018, TERM-019]', () => {
  const { session, sockets, becomeReady } = openSession()
  becomeReady()
  session.setDeviceOnline(false)
  expect(session.snapshot.state).toBe('connecting')
  vi.advanceTimersByTime(3_000)
  expect(sockets).toHaveLength(4)
  sockets.at(-1)?.emit('disconnect', 'transport close')
  expect(session.snapshot).toMatchObject({ state: 'connecting', attempts: 0 })
})

test('connects once when the device is back online', () => {
  const { session, sockets, becomeReady } = openSession()
  session.setDeviceOnline(false)
  vi.advanceTimersByTime(1_000)
  session.setDeviceOnline(true)
  becomeReady()
  const opened = sockets.length
  vi.advanceTimersByTime(10_000)
  expect(sockets).toHaveLength(opened)
  expect(session.snapshot.state).toBe('connected')
})

test('follows a service to its new install [TERM-020]', () => {
  const { session, sockets, socket, becomeReady } = openSession(mainService)
  becomeReady()
  session.followInstall(11)
  expect(sockets).toHaveLength(1)
  session.followInstall(12)
  socket().emit('connect')
  expect(sockets[0]?.closed).toBe(true)
  expect(socket().sent[0]).toEqual([
    'authentication',
    { token: 'token-1', target: { ...mainService, installId: 12 } },
  ])
})

test('ignores events of a replaced socket', () => {
  const { session, sockets, output } = openSession(mainService)
  session.followInstall(12)
  sockets[0]?.emit('data', 'from the old install')
  expect(output).toEqual([])
})

test('output marks a hidden session as unseen, until it is shown [TERM-023]', () => {
  const { session, socket, becomeReady } = openSession()
  becomeReady()
  socket().emit('data', 'a')
  expect(session.snapshot.unseen).toBe(false)
  session.setCurrent(false)
  socket().emit('data', 'b')
  expect(session.snapshot.unseen).toBe(true)
  session.setCurrent(true)
  expect(session.snapshot.unseen).toBe(false)
})

test('a disposed session closes its socket and opens no other [TERM-021]', () => {
  const { session, sockets, socket } = openSession()
  socket().emit('disconnect', 'transport close')
  session.dispose()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(sockets[0]?.closed).toBe(true)
})

test('a failed session can be restarted', () => {
  const { session, socket, becomeReady } = openSession()
  socket().emit('unauthorized')
  session.retry()
  becomeReady()
  expect(session.snapshot).toMatchObject({ state: 'connected', attempts: 0 })
})
