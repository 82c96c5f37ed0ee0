import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  BaseResolver,
  Source,
  bundle,
  createConfig,
  formatProblems,
  getTotals,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core'
import { parse } from 'yaml'
import { createSchema, fitToResource, pathEntries, resourceProblems, writeSchema } from './data-operations.ts'
import type { DataPaths } from './data-operations.ts'
import { joinDocuments } from './join-documents.ts'
import type { Contract, PathItem, ResourceSchema } from './openapi-document.ts'

interface Entry {
  paths: Record<string, PathItem | { $ref: string }>
  /** The data model; only one entry has it. */
  'x-data'?: { operations: string; resources: string }
}

/** A contract as read: the joined document, and the resource files by name. */
export interface LoadedContract {
  document: Contract
  resources: ReadonlyMap<string, ResourceSchema>
}

/** Reads files like Redocly's own resolver, and also generated files that exist only in memory. */
class ContractResolver extends BaseResolver {
  readonly #generated: ReadonlyMap<string, unknown>

  constructor(generated: ReadonlyMap<string, unknown>) {
    super()
    this.#generated = generated
  }

  override loadExternalRef(file: string): Promise<Source> {
    const generated = this.#generated.get(file)
    return generated
      ? Promise.resolve(new Source(file, JSON.stringify(generated)))
      : super.loadExternalRef(file)
  }
}

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // `…({key})/canAccess` is also matched by `…({key})/{navigation}`; the concrete path takes precedence (OpenAPI 3.1, 4.8.8).
    'no-ambiguous-paths': 'off',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'operation-tag-defined': 'error',
    'operation-singular-tag': 'error',
    'parameter-description': 'error',
  },
})

const readYaml = (file: string): unknown => parse(readFileSync(file, 'utf8'))

/** Adds the data operations of every resource to an entry; the generated files are put into `generated`. */
function addDataOperations(
  entry: Entry,
  folder: string,
  generated: Map<string, unknown>,
): Map<string, ResourceSchema> {
  if (entry['x-data'] === undefined) return new Map()
  const { operations, resources: resourceFolder } = entry['x-data']
  const names = readdirSync(join(folder, resourceFolder))
    .map((file) => basename(file, '.yaml'))
    .toSorted()
  const resources = new Map(
    names.map((name) => [name, readYaml(join(folder, resourceFolder, `${name}.yaml`)) as ResourceSchema]),
  )
  const contradictions = [...resources].flatMap(([name, resource]) =>
    resourceProblems(name, resource, resources),
  )
  if (contradictions.length > 0) throw new Error(contradictions.join('\n'))

  const template = readFileSync(join(folder, operations), 'utf8')
  for (const [name, resource] of resources) {
    const paths = fitToResource(parse(template.replaceAll('RESOURCE', name)) as DataPaths, resource)
    const pathFile = `${dirname(operations)}/${name}.data.yaml`
    generated.set(join(folder, pathFile), paths)
    generated.set(join(folder, resourceFolder, `${name}.write.yaml`), writeSchema(resource))
    generated.set(join(folder, resourceFolder, `${name}.create.yaml`), createSchema(resource))
    Object.assign(entry.paths, Object.fromEntries(pathEntries(name, paths, pathFile)))
  }
  return resources
}

/**
 * Reads an entry file such as openapi/platform.yaml with everything it refers to, adds the data operations of every resource,
 * lints and joins it.
 *
 * @throws Error with a sentence for each problem
 */
async function loadEntry(entryFile: string): Promise<LoadedContract> {
  const folder = dirname(entryFile)
  const entry = readYaml(entryFile) as Entry
  const generated = new Map<string, unknown>()
  const resources = addDataOperations(entry, folder, generated)

  const document = makeDocumentFromString(JSON.stringify(entry), entryFile)
  const externalRefResolver = new ContractResolver(generated)
  const problems = await lintDocument({ document, externalRefResolver, config: config.styleguide })
  if (problems.length > 0) {
    formatProblems(problems, { format: 'codeframe', totals: getTotals(problems), version: '', cwd: folder })
    throw new Error(`${basename(entryFile)}: ${problems.length} problem(s), see above`)
  }

  const joined = await bundle({ doc: document, externalRefResolver, config })
  return { document: joined.bundle.parsed as Contract, resources }
}

/**
 * Reads and lints every entry of openapi/, and joins them to one document.
 *
 * @throws Error with a sentence for each problem, also if two entries define one name differently
 */
export async function loadContract(entryFiles: readonly string[]): Promise<LoadedContract> {
  const loaded: LoadedContract[] = []
  for (const file of entryFiles) loaded.push(await loadEntry(file))
  return {
    document: joinDocuments(loaded.map(({ document }) => document)),
    resources: new Map(loaded.flatMap(({ resources }) => [...resources])),
  }
}
