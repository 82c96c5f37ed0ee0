import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { featureFlagsQuery, usualFlags } from './feature-flags.ts'

// Test files of one process share the connection: reset it to the hosted platform.
afterAll(
  () =>
    void connectApi({ apiUrl: 'https://api.example', terminalUrl: 'wss://api.example', tokenKey: 'token' }),
)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A platform with this response, and the requested URLs. */
function platform(answer: (signal: AbortSignal) => Promise<Response>) {
  const asked: string[] = []
  const api = connectApi({
    apiUrl: 'https://api.example.com',
    terminalUrl: 'wss://terminal.example.com',
    tokenKey: 'token',
    fetch: async (address, init) => {
      asked.push(new Request(address).url)
      if (init?.signal == null) throw new Error('It would never be given up')
      return answer(init.signal)
    },
  })
  return { asked, api }
}

const read = () => new QueryClient().fetchQuery(featureFlagsQuery())

const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('reads the three flags; missing ones have their default [SHELL-036]', async () => {
  const response = { 'column-ordering': false, 'reduced-default-device-columns': true, other: true }
  const { asked } = platform(async () => Response.json(response))
  expect(await read()).toEqual({
    'column-ordering': false,
    'reduced-default-device-columns': true,
    'reduced-default-device-columns-and-reordering': false,
  })
  expect(asked).toEqual(['https://api.example.com/feature-flags/v1'])
})

test('uses the defaults if the flags do not arrive within 4 s [SHELL-037]', async () => {
  platform(never)
  const got = vi.fn()
  void read().then(got)
  await vi.advanceTimersByTimeAsync(3_999)
  expect(got).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(got).toHaveBeenCalledExactlyOnceWith(usualFlags)
})

test('ignores errors, and does not ask the open backend', async () => {
  platform(async () => new Response(null, { status: 404 }))
  expect(await read()).toEqual(usualFlags)
  const { asked, api } = platform(async () => new Response(null, { status: 404 }))
  await api.detectPlatform()
  expect(await read()).toEqual(usualFlags)
  expect(asked).toEqual(['https://api.example.com/config'])
})
