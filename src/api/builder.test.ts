import { expect, test } from 'vitest'
import { buildFromUrlCall } from './builder.ts'

test('a build from a URL starts for the given fleet, without the top folder of the archive', () => {
  const { method, path, body } = buildFromUrlCall({
    owner: 'acme_logistics',
    app: 'cold-chain-eu',
    url: 'https://code.example/a.tar.gz',
  })
  expect([method, path]).toEqual([
    'POST',
    '/v3/buildFromUrl?headless=true&owner=acme_logistics&app=cold-chain-eu',
  ])
  expect(body).toEqual({ shouldFlatten: true, url: 'https://code.example/a.tar.gz' })
})
