import { io, WebSocket as WebSocketTransport, type Socket } from 'socket.io-client'

export type TerminalTarget = { kind: 'host' } | { kind: 'service'; installId: number; serviceName: string }

/** Events from the terminal host. */
export interface TerminalEvents {
  connect(): void
  authenticated(): void
  unauthorized(): void
  'ssh connecting'(): void
  'ssh spawning'(): void
  ready(): void
  data(data: string): void
  'ssh disconnect'(): void
  disconnect(reason: string): void
  connect_error(error: Error): void
}

export interface TerminalSocket {
  on<E extends keyof TerminalEvents>(event: E, listener: TerminalEvents[E]): void
  authenticate(auth: { token: string; target: TerminalTarget }): void
  connectShell(target: TerminalTarget, size: { cols: number; rows: number }): void
  send(data: string): void
  resize(cols: number, rows: number): void
  close(): void
}

/**
 * Uses the page's current WebSocket when a session starts. The library keeps the one from when it was loaded, which may
 * be before the simulated cloud replaced it.
 */
class PageWebSocket extends WebSocketTransport {
  override createSocket(uri: string, protocols: string | string[] | undefined): WebSocket {
    return new globalThis.WebSocket(uri, protocols)
  }
}

/**
 * Opens a socket to the terminal host for a device. It does not reconnect: the terminal session counts its attempts
 * (docs/decisions/product-rules.md, 21), each with a new socket.
 */
export function openTerminalSocket(terminalUrl: string, uuid: string, token: string): TerminalSocket {
  const socket: Socket = io(terminalUrl, {
    transports: [PageWebSocket],
    query: { uuid },
    auth: { token },
    withCredentials: true,
    reconnection: false,
    forceNew: true,
  })
  return {
    on: (event, listener) => {
      // The types of the library do not include server-defined events.
      const name: string = event
      socket.on(name, listener as (...args: unknown[]) => void)
    },
    authenticate: (auth) =>
      void socket.emit('authentication', { auth: auth.token, uuid, target: wireTarget(auth.target) }),
    connectShell: (target, { cols, rows }) =>
      void socket.emit('ssh connect', { target: wireTarget(target), cols, rows }),
    send: (data) => void socket.emit('data', data),
    resize: (cols, rows) => void socket.emit('resize', { cols, rows }),
    close: () => void socket.disconnect(),
  }
}

function wireTarget(target: TerminalTarget) {
  return target.kind === 'host'
    ? { type: 'host' }
    : { type: 'service', installId: target.installId, serviceName: target.serviceName }
}
