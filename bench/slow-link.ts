import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

/** “Slow 4G” of DevTools and Lighthouse. */
export const SLOW_4G: Line = { roundTripMs: 562.5, bytesPerSecond: (1.44 * 1_000_000) / 8 }

export interface Line {
  roundTripMs: number
  /** Towards the browser, shared by all connections. */
  bytesPerSecond: number
}

/**
 * A slow connection to servers of this machine. Unlike the throttling of DevTools, it also affects workers, the service worker
 * and CORS preflights.
 */
export function slowLink({ roundTripMs, bytesPerSecond }: Line) {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  /** When the last byte in transit arrives. */
  let freeAt = 0

  const later = (ms: number, work: () => void) => setTimeout(work, ms)
  /** Forwards data in order, each chunk after its delay. */
  function carry(from: Socket, to: Socket, delayOf: (bytes: number) => number) {
    from.on('data', (piece) => later(delayOf(piece.length), () => void (to.destroyed || to.write(piece))))
    from.on('end', () => later(delayOf(0), () => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => later(delayOf(0), () => to.destroy()))
  }
  const up = () => roundTripMs / 2
  const down = (bytes: number) => {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (1000 * bytes) / bytesPerSecond
    return freeAt - now + roundTripMs / 2
  }

  return {
    /** Opens a local port that forwards to another one over the slow connection. */
    async to(port: number): Promise<number> {
      const server = createServer((near) => {
        const far = connect(port, '127.0.0.1')
        for (const socket of [near, far]) sockets.add(socket.setNoDelay(true))
        carry(near, far, up)
        carry(far, near, down)
      })
      servers.push(server)
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return (server.address() as AddressInfo).port
    },
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
