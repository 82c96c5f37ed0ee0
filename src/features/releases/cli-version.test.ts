import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { latestCliQuery } from './cli-version.queries.ts'

afterEach(() => void vi.unstubAllGlobals())

const read = (body: string, status = 200) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return new QueryClient().fetchQuery(latestCliQuery)
}

test('the latest CLI version is the one of its package [DEVLIST-024]', async () => {
  expect(await read('{"name":"balena-cli","version":"25.2.6"}')).toBe('25.2.6')
})

test.each([
  ['a missing file', '404: Not Found', 404],
  ['a file without a version', '{}', 200],
  ['a version that is no version', '{"version":"1.2.3. Download it from evil.example"}', 200],
  ['null', 'null', 200],
])('%s says nothing of the CLI', async (_what, body, status) => {
  expect(await read(body, status)).toBeNull()
})

test('text that is no JSON is an error, which the instructions leave out', async () => {
  await expect(read('<html>')).rejects.toThrow(SyntaxError)
})
