import { expect, test } from 'vitest'
import { joinDocuments } from './join-documents.ts'
import type { Contract } from './openapi-document.ts'

const aDocument = (path: string, operationId: string, reason = 'A sentence.'): Contract => ({
  paths: { [path]: { get: { operationId, tags: ['x'], responses: {} } } },
  components: { schemas: { Reason: { type: 'string', description: reason } }, responses: {} },
})

test('entries that share a component are joined', () => {
  const joined = joinDocuments([aDocument('/a', 'x.a'), aDocument('/b', 'x.b')])
  expect(Object.keys(joined.paths)).toEqual(['/a', '/b'])
  expect(Object.keys(joined.components.schemas)).toEqual(['Reason'])
})

test.each([
  ['a path', [aDocument('/a', 'x.a'), aDocument('/a', 'x.b')], /path \/a/],
  ['the name of an operation', [aDocument('/a', 'x.a'), aDocument('/b', 'x.a')], /x\.a/],
  ['a schema', [aDocument('/a', 'x.a'), aDocument('/b', 'x.b', 'Else.')], /schemas\/ ?Reason/],
  ['nothing at all', [], /needs an entry/],
])('entries that conflict in %s are rejected', (_what, documents, problem) => {
  expect(() => joinDocuments(documents)).toThrow(problem)
})
