import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OwnConfig {
  /** The address of the dashboard with this configuration. */
  address: string
  /** Replaces `config.json`; null removes it. */
  set(config: string | null): void
  close(): Promise<void>
}

/** Serves the dashboard from `baseUrl` with another `config.json`. */
export async function serveWithConfig(baseUrl: string, config: string | null): Promise<OwnConfig> {
  let now = config
  const server = createServer(({ url = '/' }, response) => {
    if (new URL(url, baseUrl).pathname === '/config.json') {
      response.writeHead(now === null ? 404 : 200, { 'content-type': 'application/json' }).end(now ?? '')
      return
    }
    fetch(new URL(url, baseUrl))
      .then(async (answer) => {
        const type = answer.headers.get('content-type') ?? 'application/octet-stream'
        response
          .writeHead(answer.status, { 'content-type': type })
          .end(Buffer.from(await answer.arrayBuffer()))
      })
      .catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    set(config) {
      now = config
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
