import { afterEach, expect, test, vi } from 'vitest'
import { readPublicFile, readRepository } from './code-host.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answers = (status: number, body: string, headers: Record<string, string> = {}) => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => new Response(body, { status, headers }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const JSON_TYPE = { 'content-type': 'application/json' }
const hello = { owner: 'flotilla-examples', name: 'hello-fleet' }
const patient = { timeoutMs: 10_000 }

test('reads the default branch of a repository, without sending the session [CALL-024]', async () => {
  const fetch = answers(200, JSON.stringify({ default_branch: 'main', private: false }), JSON_TYPE)
  expect(await readRepository(hello, patient)).toEqual({
    defaultBranch: 'main',
    isPrivate: false,
    description: null,
  })
  const [address, init] = fetch.mock.calls[0] ?? []
  expect(address).toBe('https://api.github.com/repos/flotilla-examples/hello-fleet')
  expect(init).not.toHaveProperty('headers')
  expect(init?.credentials).toBe('omit')
})

test.each([
  [404, {}, 'not-found'],
  [403, { 'X-RateLimit-Remaining': '0' }, 'rate-limited'],
  [429, {}, 'rate-limited'],
  [403, { 'X-RateLimit-Remaining': '12' }, 'forbidden'],
  [503, {}, 'unavailable'],
] as const)('a response of %i %o is an error of kind %s', async (status, headers, kind) => {
  answers(status, JSON.stringify({ message: 'no' }), { ...JSON_TYPE, ...headers })
  await expect(readRepository(hello, patient)).rejects.toMatchObject({ kind })
})

test('rejects a response without a branch, or that is not an object', async () => {
  answers(200, '{}', JSON_TYPE)
  await expect(readRepository(hello, patient)).rejects.toMatchObject({ kind: 'server' })
  answers(200, 'null', JSON_TYPE)
  await expect(readRepository(hello, patient)).rejects.toMatchObject({ kind: 'server' })
})

test('a missing file is not an error', async () => {
  answers(404, '404: Not Found')
  expect(
    await readPublicFile('https://raw.githubusercontent.com/a/b/main/balena.yml', patient),
  ).toBeUndefined()
})

/** A host that never responds. */
const silent = () =>
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )

test('times out, and not a moment early', async () => {
  vi.useFakeTimers()
  silent()
  const outcome = vi.fn()
  void readPublicFile('https://raw.githubusercontent.com/a/b/main/balena.yml', patient).catch(outcome)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome.mock.calls[0]?.[0]).toMatchObject({ kind: 'timeout' })
})

test('an aborted request is not reported as an error', async () => {
  silent()
  const leaving = new AbortController()
  const reading = readRepository(hello, { ...patient, signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
})

test('a network failure is an error of its own kind', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(readRepository(hello, patient)).rejects.toMatchObject({ kind: 'network' })
})
