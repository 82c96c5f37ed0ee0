import { expect, test } from 'vitest'
import { matchOperation } from '../../../mocks/base/contract/match.ts'
import { resourceNames } from '../../../openapi/generated/model.ts'
import { dataOperations, operations } from '../../../openapi/generated/operations.ts'
import type { DataVerb } from '../../../openapi/generated/operations.ts'
import { dataCalls, serviceCalls } from './spec-calls.ts'

test.each(serviceCalls)('%s: %s is in the contract', (_what, request, id) => {
  const [method = '', path = ''] = request.split(' ')
  expect(matchOperation(method, path)?.id).toBe(id)
})

const VERBS: Readonly<Record<string, DataVerb[]>> = {
  R: ['list', 'get'],
  N: ['count'],
  C: ['create'],
  U: ['update'],
  M: ['updateMany'],
  D: ['delete'],
  F: ['deleteMany'],
  P: ['canAccess'],
}

test.each(Object.entries(dataCalls))('%s supports the calls that clients make (%s)', (name, letters) => {
  const resource = resourceNames[name]
  const offered = dataOperations.filter((one) => one.resource === resource).map(({ verb }) => verb)
  expect(offered).toEqual(expect.arrayContaining([...letters].flatMap((letter) => VERBS[letter] ?? [])))
})

/** Operations used only by devices or as redirect targets. */
const BESIDE_THE_CALLS = new Set([
  'cloudlink.mayConnect',
  'state.reportV2',
  'state.reportTags',
  'storage.file',
])

test('the specification names every operation with its own path', () => {
  const named = new Set<string>(serviceCalls.map(([, , id]) => id))
  const unnamed = operations
    .filter((operation) => !('resource' in operation))
    .map(({ id }) => id)
    .filter((id) => !named.has(id) && !BESIDE_THE_CALLS.has(id))
  expect(unnamed).toEqual([])
})
