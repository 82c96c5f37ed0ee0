import type { TerminalSocket, TerminalTarget } from '@/api/terminal-socket.ts'
import { acceptsShell } from '@/features/device-page/device-services.ts'
import type { ServiceRow } from '@/features/device-page/services/service-rows.ts'
import { CastRecorder, type Cast } from './asciicast.ts'
import { TerminalSession, type TerminalNotice, type TerminalSnapshot } from './terminal-session.ts'

const DEFAULT_SIZE = { cols: 80, rows: 24 }
/** Number of characters kept per session, for screens that are mounted later. */
const TRANSCRIPT_LIMIT = 200_000

/** Writes to the screen of a session. */
export type TerminalScreenSink = (text: string) => void

/** One tab with its session. */
export interface TerminalTab {
  readonly id: number
  readonly title: string
  readonly session: TerminalSession
  readonly snapshot: TerminalSnapshot
  readonly recording: 'none' | 'running' | 'kept'
}

export interface TerminalTabsSnapshot {
  readonly tabs: readonly TerminalTab[]
  /** Id of the visible tab; null shows the target picker. */
  readonly current: number | null
}

export interface TerminalTabsOptions {
  open(): TerminalSocket
  token(): string | null
  titleOf(target: TerminalTarget): string
  /** Title of the second and later sessions of a target. */
  numbered(title: string, nth: number): string
  /** Text of a notice, written into the terminal. */
  notice(notice: TerminalNotice): string
  /** The line that is shown while the device is offline. */
  waiting(seconds: number): string
}

interface Output {
  sink: TerminalScreenSink | null
  recorder: CastRecorder | null
  transcript: string[]
  transcriptLength: number
}

interface TabEntry {
  session: TerminalSession
  size: { cols: number; rows: number }
  output: Output
}

/** The terminal sessions of a device page, and which of them is visible. */
export class TerminalTabs {
  #snapshot: TerminalTabsSnapshot = { tabs: [], current: null }
  #nextId = 1
  #online = true
  #isVisible = true
  readonly #entries = new Map<number, TabEntry>()
  readonly #listeners = new Set<() => void>()
  readonly #options: TerminalTabsOptions

  constructor(options: TerminalTabsOptions) {
    this.#options = options
  }

