import type { TerminalSocket, TerminalTarget } from '@/api/terminal-socket.ts'

export type TerminalState = 'connecting' | 'connected' | 'failed'

/** Messages of a session that the terminal shows; the texts are in the messages. */
export type TerminalNotice =
  | 'connecting'
  | 'spawning'
  | 'ssh-disconnected'
  | 'disconnected'
  | 'reconnecting'
  | 'reconnected'
  | 'reconnect-failed'
  | 'connection-error'
  | 'unauthorized'

export interface TerminalSnapshot {
  readonly target: TerminalTarget
  readonly state: TerminalState
  /** Number of reconnections since the shell was last ready. */
  readonly attempts: number
  /** There is output that the user has not seen. */
  readonly unseen: boolean
}

export interface TerminalSessionOptions {
  target: TerminalTarget
  /** Opens a new socket to the terminal host. */
  open(): TerminalSocket
  token(): string | null
  size(): { cols: number; rows: number }
  onData(data: string): void
  onNotice(notice: TerminalNotice): void
  /** The device has been offline for this many seconds. */
  onWait?(seconds: number): void
  onChange(): void
}

const MAX_RECONNECTIONS = 5
const RECONNECT_DELAY_MS = 2_000
const OFFLINE_RECONNECT_EVERY_MS = 1_000

/**
 * A terminal session: connects, authenticates, opens a shell, and reconnects when the connection drops. The first
 * connection and five reconnections, two seconds apart, may fail; the next drop fails the session and closes its
 * socket (docs/decisions/product-rules.md, 21). While the device is offline it opens a new socket every second,
 * without counting.
 */
export class TerminalSession {
  #snapshot: TerminalSnapshot
  #socket: TerminalSocket | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #offlineLoop: ReturnType<typeof setInterval> | null = null
  #current = true
  #hasReportedSshDisconnect = false
  readonly #options: TerminalSessionOptions

  constructor(options: TerminalSessionOptions) {
    this.#options = options
    this.#snapshot = { target: options.target, state: 'connecting', attempts: 0, unseen: false }
    options.onNotice('connecting')
    this.#openSocket()
  }

  get snapshot(): TerminalSnapshot {
    return this.#snapshot
  }

  send(data: string): void {
    if (this.#snapshot.state === 'connected') this.#socket?.send(data)
  }

  resize(cols: number, rows: number): void {
    if (this.#snapshot.state === 'connected') this.#socket?.resize(cols, rows)
  }

  /** Whether the tab is visible; showing it clears the unseen marker. */
  setCurrent(current: boolean): void {
    this.#current = current
    if (current && this.#snapshot.unseen) this.#change({ unseen: false })
  }

  /** Restarts a failed session. */
  retry(): void {
    this.#change({ attempts: 0 })
    this.#hasReportedSshDisconnect = false
    this.#options.onNotice('connecting')
    this.#refresh()
  }

  setDeviceOnline(online: boolean): void {
    if (online === (this.#offlineLoop === null)) return
    if (online) {
      if (this.#offlineLoop !== null) clearInterval(this.#offlineLoop)
      this.#offlineLoop = null
      this.#change({ attempts: 0 })
      this.#refresh()
    } else {
      this.#cancelTimer()
      this.#change({ state: 'connecting' })
      let seconds = 0
      this.#options.onWait?.(seconds)
      this.#offlineLoop = setInterval(() => {
        seconds += OFFLINE_RECONNECT_EVERY_MS / 1000
        this.#options.onWait?.(seconds)
        this.#refresh()
      }, OFFLINE_RECONNECT_EVERY_MS)
    }
  }

  /** Follows a service to its new install, for example after an update. */
  followInstall(installId: number): void {
    const { target } = this.#snapshot
    if (target.kind !== 'service' || target.installId === installId) return
    this.#change({ target: { ...target, installId }, attempts: 0 })
    this.#options.onNotice('reconnecting')
    this.#refresh()
  }

  dispose(): void {
    this.#cancelTimer()
    if (this.#offlineLoop !== null) clearInterval(this.#offlineLoop)
    this.#offlineLoop = null
    this.#dropSocket()
  }

  #refresh() {
    this.#cancelTimer()
    this.#dropSocket()
    this.#change({ state: 'connecting' })
    this.#openSocket()
  }

  #openSocket() {
    const token = this.#options.token()
    if (token === null) return this.#fail('unauthorized')
    const socket = this.#options.open()
    this.#socket = socket
    // Ignores events of replaced sockets.
    const ifCurrent =
      <A extends unknown[]>(listener: (...args: A) => void) =>
      (...args: A) => {
        if (this.#socket === socket) listener(...args)
      }
    const target = () => this.#snapshot.target
    socket.on(
      'connect',
      ifCurrent(() => socket.authenticate({ token, target: target() })),
    )
    socket.on(
      'authenticated',
      ifCurrent(() => socket.connectShell(target(), this.#options.size())),
    )
    socket.on(
      'ssh connecting',
      ifCurrent(() => {
        // The first attempt has already been announced.
        if (this.#snapshot.attempts > 0 && this.#offlineLoop === null) this.#options.onNotice('connecting')
      }),
    )
    socket.on(
      'ssh spawning',
      ifCurrent(() => this.#options.onNotice('spawning')),
    )
    socket.on(
      'ready',
      ifCurrent(() => this.#ready(socket)),
    )
    socket.on(
      'data',
      ifCurrent((data) => this.#output(data)),
    )
    socket.on(
      'unauthorized',
      ifCurrent(() => this.#fail('unauthorized')),
    )
    socket.on(
      'ssh disconnect',
      ifCurrent(() => this.#lost('ssh-disconnected')),
    )
    socket.on(
      'disconnect',
      ifCurrent(() => this.#lost('disconnected')),
    )
    socket.on(
      'connect_error',
      ifCurrent(() => this.#lost('connection-error')),
    )
  }

  #ready(socket: TerminalSocket) {
    const isReconnect = this.#snapshot.attempts > 0
    this.#hasReportedSshDisconnect = false
    this.#change({ state: 'connected', attempts: 0 })
    const { cols, rows } = this.#options.size()
    socket.resize(cols, rows)
    if (isReconnect) this.#options.onNotice('reconnected')
  }

  #output(data: string) {
    this.#options.onData(data)
    if (!this.#current && !this.#snapshot.unseen) this.#change({ unseen: true })
  }

  #lost(notice: TerminalNotice) {
    this.#dropSocket()
    if (this.#offlineLoop !== null) return this.#change({ state: 'connecting' })
    this.#report(notice)
    if (this.#snapshot.attempts >= MAX_RECONNECTIONS) return this.#fail('reconnect-failed')
    this.#change({ state: 'connecting', attempts: this.#snapshot.attempts + 1 })
    this.#options.onNotice('reconnecting')
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#openSocket()
    }, RECONNECT_DELAY_MS)
  }

  /** Reports "SSH session disconnected" only once per series of drops. */
  #report(notice: TerminalNotice) {
    if (notice === 'ssh-disconnected') {
      if (this.#hasReportedSshDisconnect) return
      this.#hasReportedSshDisconnect = true
    }
    this.#options.onNotice(notice)
  }

  #fail(notice: TerminalNotice) {
    this.#cancelTimer()
    this.#dropSocket()
    this.#change({ state: 'failed' })
    this.#options.onNotice(notice)
  }

  #dropSocket() {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #cancelTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #change(part: Partial<TerminalSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...part }
    this.#options.onChange()
  }
}
