import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Of an authority that only this test trusts, for localhost. It protects nothing. */
const KEY = `
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEILLWe1dSHYG8W/hPJ0i/ghNfO7FGVOWQ5NmiJ4NKmJimoAoGCCqGSM49
AwEHoUQDQgAEfTJ8dh2ZiwKEDLrwqjB+d+X/EDRsyVVHLgfWsarwj3HIWr0F65IR
LnWhYE+pY5j1B4EE3hQQtcRGwoeUrh5kWg==
-----END EC PRIVATE KEY-----
`

export const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBezCCASGgAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNkZXNrIHRl
c3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAe
MRwwGgYDVQQDDBNkZXNrIHRlc3QgYXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAEfTJ8dh2ZiwKEDLrwqjB+d+X/EDRsyVVHLgfWsarwj3HIWr0F65IR
LnWhYE+pY5j1B4EE3hQQtcRGwoeUrh5kWqNOMEwwGgYDVR0RBBMwEYIJbG9jYWxo
b3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFNi1eyF7QikuapBi
dDfpZc8d8Hl6MAoGCCqGSM49BAMCA0gAMEUCIQCDt2chdP6Xeg5VjAQ5FxmS2+OJ
Hb3vsNjkEpvZ6wZobwIgejAsumyEO0xi3kZTyKxVCa1nYy7m6CXVek8u5IcLaQo=
-----END CERTIFICATE-----
`

export interface Desk {
  /** The address behind TLS, as devices are told. */
  url: string
  close(): void
}

/** A TLS proxy on this machine before a server, which says like Caddy who asked and by which address. */
export async function aProxyTo(target: () => string): Promise<Desk> {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (incoming, outgoing) => {
    const { method, url = '/', headers, socket } = incoming
    const forwarded = {
      ...headers,
      'x-forwarded-for': socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': headers.host ?? '',
    }
    const passed = httpRequest(new URL(url, target()), { method, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface Answered {
  status: number
  text: string
  etag: string | undefined
}

/** Sends requests as a device does: over TLS, trusting the authority in its configuration. */
export function aClient(endpoint: string, authority: string) {
  const open = (method: string, path: string, headers: Record<string, string>) => {
    const request = httpsRequest(new URL(path, endpoint), { method, headers, ca: authority })
    const answered = (async (): Promise<Answered> => {
      const [answer] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
      let text = ''
      for await (const chunk of answer) text += String(chunk)
      return { status: answer.statusCode ?? 0, text, etag: answer.headers.etag }
    })()
    return { request, answered }
  }
  return {
    open,
    async send(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const { request, answered } = open(method, path, { ...json, ...headers })
      request.end(body === undefined ? undefined : JSON.stringify(body))
      return answered
    },
  }
}
