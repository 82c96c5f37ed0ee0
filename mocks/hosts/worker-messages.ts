import type { PlatformName } from '../platforms/platform.ts'

/** Which world to open. `at` is an ISO time; the cloud chooses what is absent. */
export interface WorldChoice {
  scenario?: string
  /** A parsed world file (docs/worlds.md), instead of a scenario. */
  worldFile?: object
  platform?: PlatformName
  seed?: number
  devices?: number
  at?: string
}

/** The first message of a page. */
export interface Greeting {
  /** The world in the configuration file: opened when no world is stored; replaces one stored for another configuration. */
  configured: WorldChoice
  /**
   * The world in the page's URL: takes precedence over everything, also over a world that other tabs have open. If that would take
   * something away, it is not opened until the page confirms.
   */
  linked: WorldChoice
  /** Opens the linked world whatever is lost; absent in the first greeting of a page. */
  isConfirmed?: boolean
  /** A web lock that the page holds as long as it exists; null if not supported. */
  lifeline: string | null
}

/** What the world in a page's URL would take away. */
export interface ReplacementLoss {
  /** Actions done in the world that is open; recorded nowhere else. */
  actions: number
  /** Other pages that show it. */
  pages: number
}

export interface PortRequest {
  url: string
  method: string
  headers: [string, string][]
  body: ArrayBuffer | null
}

export interface PortResponse {
  status: number
  statusText: string
  headers: [string, string][]
  /** `chunks`: the body is read by `pull` messages, each answered by a `chunk` or the `end`. */
  body: ArrayBuffer | 'chunks' | null
}

/** Messages from a page to the worker. `id` is the page's number of a request or socket. */
export type PageMessage =
  | { type: 'hello'; greeting: Greeting }
  | { type: 'request'; id: number; request: PortRequest }
  /** Asks for the next chunk of a body. */
  | { type: 'pull'; id: number }
  | { type: 'cancel'; id: number }
  | { type: 'terminal-open'; id: number }
  | { type: 'terminal-event'; id: number; event: string; args: unknown[]; ack: number | null }
  | { type: 'terminal-close'; id: number }
  /** The page may be about to close: save the world now. */
  | { type: 'keep' }
  | { type: 'bye' }

/** Messages from the worker to a page. */
export type WorkerMessage =
  /** `loss`: the linked world was not opened, because it would take this away; null if it was. */
  | { type: 'ready'; loss: ReplacementLoss | null }
  | { type: 'failed'; reason: string }
  | { type: 'response'; id: number; response: PortResponse }
  | { type: 'chunk'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end'; id: number; error: string | null }
  | { type: 'terminal-event'; id: number; event: string; args: unknown[] }
  | { type: 'terminal-ack'; id: number; ack: number; args: unknown[] }
  | { type: 'terminal-close'; id: number }
  /** The clock, the world or the faults have changed. */
  | { type: 'world-changed' }

/** The subset of MessagePort that both ends need; available in Node and browsers. */
export interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  start(): void
  close(): void
}

/** Whether streams can be transferred to another thread; WebKit cannot. */
export function canTransferStreams(): boolean {
  const { port1, port2 } = new MessageChannel()
  try {
    const stream = new ReadableStream({ start: (controller) => controller.close() })
    port1.postMessage(stream, [stream])
    return true
  } catch {
    return false
  } finally {
    port1.close()
    port2.close()
  }
}
