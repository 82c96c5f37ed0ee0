import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TerminalEvents, TerminalSocket, TerminalTarget } from '@/api/terminal-socket.ts'
import type { ServiceRow } from '@/features/device-page/services/service-rows.ts'
import { TerminalTabs } from './terminal-tabs.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const host: TerminalTarget = { kind: 'host' }
const mainService: TerminalTarget = { kind: 'service', installId: 7, serviceName: 'main' }

function setUp() {
  const sockets: {
    emit(event: keyof TerminalEvents, ...args: unknown[]): void
    target: unknown
    closed: boolean
  }[] = []
  const tabs = new TerminalTabs({
    open: (): TerminalSocket => {
      const listeners = new Map<string, (...args: never[]) => void>()
      const socket = {
        target: null as unknown,
        closed: false,
        emit(event: keyof TerminalEvents, ...args: unknown[]) {
          listeners.get(event)?.(...(args as never[]))
        },
      }
      sockets.push(socket)
      return {
        on: (event, listener) => void listeners.set(event, listener),
        authenticate: ({ target }) => void (socket.target = target),
        connectShell: () => {},
        send: () => {},
        resize: () => {},
        close: () => void (socket.closed = true),
      }
    },
    token: () => 'token-1',
    titleOf: (target) => (target.kind === 'host' ? 'Host OS' : target.serviceName),
    numbered: (title, nth) => `${title} ${nth}`,
    notice: (notice) => `[${notice}]`,
    waiting: (seconds) => `[waiting ${seconds}]`,
  })
  return { tabs, sockets, titles: () => tabs.getSnapshot().tabs.map(({ title }) => title) }
}

const serviceRow = (id: number, status = 'Running'): ServiceRow => ({
  name: 'main',
  serviceId: 10,
  coming: null,
  present: {
    id,
    service_id: 10,
    image_id: 100,
    release_id: 1000,
    commit: 'abc',
    raw_version: '1.0.0',
    status,
    download_progress: null,
  },
})

test('each session has its own tab, and sessions of the same target are numbered [TERM-001]', () => {
  const { tabs, titles } = setUp()
  tabs.start(host)
  tabs.start(mainService)
  tabs.start(host)
  expect(titles()).toEqual(['Host OS', 'main', 'Host OS 2'])
  expect(tabs.getSnapshot().current).toBe(3)
})

test('gives a new session of a target the first number that is free', () => {
  const { tabs, titles } = setUp()
  for (let opened = 0; opened < 3; opened += 1) tabs.start(host)
  tabs.close(1)
  tabs.start(host)
  expect(titles()).toEqual(['Host OS 2', 'Host OS 3', 'Host OS'])
  tabs.close(2)
  tabs.start(host)
  expect(titles()).toEqual(['Host OS 3', 'Host OS', 'Host OS 2'])
})

test('closing the visible tab shows none, closing another keeps it [TERM-022]', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  tabs.start(mainService)
  tabs.close(1)
  expect(tabs.getSnapshot().current).toBe(2)
  expect(sockets[0]?.closed).toBe(true)
  tabs.close(2)
  expect(tabs.getSnapshot()).toEqual({ tabs: [], current: null })
})

test('output marks a hidden tab until it is shown', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  tabs.start(mainService)
  sockets[0]?.emit('data', 'hello')
  expect(tabs.getSnapshot().tabs[0]?.snapshot.unseen).toBe(true)
  tabs.select(1)
  expect(tabs.getSnapshot().tabs[0]?.snapshot.unseen).toBe(false)
})

test('a screen that is mounted later shows the earlier output', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  sockets[0]?.emit('data', 'motd')
  const first: string[] = []
  const detach = tabs.attach(1, (text) => first.push(text))
  sockets[0]?.emit('data', ' $ ')
  expect(first.join('')).toBe('[connecting]\r\nmotd $ ')
  detach()
  sockets[0]?.emit('data', 'ls')
  const second: string[] = []
  tabs.attach(1, (text) => second.push(text))
  expect(first.join('')).toBe('[connecting]\r\nmotd $ ')
  expect(second.join('')).toBe('[connecting]\r\nmotd $ ls')
})

test('leaving the device ends all sessions [TERM-024]', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  tabs.start(mainService)
  tabs.closeAll()
  vi.advanceTimersByTime(60_000)
  expect(sockets.map(({ closed }) => closed)).toEqual([true, true])
  expect(tabs.getSnapshot().tabs).toEqual([])
})

test('a session follows its service to a new install when that is running', () => {
  const { tabs, sockets } = setUp()
  tabs.start(mainService)
  tabs.followInstalls([serviceRow(8, 'Installing')])
  expect(sockets).toHaveLength(1)
  tabs.followInstalls([serviceRow(8)])
  expect(sockets).toHaveLength(2)
  sockets[1]?.emit('connect')
  expect(sockets[1]?.target).toMatchObject({ installId: 8 })
})

test('all sessions retry every second while the device is offline', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  tabs.start(mainService)
  tabs.setDeviceOnline(false)
  vi.advanceTimersByTime(3_000)
  expect(sockets).toHaveLength(2 + 2 * 3)
  expect(tabs.getSnapshot().tabs.every(({ snapshot }) => snapshot.state === 'connecting')).toBe(true)
})

test('a notice starts on its own line', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  sockets[0]?.emit('data', '$ half a line')
  sockets[0]?.emit('ssh disconnect')
  const shown: string[] = []
  tabs.attach(1, (text) => shown.push(text))
  expect(shown.join('')).toBe('[connecting]\r\n$ half a line\r\n[ssh-disconnected]\r\n[reconnecting]\r\n')
})

test('a recording contains the output of one session from start to stop, with resizes', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  tabs.start(mainService)
  const [first, second] = tabs.getSnapshot().tabs
  if (!first || !second) throw new Error('Two tabs are needed')
  sockets[0]?.emit('ready')
  sockets[0]?.emit('data', 'before\r\n')
  expect(tabs.recordingOf(first.id)).toBeNull()
  tabs.startRecording(first.id, 1_000)
  sockets[0]?.emit('data', 'one\r\n')
  sockets[1]?.emit('data', 'other\r\n')
  tabs.resize(first.id, 100, 30)
  tabs.stopRecording(first.id)
  sockets[0]?.emit('data', 'after\r\n')
  expect(tabs.recordingOf(first.id)).toMatchObject({
    cols: 80,
    rows: 24,
    title: 'Host OS',
    startedAt: 1_000,
    events: [
      { kind: 'o', data: 'one\r\n' },
      { kind: 'r', data: '100x30' },
    ],
  })
  expect(tabs.getSnapshot().tabs.map(({ recording }) => recording)).toEqual(['kept', 'none'])
  tabs.close(first.id)
  expect(tabs.recordingOf(first.id)).toBeNull()
})

test('an offline device keeps one line that changes, and the text before it', () => {
  const { tabs, sockets } = setUp()
  tabs.start(host)
  sockets[0]?.emit('ready')
  sockets[0]?.emit('data', 'root@1234567:~# ')
  tabs.setDeviceOnline(false)
  vi.advanceTimersByTime(3_600_000)
  const shown: string[] = []
  tabs.attach(1, (text) => shown.push(text))
  const text = shown.join('')
  expect(text).toContain('root@1234567:~# ')
  expect(text.match(/waiting \d+/g)).toEqual(['waiting 3600'])
  expect(text.match(/connecting/g)).toHaveLength(1)
  expect(text.split('\n')).toHaveLength(3)
})
