import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSchema, fitToResource, pathEntries, resourceProblems, writeSchema } from './data-operations.ts'
import type { DataPaths } from './data-operations.ts'
import type { ResourceSchema, Schema } from './openapi-document.ts'

const template = join(import.meta.dirname, '..', '..', 'openapi', 'platform', 'paths', 'data.yaml')
const dataPaths = () => parse(readFileSync(template, 'utf8')) as DataPaths

const id: Schema = { type: 'integer', readOnly: true }

const aResource = (changes: Partial<ResourceSchema> = {}): ResourceSchema => ({
  'x-resource': 'note',
  'x-keys': [['title']],
  'x-open-backend': true,
  'x-create-requires': ['title'],
  properties: { id, title: { type: 'string' }, about__device: { 'x-to-one': 'device' } },
  ...changes,
})
const device = aResource({
  'x-resource': 'device',
  'x-keys': [],
  'x-create-requires': [],
  properties: { id, note: { 'x-to-many': { resource: 'note', by: 'about__device' }, readOnly: true } },
})
const problems = (note: ResourceSchema) =>
  resourceProblems(
    'note',
    note,
    new Map([
      ['device', device],
      ['note', note],
    ]),
  )

test('a writable resource has every operation', () => {
  const paths = fitToResource(dataPaths(), aResource())
  expect(pathEntries('note', paths, 'f').map(([path]) => path)).toEqual([
    '/v7/note',
    '/v7/note({key})',
    '/v7/note/$count',
    '/v7/note({key})/{navigation}',
    '/v7/note({key})/canAccess',
  ])
  expect(Object.keys(paths.row ?? {})).toEqual(['parameters', 'get', 'patch', 'put', 'delete'])
})

test('a read-only resource can only be read', () => {
  const paths = fitToResource(dataPaths(), aResource({ 'x-read-only': true }))
  expect(Object.keys(paths.collection ?? {})).toEqual(['get'])
  expect(Object.keys(paths.row ?? {})).toEqual(['parameters', 'get'])
  expect(paths).not.toHaveProperty('canAccess')
})

test('a resource whose rows are created elsewhere can be changed but not created', () => {
  const paths = fitToResource(dataPaths(), aResource({ 'x-no-create': true }))
  expect(Object.keys(paths.collection ?? {})).toEqual(['get', 'patch', 'delete'])
  expect(paths.row).not.toHaveProperty('put')
})

test('rows without an id have no navigation', () => {
  const paths = fitToResource(
    dataPaths(),
    aResource({ properties: { about__device: { 'x-to-one': 'device' } } }),
  )
  expect(paths).not.toHaveProperty('navigation')
})

test('a resource with a file also accepts forms', () => {
  const withFile = aResource({ properties: { id, logo: { 'x-type': 'file' } } })
  const { collection } = fitToResource(dataPaths(), withFile)
  expect(Object.keys(collection?.post?.requestBody?.content ?? {})).toEqual([
    'application/json',
    'multipart/form-data',
  ])
})

test('relations are written as ids, dates also as milliseconds, and readOnly fields not at all', () => {
  const written = writeSchema(
    aResource({
      properties: {
        id,
        about__device: { 'x-to-one': 'device', anyOf: [{ type: 'null' }] },
        at: { type: 'string', format: 'date-time' },
        size: { type: ['string', 'null'], 'x-type': 'bigint' },
        title: { type: 'string', maxLength: 9 },
        invitee: { 'x-to-one': 'device', 'x-write': { type: 'string' } },
      },
    }),
  )
  expect(written.properties).toEqual({
    about__device: { type: ['integer', 'null'] },
    at: { type: ['string', 'integer'] },
    size: { type: ['string', 'integer', 'null'] },
    title: { type: 'string', maxLength: 9 },
    invitee: { type: 'string' },
  })
})

test('creation lists the required fields', () => {
  expect(createSchema(aResource()).allOf?.[1]).toEqual({ type: 'object', required: ['title'] })
})

test('a valid resource has no problems', () => {
  expect(problems(aResource())).toEqual([])
})

test.each([
  ['another name', { 'x-resource': 'notes' }, /x-resource is notes/],
  ['a key of nothing', { 'x-keys': [['slug']] }, /unknown property slug/],
  ['a requirement of nothing', { 'x-create-requires': ['slug'] }, /unknown property slug/],
  ['no word on creation', { 'x-create-requires': undefined }, /needs x-create-requires/],
  ['a relation to nothing', { properties: { id, title: { 'x-to-one': 'ship' } } }, /unknown resource ship/],
  [
    'a way back that is none',
    { properties: { id, title: { 'x-to-many': { resource: 'device', by: 'note' }, readOnly: true } } },
    /by note, which is no relation of device/,
  ],
  [
    'two types at once',
    { properties: { id, title: { type: ['string', 'integer'] } } },
    /title needs one type/,
  ],
  ['something to write on what is read-only', { 'x-read-only': true }, /x-read-only but/],
] as const)('%s is told', (_what, changes, problem) => {
  expect(problems(aResource(changes as unknown as Partial<ResourceSchema>)).join('\n')).toMatch(problem)
})
