import { expect, test } from 'vitest'
import { operations } from '../../../openapi/generated/operations.ts'
import { files, isObject, resolved, resourceFiles, textIn, writtenOperations } from './contract-files.ts'
import type { Json, JsonObject } from './contract-files.ts'

const SOURCES = ['captured', 'read', 'inferred']

const isOfData = (file: string) => file.endsWith('/data.yaml')

/** Binary content has no readable example. */
const BINARY = new Set([
  'application/octet-stream',
  'application/zip',
  'application/gzip',
  'application/pdf',
  'multipart/form-data',
])

const hasExample = (media: JsonObject) => 'example' in media || 'examples' in media

/** The content types of a body or response without an example. */
function withoutExample(file: string, value: Json | undefined): string[] {
  const content = resolved(file, value).value['content']
  if (!isObject(content)) return []
  return Object.entries(content)
    .filter(([type, media]) => !BINARY.has(type) && isObject(media) && !hasExample(media))
    .map(([type]) => type)
}

const written = writtenOperations.map((one): [string, typeof one] => [one.id, one])

test.each(written)(
  '%s documents its purpose, permissions, responses and sources',
  (id, { file, operation }) => {
    const { summary, operationId, tags, responses, security } = operation
    expect(operationId).toBe(id)
    expect(textIn(summary)).toMatch(/^[A-Z].+[^.]$/)
    expect(tags).toHaveLength(1)
    // By default, the entry file requires a token or a key.
    expect(security === undefined || Array.isArray(security)).toBe(true)
    if (!isObject(responses)) throw new Error(`${id} has no responses`)
    const statuses = Object.keys(responses)
    expect(statuses.some((status) => /^[23]/.test(status))).toBe(true)
    for (const failure of ['429', '500', '503']) expect(statuses).toContain(failure)
    const isPublic = Array.isArray(security) && security.length === 0
    if (!isPublic) expect(statuses.includes('401') || id === 'storage.file').toBe(true)
    for (const response of Object.values(responses)) {
      expect(textIn(resolved(file, response).value['description']).length).toBeGreaterThan(3)
    }
    if (!isOfData(file)) expect(SOURCES).toContain(operation['x-source'])
  },
)

test.each(written)('%s has examples of its request and response', (id, { file, operation }) => {
  const { requestBody, responses } = operation
  // The examples of data operations are generated from those of their resources.
  if (isOfData(file)) return
  if (requestBody !== undefined) expect([id, withoutExample(file, requestBody)]).toEqual([id, []])
  for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
    expect([id, status, withoutExample(file, response)]).toEqual([id, status, []])
  }
})

test.each([...resourceFiles])('%s documents its sources, and has an example row', (_name, schema) => {
  expect(SOURCES).toContain(schema['x-source'])
  const { properties, 'x-example': row } = schema
  if (!isObject(row) || !isObject(properties)) throw new Error('No example of a row')
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(row)))
  // The example contains every column that a row always has.
  const columns = Object.entries(properties).filter(
    ([, one]) => isObject(one) && !('x-to-many' in one) && one['writeOnly'] !== true,
  )
  expect(Object.keys(row).toSorted()).toEqual(columns.map(([field]) => field).toSorted())
})

test('every entry requires a credential by default', () => {
  for (const entry of ['platform.yaml', 'billing.yaml', 'support.yaml']) {
    expect([entry, files.get(entry)?.['security']]).toEqual([entry, expect.arrayContaining([{ bearer: [] }])])
  }
})

/** Objects whose members are not defined by the platform, with the reason. */
const OPEN: Readonly<Record<string, string>> = {
  'common/schemas.yaml#/Rows/properties/d/items': 'rows of whatever resource the relation leads to',
  'control.yaml#/components/schemas/WorldFile': 'docs/world.schema.json says what a world file holds',
  'platform/objects/actions.yaml#/Run/properties/parameters': 'no script takes parameters yet',
  'platform/objects/config.yaml#/DeviceTypeContract/properties/options/items': 'questions of a form',
  'platform/objects/config.yaml#/DeviceTypeContract/properties/initialization': 'steps of a form',
  'platform/objects/config.yaml#/DeviceTypeContract/properties/imageDownloadAlerts/items': 'not established',
  'platform/objects/proxy.yaml#/ToDevice/allOf/1/properties/data':
    'passed on as it is; each command narrows it',
  'platform/objects/state.yaml#/TargetService/properties/composition': 'a compose document',
  'platform/objects/state.yaml#/TargetService/properties/contract': 'a contract of the release',
  'platform/objects/state.yaml#/TargetRelease/properties/volumes': 'part of a compose document',
  'platform/objects/state.yaml#/TargetRelease/properties/networks': 'part of a compose document',
  'platform/objects/state.yaml#/TargetAppV2/properties/networks': 'part of a compose document',
  'platform/objects/state.yaml#/TargetAppV2/properties/volumes': 'part of a compose document',
  'platform/objects/state.yaml#/TargetStateV2/properties/dependent/properties/apps': 'always empty',
  'platform/objects/state.yaml#/TargetStateV2/properties/dependent/properties/devices': 'always empty',
  'platform/schemas/device_type.yaml#/properties/contract': 'json on the wire',
  'platform/schemas/image.yaml#/properties/contract': 'json on the wire',
  'platform/schemas/release.yaml#/properties/composition': 'json on the wire',
  'platform/schemas/release.yaml#/properties/contract': 'json on the wire',
}

const SHAPES = [
  'properties',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'maxProperties',
  'required',
  '$ref',
]

function untyped(place: string, value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => untyped(`${place}/${at}`, one))
  if (!isObject(value)) return []
  const types = [value['type'] ?? []].flat()
  const own =
    types.includes('object') && !SHAPES.some((shape) => shape in value && value[shape] !== true)
      ? [place]
      : []
  const inside = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples' && key !== 'x-example')
    .flatMap(([key, one]) => untyped(`${place}/${key}`, one))
  return [...own, ...inside]
}

test('every object defines its members, except open ones', () => {
  const found = [...files].flatMap(([name, content]) => untyped(`${name}#`, content))
  expect(found.toSorted()).toEqual(Object.keys(OPEN).toSorted())
})

test('every operation of a router is written in the contract, once', () => {
  const ids = operations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const own = writtenOperations.filter(({ file }) => !isOfData(file)).map(({ id }) => id)
  expect(ids.filter((_id, at) => !('resource' in (operations[at] ?? {}))).toSorted()).toEqual(own.toSorted())
})
