import type { Cloud } from '../cloud.ts'
import type { TerminalSocket } from '../devices/terminal.ts'
import type {
  PageMessage,
  Port,
  PortRequest,
  PortResponse,
  ReplacementLoss,
  WorkerMessage,
} from './worker-messages.ts'

type Listener = (...args: unknown[]) => void

interface OpenTerminal {
  deliver(event: string, args: unknown[], ack: number | null): void
  closed(): void
}

export interface WorkerServerOptions {
  port: Port
  /** The cloud; looked up for each request, because it may be created after the page's greeting. */
  cloud: () => Promise<Cloud>
  /**
   * Called with the page's greeting; resolves when the world is open, with what kept the linked one closed. Rejects with a readable
   * message.
   */
  greeted: (message: Extract<PageMessage, { type: 'hello' }>['greeting']) => Promise<ReplacementLoss | null>
  /** Called after each request and before its response is sent, with the request and the status. */
  answered: (request: Request, body: ArrayBuffer | null, status: number) => Promise<void>
  /** Input in a terminal; the shell command may change the world. */
  typed: () => void
  /** The page may be about to close. */
  leaving: () => void
  /** The page is closed. */
  left: () => void
}

export interface WorkerServer {
  post(message: WorkerMessage): void
  /** Ends everything this page has open: requests, streams, terminals. */
  close(): void
}

/** The worker's end of a page's port: serves its requests, streams and terminal sockets from the cloud. */
export function serveWorkerPort({
  port,
  cloud,
  greeted,
  answered,
  typed,
  leaving,
  left,
}: WorkerServerOptions): WorkerServer {
  const requests = new Map<number, AbortController>()
  const terminals = new Map<number, OpenTerminal>()
  const bodies = new Map<number, ReadableStreamDefaultReader<Uint8Array>>()

  const post = (message: WorkerMessage, transfer: Transferable[] = []) => port.postMessage(message, transfer)

  async function answer(id: number, received: PortRequest): Promise<void> {
    const ending = new AbortController()
    requests.set(id, ending)
    const request = new Request(received.url, {
      method: received.method,
      headers: received.headers,
      body: received.body,
      signal: ending.signal,
    })
    try {
      const response = await (await cloud()).handle(request)
      if (ending.signal.aborted) return await response.body?.cancel()
      await answered(request, received.body, response.status)
      await send(id, response, ending)
    } catch (error) {
      requests.delete(id)
      if (!ending.signal.aborted) post({ type: 'end', id, error: sentence(error) })
    }
  }

  async function send(id: number, response: Response, ending: AbortController): Promise<void> {
    const head = {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    } satisfies Omit<PortResponse, 'body'>
    const finished = () => requests.delete(id)

    if (response.body === null) {
      finished()
      return post({ type: 'response', id, response: { ...head, body: null } })
    }
    if (!isStream(response)) {
      const body = await response.arrayBuffer()
      finished()
      return post({ type: 'response', id, response: { ...head, body } }, [body])
    }
    const reader = response.body.getReader()
    bodies.set(id, reader)
    ending.signal.addEventListener('abort', () => {
      bodies.delete(id)
      void reader.cancel(ending.signal.reason).catch(() => {})
    })
    post({ type: 'response', id, response: { ...head, body: 'chunks' } })
  }

  /** Sends the next chunk of a body. Not every browser can transfer a stream or iterate over one, so it is read in steps. */
  async function sendChunk(id: number): Promise<void> {
    const reader = bodies.get(id)
    if (reader === undefined) return
    const finish = (error: string | null) => {
      if (!bodies.delete(id)) return
      requests.delete(id)
      post({ type: 'end', id, error })
    }
    try {
      const { done, value } = await reader.read()
      if (done) return finish(null)
      // A copy: the cloud may keep the memory of its chunk.
      const bytes = new Uint8Array(value)
      post({ type: 'chunk', id, bytes }, [bytes.buffer])
    } catch (error) {
      finish(sentence(error))
    }
  }

  async function openTerminal(id: number): Promise<void> {
    const listeners = new Map<string, Listener[]>()
    const closers: (() => void)[] = []
    const waiting: Parameters<OpenTerminal['deliver']>[] = []
    let connected = false

    const deliver: OpenTerminal['deliver'] = (event, args, ack) => {
      if (!connected) return void waiting.push([event, args, ack])
      const reply = (...values: unknown[]) => {
        if (ack !== null) post({ type: 'terminal-ack', id, ack, args: values })
      }
      const argumentsWithReply = ack === null ? args : [...args, reply]
      for (const listener of listeners.get(event) ?? []) listener(...argumentsWithReply)
    }
    const socket: TerminalSocket = {
      emit: (event, ...args) => {
        if (terminals.has(id)) post({ type: 'terminal-event', id, event, args })
      },
      on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      onClose: (listener) => closers.push(listener),
      close: () => {
        if (!terminals.has(id)) return
        post({ type: 'terminal-close', id })
        terminals.get(id)?.closed()
      },
    }
    terminals.set(id, {
      deliver,
      closed() {
        terminals.delete(id)
        for (const closer of closers) closer()
      },
    })
    ;(await cloud()).connectTerminal(socket)
    connected = true
    for (const event of waiting) deliver(...event)
  }

  function close(): void {
    for (const ending of requests.values()) ending.abort()
    requests.clear()
    for (const terminal of [...terminals.values()]) terminal.closed()
    port.close()
  }

  function receive(message: PageMessage): void {
    switch (message.type) {
      case 'hello':
        void greeted(message.greeting).then(
          (loss) => post({ type: 'ready', loss }),
          (error: unknown) => post({ type: 'failed', reason: sentence(error) }),
        )
        return
      case 'request':
        return void answer(message.id, message.request)
      case 'pull':
        return void sendChunk(message.id)
      case 'cancel':
        requests.get(message.id)?.abort()
        return void requests.delete(message.id)
      case 'terminal-open':
        return void openTerminal(message.id)
      case 'terminal-event':
        terminals.get(message.id)?.deliver(message.event, message.args, message.ack)
        return typed()
      case 'terminal-close':
        return terminals.get(message.id)?.closed()
      case 'keep':
        return leaving()
      case 'bye':
        leaving()
        left()
        return close()
    }
  }

  port.addEventListener('message', (event: MessageEvent<PageMessage>) => receive(event.data))
  port.start()
  return { post, close }
}

/** Complete bodies are sent in one message; bodies that arrive over time are sent as a stream. */
function isStream(response: Response): boolean {
  if (response.headers.get('x-accel-buffering') === 'no') return true
  const type = response.headers.get('content-type') ?? ''
  return !(
    type.startsWith('application/json') ||
    (type.startsWith('text/') && !type.startsWith('text/event-stream'))
  )
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