  getSnapshot = (): TerminalTabsSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens a session in a new tab and shows it. */
  start(target: TerminalTarget): void {
    const id = this.#nextId++
    const title = this.#freeTitle(this.#options.titleOf(target))
    const size = { ...DEFAULT_SIZE }
    const output: Output = { sink: null, recorder: null, transcript: [], transcriptLength: 0 }
    const session = new TerminalSession({
      target,
      open: () => this.#options.open(),
      token: () => this.#options.token(),
      size: () => size,
      onData: (text) => this.#write(id, output, text),
      onNotice: (notice) => this.#write(id, output, onOwnLine(output, this.#options.notice(notice))),
      onWait: (seconds) => {
        const text = waitingLine(output, this.#options.waiting(seconds))
        this.#write(id, output, text)
      },
      onChange: () => this.#refresh(id),
    })
    this.#entries.set(id, { session, size, output })
    if (!this.#online) session.setDeviceOnline(false)
    this.#publish({
      tabs: [...this.#snapshot.tabs, { id, title, session, snapshot: session.snapshot, recording: 'none' }],
    })
    this.select(id)
  }

  /** The title, with the first free number if other sessions of the target are open. */
  #freeTitle(base: string): string {
    const used = new Set(this.#snapshot.tabs.map(({ title }) => title))
    let title = base
    for (let nth = 2; used.has(title); nth += 1) title = this.#options.numbered(base, nth)
    return title
  }

  /** Shows a tab or the picker. */
  select(id: number | null): void {
    for (const tab of this.#snapshot.tabs) tab.session.setCurrent(this.#isVisible && tab.id === id)
    this.#publish({ current: id })
  }

  /** Whether the panel is visible; output is unseen while it is not. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    this.select(this.#snapshot.current)
  }

  /** Ends a session. Closing the visible one shows the picker. */
  close(id: number): void {
    this.#entries.get(id)?.session.dispose()
    this.#entries.delete(id)
    const { tabs, current } = this.#snapshot
    this.#publish({ tabs: tabs.filter((tab) => tab.id !== id), current: current === id ? null : current })
  }

  closeAll(): void {
    for (const { id } of this.#snapshot.tabs) this.close(id)
  }

  setDeviceOnline(online: boolean): void {
    this.#online = online
    for (const { session } of this.#snapshot.tabs) session.setDeviceOnline(online)
  }

  /** Moves sessions in services to their current installs. */
  followInstalls(services: readonly ServiceRow[]): void {
    for (const { session, snapshot } of this.#snapshot.tabs) {
      const { target } = snapshot
      if (target.kind !== 'service') continue
      const row = services.find(({ name }) => name === target.serviceName)
      if (row && acceptsShell(row.present.status)) session.followInstall(row.present.id)
    }
  }

  /** Connects the screen of a tab, starting with the transcript. Returns a function that disconnects it. */
  attach(id: number, sink: TerminalScreenSink): () => void {
    const output = this.#entries.get(id)?.output
    if (!output) return () => {}
    output.sink = sink
    if (output.transcript.length > 0) sink(output.transcript.join(''))
    return () => {
      if (output.sink === sink) output.sink = null
    }
  }

  resize(id: number, cols: number, rows: number): void {
    const entry = this.#entries.get(id)
    if (!entry || (entry.size.cols === cols && entry.size.rows === rows)) return
    entry.size.cols = cols
    entry.size.rows = rows
    entry.session.resize(cols, rows)
    if (this.#tab(id)?.recording === 'running') entry.output.recorder?.resize(cols, rows)
  }

  /** Starts recording a session, replacing an older recording. */
  startRecording(id: number, startedAt: number): void {
    const entry = this.#entries.get(id)
    const title = this.#tab(id)?.title
    if (!entry || title === undefined) return
    const size = { ...entry.size }
    entry.output.recorder = new CastRecorder({ title, size, startedAt, now: () => performance.now() })
    this.#change(id, { recording: 'running' })
  }

  /** Ends a recording, which is kept until the session ends. */
  stopRecording(id: number): void {
    if (this.#tab(id)?.recording === 'running') this.#change(id, { recording: 'kept' })
  }

  /** The recording of a session; null if there is none. */
  recordingOf(id: number): Cast | null {
    return this.#entries.get(id)?.output.recorder?.cast ?? null
  }

  #tab(id: number): TerminalTab | undefined {
    return this.#snapshot.tabs.find((tab) => tab.id === id)
  }

  #change(id: number, part: Partial<TerminalTab>) {
    this.#publish({ tabs: this.#snapshot.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)) })
  }

  #refresh(id: number) {
    const entry = this.#entries.get(id)
    if (entry) this.#change(id, { snapshot: entry.session.snapshot })
  }

  #write(id: number, output: Output, text: string) {
    write(output, text)
    if (this.#tab(id)?.recording === 'running') output.recorder?.output(text)
  }

  #publish(part: Partial<TerminalTabsSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...part }
    for (const listener of this.#listeners) listener()
  }
}

/** Starts a notice on a new line. */
function onOwnLine({ transcript }: Output, text: string): string {
  const before = transcript.at(-1) ?? '\n'
  return `${before.endsWith('\n') ? '' : '\r\n'}${text}\r\n`
}

const REPLACED_LINE = '\r\x1b[K'

/** One line that is written over while the device is offline; the transcript keeps only its last state. */
function waitingLine(output: Output, text: string): string {
  const before = output.transcript.at(-1) ?? '\n'
  if (!before.includes(REPLACED_LINE)) {
    // The line break is a piece of its own, which stays when the line is replaced.
    if (!before.endsWith('\n')) write(output, '\r\n')
    return `${REPLACED_LINE}${text}`
  }
  output.transcript.pop()
  output.transcriptLength -= before.length
  return `${REPLACED_LINE}${text}`
}

function write(output: Output, text: string) {
  output.sink?.(text)
  const tail = text.slice(-TRANSCRIPT_LIMIT)
  output.transcript.push(tail)
  output.transcriptLength += tail.length
  while (output.transcriptLength > TRANSCRIPT_LIMIT && output.transcript.length > 1) {
    output.transcriptLength -= output.transcript.shift()?.length ?? 0
  }
}
