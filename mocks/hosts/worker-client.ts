import type {
  Greeting,
  PageMessage,
  Port,
  PortResponse,
  ReplacementLoss,
  WorkerMessage,
} from './worker-messages.ts'

/** The page's side of a terminal socket, independent of the transport. */
export interface PageSocket {
  /** Delivers an event from the cloud to the client in the page. */
  emit(event: string, args: unknown[]): void
  /** Called with each event of the client; `reply` is set when the client requested an acknowledgement. */
  onEvent(listener: (event: string, args: unknown[], reply: ((args: unknown[]) => void) | null) => void): void
  onClose(listener: () => void): void
  close(): void
}

/** A cloud behind a message port. */
export interface WorkerClient {
  /**
   * Opens the world. Resolves with what the linked world would take away, if it was not opened for that; it opens by a second,
   * confirmed greeting. Rejects with the cloud's error message when it cannot.
   */
  hello(greeting: Greeting): Promise<ReplacementLoss | null>
  /** Aborting the request, or cancelling the response body, stops the work in the cloud. Rejects with a TypeError, like fetch. */
  handle(request: Request): Promise<Response>
  connectTerminal(socket: PageSocket): void
  /** Called when the clock, the world or the faults change. */
  onWorldChange(listener: () => void): () => void
  /** Requests that the world is saved now, because the page may be about to close. */
  keep(): void
  bye(): void
}

interface Pending {
  resolve(response: Response): void
  reject(error: unknown): void
}

/** A body that the page reads chunk by chunk. */
interface Body {
  controller: ReadableStreamDefaultController<Uint8Array>
  /** Resolves the pull that waits for a chunk. */
  pulled: () => void
}

interface Terminal {
  socket: PageSocket
  replies: Map<number, (args: unknown[]) => void>
}

const emptyStatuses = new Set([204, 205, 304])
const bodyless = new Set(['GET', 'HEAD'])

/** Connects to the worker's end of a port (`serveWorkerPort`). */
export function createWorkerClient(port: Port): WorkerClient {
  const pending = new Map<number, Pending>()
  const bodies = new Map<number, Body>()
  const terminals = new Map<number, Terminal>()
  const listeners = new Set<() => void>()
  let greeting = Promise.withResolvers<ReplacementLoss | null>()
  let lastId = 0

  const post = (message: PageMessage, transfer: Transferable[] = []) => port.postMessage(message, transfer)

  /** Asks the worker for a chunk whenever the reader needs one, so a slow reader slows the cloud down. */
  function chunkStream(id: number): ReadableStream<Uint8Array> {
    let controller: ReadableStreamDefaultController<Uint8Array>
    return new ReadableStream<Uint8Array>(
      {
        start(made) {
          controller = made
          bodies.set(id, { controller, pulled: () => {} })
        },
        pull: () =>
          new Promise<void>((pulled) => {
            bodies.set(id, { controller, pulled })
            post({ type: 'pull', id })
          }),
        cancel() {
          bodies.delete(id)
          post({ type: 'cancel', id })
        },
      },
      { highWaterMark: 0 },
    )
  }

  function responded(id: number, { status, statusText, headers, body }: PortResponse): void {
    const waiting = pending.get(id)
    pending.delete(id)
    // It was aborted; the worker has been told.
    if (waiting === undefined) return
    const stream = body === 'chunks' ? chunkStream(id) : body
    waiting.resolve(new Response(emptyStatuses.has(status) ? null : stream, { status, statusText, headers }))
  }

  function ended(id: number, error: string | null): void {
    const problem = error === null ? null : new TypeError(`The simulated cloud failed: ${error}`)
    const reading = bodies.get(id)
    bodies.delete(id)
    if (problem) reading?.controller.error(problem)
    else reading?.controller.close()
    reading?.pulled()
    pending.get(id)?.reject(problem ?? new TypeError('The simulated cloud did not answer'))
    pending.delete(id)
  }

  function receive(message: WorkerMessage): void {
    switch (message.type) {
      case 'ready':
        return greeting.resolve(message.loss)
      case 'failed':
        return greeting.reject(new Error(message.reason))
      case 'response':
        return responded(message.id, message.response)
      case 'chunk':
        bodies.get(message.id)?.controller.enqueue(message.bytes)
        return bodies.get(message.id)?.pulled()
      case 'end':
        return ended(message.id, message.error)
      case 'terminal-event':
        return terminals.get(message.id)?.socket.emit(message.event, message.args)
      case 'terminal-ack': {
        const replies = terminals.get(message.id)?.replies
        replies?.get(message.ack)?.(message.args)
        return void replies?.delete(message.ack)
      }
      case 'terminal-close': {
        const terminal = terminals.get(message.id)
        terminals.delete(message.id)
        return terminal?.socket.close()
      }
      case 'world-changed':
        for (const listener of listeners) listener()
    }
  }

  port.addEventListener('message', (event: MessageEvent<WorkerMessage>) => receive(event.data))
  port.start()

  return {
    hello(message) {
      greeting = Promise.withResolvers()
      post({ type: 'hello', greeting: message })
      return greeting.promise
    },

    async handle(request) {
      request.signal.throwIfAborted()
      const id = ++lastId
      const body = bodyless.has(request.method) ? null : await request.arrayBuffer()
      request.signal.throwIfAborted()
      const answer = Promise.withResolvers<Response>()
      pending.set(id, answer)
      request.signal.addEventListener('abort', () => {
        post({ type: 'cancel', id })
        pending.delete(id)
        answer.reject(request.signal.reason)
        const reading = bodies.get(id)
        bodies.delete(id)
        reading?.controller.error(request.signal.reason)
        reading?.pulled()
      })
      const { url, method } = request
      post(
        { type: 'request', id, request: { url, method, headers: [...request.headers], body } },
        body === null ? [] : [body],
      )
      return answer.promise
    },

    connectTerminal(socket) {
      const id = ++lastId
      const replies: Terminal['replies'] = new Map()
      let lastAck = 0
      terminals.set(id, { socket, replies })
      post({ type: 'terminal-open', id })
      socket.onEvent((event, args, reply) => {
        const ack = reply === null ? null : ++lastAck
        if (ack !== null && reply !== null) replies.set(ack, reply)
        post({ type: 'terminal-event', id, event, args, ack })
      })
      socket.onClose(() => {
        if (terminals.delete(id)) post({ type: 'terminal-close', id })
      })
    },

    onWorldChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    keep: () => post({ type: 'keep' }),
    bye: () => post({ type: 'bye' }),
  }
}
