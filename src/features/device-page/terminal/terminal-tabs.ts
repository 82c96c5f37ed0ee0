import type { TerminalSocket, TerminalTarget } from '@/api/terminal-socket.ts'
import { acceptsShell } from '../device-services.ts'
import { CastRecorder, type Cast } from './asciicast.ts'
import type { ServiceRow } from '../services/service-rows.ts'
import { TerminalSession, type TerminalNotice, type TerminalSnapshot } from './terminal-session.ts'

const DEFAULT_SIZE = { cols: 80, rows: 24 }
/** How many characters are kept for a screen that comes later or again. */
const TRANSCRIPT_LIMIT = 200_000

/** Shows what a session says. */
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
  /** Id of the tab that is looked at; null shows the target picker. */
  readonly current: number | null
}

export interface TerminalTabsOptions {
  open(): TerminalSocket
  token(): string | null
  titleOf(target: TerminalTarget): string
  /** Numbers the second and later sessions of one target. */
  numbered(title: string, nth: number): string
  /** What to write into the terminal when something happens to its session. */
  notice(notice: TerminalNotice): string
}

interface Output {
  sink: TerminalScreenSink | null
  recorder: CastRecorder | null
  transcript: string[]
  transcriptLength: number
}

interface Held {
  session: TerminalSession
  size: { cols: number; rows: number }
  output: Output
}

/** The terminal sessions of one device's page and which of them is looked at. */
export class TerminalTabs {
  #snapshot: TerminalTabsSnapshot = { tabs: [], current: null }
  #nextId = 1
  #online = true
  #lookedAt = true
  readonly #held = new Map<number, Held>()
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

  /** Opens a session in a new tab and looks at it. */
  start(target: TerminalTarget): void {
    const id = this.#nextId++
    const base = this.#options.titleOf(target)
    const same = this.#snapshot.tabs.filter(
      ({ title }) => title === base || title.startsWith(`${base} `),
    ).length
    const title = same === 0 ? base : this.#options.numbered(base, same + 1)
    const size = { ...DEFAULT_SIZE }
    const output: Output = { sink: null, recorder: null, transcript: [], transcriptLength: 0 }
    const session = new TerminalSession({
      target,
      open: () => this.#options.open(),
      token: () => this.#options.token(),
      size: () => size,
      onData: (text) => this.#write(id, output, text),
      onNotice: (notice) => this.#write(id, output, onOwnLine(output, this.#options.notice(notice))),
      onChange: () => this.#refresh(id),
    })
    this.#held.set(id, { session, size, output })
    if (!this.#online) session.setDeviceOnline(false)
    this.#publish({
      tabs: [...this.#snapshot.tabs, { id, title, session, snapshot: session.snapshot, recording: 'none' }],
    })
    this.select(id)
  }

  /** Looks at a tab, or at the picker. */
  select(id: number | null): void {
    for (const tab of this.#snapshot.tabs) tab.session.setCurrent(this.#lookedAt && tab.id === id)
    this.#publish({ current: id })
  }

  /** Whether the panel is in sight: what comes while it is not is new to the person. */
  setLookedAt(lookedAt: boolean): void {
    this.#lookedAt = lookedAt
    this.select(this.#snapshot.current)
  }

  /** Ends a session. Closing the one that is looked at leaves none looked at; closing another changes nothing else. */
  close(id: number): void {
    this.#held.get(id)?.session.dispose()
    this.#held.delete(id)
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

  /** Moves sessions in services to the installs that now run them. */
  followInstalls(services: readonly ServiceRow[]): void {
    for (const { session, snapshot } of this.#snapshot.tabs) {
      const { target } = snapshot
      if (target.kind !== 'service') continue
      const row = services.find(({ name }) => name === target.serviceName)
      if (row && acceptsShell(row.present.status)) session.followInstall(row.present.id)
    }
  }

  /** Connects a tab's screen; what was said so far comes first. Returns a way to disconnect it. */
  attach(id: number, sink: TerminalScreenSink): () => void {
    const output = this.#held.get(id)?.output
    if (!output) return () => {}
    output.sink = sink
    if (output.transcript.length > 0) sink(output.transcript.join(''))
    return () => {
      if (output.sink === sink) output.sink = null
    }
  }

  resize(id: number, cols: number, rows: number): void {
    const held = this.#held.get(id)
    if (!held || (held.size.cols === cols && held.size.rows === rows)) return
    held.size.cols = cols
    held.size.rows = rows
    held.session.resize(cols, rows)
    if (this.#tab(id)?.recording === 'running') held.output.recorder?.resize(cols, rows)
  }

  /** Records what a session shows from now on; an older recording of it is given up. */
  startRecording(id: number, startedAt: number): void {
    const held = this.#held.get(id)
    const title = this.#tab(id)?.title
    if (!held || title === undefined) return
    const size = { ...held.size }
    held.output.recorder = new CastRecorder({ title, size, startedAt, now: () => performance.now() })
    this.#change(id, { recording: 'running' })
  }

  /** Ends a recording; it is kept as long as its session. */
  stopRecording(id: number): void {
    if (this.#tab(id)?.recording === 'running') this.#change(id, { recording: 'kept' })
  }

  /** What has been recorded of a session; null when nothing was. */
  recordingOf(id: number): Cast | null {
    return this.#held.get(id)?.output.recorder?.cast ?? null
  }

  #tab(id: number): TerminalTab | undefined {
    return this.#snapshot.tabs.find((tab) => tab.id === id)
  }

  #change(id: number, part: Partial<TerminalTab>) {
    this.#publish({ tabs: this.#snapshot.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)) })
  }

  #refresh(id: number) {
    const held = this.#held.get(id)
    if (held) this.#change(id, { snapshot: held.session.snapshot })
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

/** A notice never continues a line that the shell has begun. */
function onOwnLine({ transcript }: Output, text: string): string {
  const before = transcript.at(-1) ?? '\n'
  return `${before.endsWith('\n') ? '' : '\r\n'}${text}\r\n`
}

function write(output: Output, text: string) {
  output.sink?.(text)
  const kept = text.slice(-TRANSCRIPT_LIMIT)
  output.transcript.push(kept)
  output.transcriptLength += kept.length
  while (output.transcriptLength > TRANSCRIPT_LIMIT && output.transcript.length > 1) {
    output.transcriptLength -= output.transcript.shift()?.length ?? 0
  }
}
