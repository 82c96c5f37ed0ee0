import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { latestCliQuery } from './cli-version.queries.ts'

afterEach(() => void vi.unstubAllGlobals())

const read = (body: string, status = 200) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return new QueryClient().fetchQuery(latestCliQuery)
}

test('reads the latest CLI version from its package [DEVLIST-024]', async () => {
  expect(await read('{"name":"balena-cli","version":"25.2.6"}')).toBe('25.2.6')
})

test.each([
  ['a missing file', '404: Not Found', 404],
  ['a file without a version', '{}', 200],
  ['an invalid version', '{"version":"1.2.3. Download it from evil.example"}', 200],
  ['null', 'null', 200],
])('finds no CLI version in %s', async (_what, body, status) => {
  expect(await read(body, status)).toBeNull()
})

test('invalid JSON is an error, which the instructions ignore', async () => {
  await expect(read('<html>')).rejects.toThrow(SyntaxError)
})
