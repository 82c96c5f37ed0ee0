/**
 * `npm run contract`: lints openapi/ and writes openapi/generated/. With `--check`, it writes nothing and fails if the generated
 * files are outdated.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { PERSONAS } from '../simulator/definition/device-profiles.ts'
import { argumentsOrExit } from './command-line.ts'
import { controlValuesFile } from './contract/control-values.ts'
import { fieldKindsFile } from './contract/field-kinds.ts'
import { modelFile } from './contract/model.ts'
import { openBackendFile } from './contract/open-backend.ts'
import { controlOperationsFile, operationsFile, withoutDataOperations } from './contract/operations.ts'
import { replySchemasFile } from './contract/reply-schemas.ts'
import { replyShapesFile } from './contract/reply-shapes.ts'
import { requestSchemasFile } from './contract/request-schemas.ts'
import { resourceTypesFile } from './contract/resource-types.ts'
import { rolesFile } from './contract/roles.ts'
import { rowTypesFile } from './contract/row-types.ts'
import { loadContract } from './contract/source.ts'

const openapi = join(import.meta.dirname, '..', 'openapi')
const generated = join(openapi, 'generated')

/** One entry file per API; the first contains the data model. */
const ENTRIES = ['platform.yaml', 'billing.yaml', 'support.yaml']

/** The control API of a simulated cloud. It is not part of the platform, so it has its own generated files. */
const CONTROL_ENTRY = 'control.yaml'

const NOTICE = '// Made by `npm run contract` from openapi/. Do not edit.\n'

/** The JSON schema of world files, published for editors and generated from the dashboard's own rules (docs/worlds.md). */
const WORLD_SCHEMA = join(import.meta.dirname, '..', 'docs', 'world.schema.json')

/** The names of the personas of devices, for the schema of world files. */
const personasFile = () =>
  `export const personas = [${PERSONAS.map((name) => `'${name}'`).join(', ')}] as const\n`

/** The content of every generated file, by name. */
async function generate(): Promise<Record<string, string>> {
  const { document, resources } = await loadContract(ENTRIES.map((name) => join(openapi, name)))
  // resources.d.ts contains the types of the data API; its 600 operations would only slow down the type checker.
  const services = { ...document, paths: withoutDataOperations(document) }
  const control = await loadContract([join(openapi, CONTROL_ENTRY)])
  const types = await openapiTS(services as unknown as OpenAPI3, { silent: true })
  const controlTypes = await openapiTS(control.document as unknown as OpenAPI3, {
    silent: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  })
  const worldSchema = readFileSync(WORLD_SCHEMA, 'utf8')
  const world = {
    openapi: '3.1.0',
    info: { title: 'World file', version: '1' },
    paths: {},
    components: { schemas: { WorldFile: JSON.parse(worldSchema) as object } },
  }
  const worldTypes = await openapiTS(world as unknown as OpenAPI3, {
    silent: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  })
  return {
    'world-file.json': worldSchema,
    'world-file.d.ts': NOTICE + astToString(worldTypes),
    'types.d.ts': NOTICE + astToString(types),
    'control.d.ts': NOTICE + astToString(controlTypes),
    'control-values.ts': NOTICE + controlValuesFile(control.document.components.schemas),
    'control-operations.ts': NOTICE + controlOperationsFile(control.document),
    'operations.ts': NOTICE + operationsFile(document),
    'model.ts': NOTICE + modelFile(resources),
    'field-kinds.ts': NOTICE + fieldKindsFile(resources),
    'reply-shapes.ts': NOTICE + replyShapesFile(document),
    'open-backend.ts': NOTICE + openBackendFile(document, resources),
    'roles.ts': NOTICE + rolesFile(join(openapi, 'roles.yaml')),
    'personas.ts': NOTICE + personasFile(),
    'resources.d.ts': NOTICE + resourceTypesFile(resources),
    'rows.d.ts': NOTICE + rowTypesFile(resources),
    'schemas.json': replySchemasFile(document, resources),
    'control-schemas.json': replySchemasFile(control.document, control.resources),
    'requests.json': requestSchemasFile(document, resources),
    'control-requests.json': requestSchemasFile(control.document, control.resources),
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const { values } = argumentsOrExit({ options: { check: { type: 'boolean', default: false } } })
try {
  const files = Object.entries(await generate())
  const stale = files.filter(([name, text]) => read(join(generated, name)) !== text)

  if (values.check) {
    if (stale.length > 0) {
      const names = stale.map(([name]) => name).join(', ')
      throw new Error(`Generated files are outdated: ${names} in openapi/generated. Run npm run contract.`)
    }
    process.stdout.write('contract: clean, generated files up to date\n')
  } else {
    mkdirSync(generated, { recursive: true })
    for (const [name, text] of stale) writeFileSync(join(generated, name), text)
    process.stdout.write(`contract: clean, ${stale.length} of ${files.length} generated files updated\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
