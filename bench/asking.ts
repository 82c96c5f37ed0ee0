import type { Cloud } from '../mocks/cloud.ts'

export const ORIGIN = 'https://api.flotilla.test'

export interface Rows {
  d: Record<string, unknown>[]
}

/** A client that is signed in to a cloud. */
export interface Asker {
  /** Reads a path below `/v7/`. */
  ask(path: string): Promise<Rows>
  /** Reads a row count. */
  count(path: string): Promise<number>
  /** Writes. @throws Error if the cloud rejects it */
  write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<void>
}

async function textOf(response: Response, what: string): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`)
  return text
}

/** Signs in as the administrator of the scenario. */
export async function signIn(cloud: Cloud): Promise<Asker> {
  const json = { 'content-type': 'application/json' }
  const credentials = JSON.stringify({ username: 'ada', password: 'flotilla-demo' })
  const entry = new Request(`${ORIGIN}/login_`, { method: 'POST', headers: json, body: credentials })
  const authorization = `Bearer ${await textOf(await cloud.handle(entry), 'Signing in')}`
  const read = async (path: string): Promise<unknown> => {
    const request = new Request(`${ORIGIN}/v7/${path}`, { headers: { authorization } })
    return JSON.parse(await textOf(await cloud.handle(request), path))
  }
  return {
    ask: async (path) => (await read(path)) as Rows,
    count: async (path) => ((await read(path)) as { d: number }).d,
    async write(method, path, body) {
      const request = new Request(`${ORIGIN}/v7/${path}`, {
        method,
        headers: { ...json, authorization },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await textOf(await cloud.handle(request), `${method} ${path}`)
    },
  }
}
