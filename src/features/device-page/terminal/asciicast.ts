/** An event of a recording in asciicast v2 format: a header line, then one event per line as [seconds, kind, data]. */

export interface CastEvent {
  /** Seconds since the start. */
  at: number
  /** Output, or a resize as `100x30`. */
  kind: 'o' | 'r'
  data: string
}

export interface Cast {
  cols: number
  rows: number
  title: string
  /** Start time in ms since 1970; null if unknown. */
  startedAt: number | null
  events: readonly CastEvent[]
}

export interface RecorderOptions {
  title: string
  size: { cols: number; rows: number }
  startedAt: number
  /** Monotonic clock in ms. */
  now: () => number
}

/** Limits the memory used by endless output. */
const MAX_CHARACTERS = 5_000_000

/** Records the output of a terminal. Input is not recorded, because it may contain passwords. */
export class CastRecorder {
  readonly #options: RecorderOptions
  readonly #began: number
  readonly #events: CastEvent[] = []
  #length = 0

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#began = options.now()
  }

  output(data: string): void {
    if (this.#length + data.length > MAX_CHARACTERS) return
    this.#length += data.length
    this.#add('o', data)
  }

  resize(cols: number, rows: number): void {
    this.#add('r', `${cols}x${rows}`)
  }

  get cast(): Cast {
    const { title, size, startedAt } = this.#options
    return { ...size, title, startedAt, events: [...this.#events] }
  }

  #add(kind: CastEvent['kind'], data: string) {
    this.#events.push({ at: Math.max(0, this.#options.now() - this.#began) / 1_000, kind, data })
  }
}

/** A recording as file content: one JSON value per line. */
export function castText({ cols, rows, title, startedAt, events }: Cast): string {
  const header = {
    version: 2,
    width: cols,
    height: rows,
    ...(startedAt === null ? {} : { timestamp: Math.floor(startedAt / 1_000) }),
    title,
    env: { TERM: 'xterm-256color' },
  }
  const lines = events.map(({ at, kind, data }) => JSON.stringify([Math.round(at * 1e6) / 1e6, kind, data]))
  return `${[JSON.stringify(header), ...lines].join('\n')}\n`
}

/** Parses a recording; null unless it is asciicast version 2. Unsupported events are ignored. */
export function parseCast(text: string): Cast | null {
  const [head = '', ...lines] = text.split('\n')
  const header = record(json(head))
  const { width, height, title, timestamp } = header
  if (header.version !== 2 || !isSize(width) || !isSize(height)) return null
  const events: CastEvent[] = []
  for (const line of lines) {
    const event = json(line)
    if (!Array.isArray(event)) continue
    const [at, kind, data] = event as unknown[]
    if (typeof at !== 'number' || !Number.isFinite(at) || typeof data !== 'string') continue
    if (kind === 'o' || kind === 'r') events.push({ at: Math.max(0, at), kind, data })
  }
  return {
    cols: width,
    rows: height,
    title: typeof title === 'string' ? title : '',
    startedAt: typeof timestamp === 'number' ? timestamp * 1_000 : null,
    events,
  }
}

/** Duration in seconds. */
export function castLength({ events }: Cast): number {
  return events.at(-1)?.at ?? 0
}

/** Columns and rows of a resize event; null for other events. */
export function terminalSize({ kind, data }: CastEvent): { cols: number; rows: number } | null {
  const [, cols, rows] = (kind === 'r' && /^(\d{1,4})x(\d{1,4})$/.exec(data)) || []
  return cols && rows ? { cols: Number(cols), rows: Number(rows) } : null
}

const isSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 1_000

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
