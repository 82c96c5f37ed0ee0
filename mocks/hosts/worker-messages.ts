import type { PlatformName } from '../platforms/platform.ts'

/** Which world to open. `at` is an ISO moment; what is absent is the cloud's to choose. */
export interface WorldChoice {
  scenario?: string
  /** A world file as it was read (docs/worlds.md), in place of a scenario. */
  worldFile?: object
  platform?: PlatformName
  seed?: number
  devices?: number
  at?: string
}

/** The first message of a page. */
export interface Greeting {
  /** What the configuration file asks for: opens when nothing was kept, and replaces what was kept for another. */
  configured: WorldChoice
  /** What the page's address asks for: outranks everything, also a world that other tabs have open. */
  linked: WorldChoice
  /** A web lock that the page holds as long as it lives; null where the browser has none. */
  lifeline: string | null
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
  /** `chunks`: the body follows as `chunk` messages, because streams cannot be transferred here. */
  body: ArrayBuffer | ReadableStream<Uint8Array> | 'chunks' | null
}

/** What a page says to the worker in which the cloud lives. `id` is the page's own number for a request or a socket. */
export type PageMessage =
  | { type: 'hello'; greeting: Greeting; canReceiveStreams: boolean }
  | { type: 'request'; id: number; request: PortRequest }
  | { type: 'cancel'; id: number }
  | { type: 'terminal-open'; id: number }
  | { type: 'terminal-event'; id: number; event: string; args: unknown[]; ack: number | null }
  | { type: 'terminal-close'; id: number }
  /** The page may be about to go: keep the world now. */
  | { type: 'keep' }
  | { type: 'bye' }

/** What the worker says to a page. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'response'; id: number; response: PortResponse }
  | { type: 'chunk'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end'; id: number; error: string | null }
  | { type: 'terminal-event'; id: number; event: string; args: unknown[] }
  | { type: 'terminal-ack'; id: number; ack: number; args: unknown[] }
  | { type: 'terminal-close'; id: number }
  /** Somebody moved the clock, reset the world or set a fault. */
  | { type: 'world-changed' }

/** As much of a MessagePort as both ends need; Node's and the browser's both have it. */
export interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  start(): void
  close(): void
}

/** Whether a stream can be handed to another thread here; Safari learned it late. */
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
