import { methods } from './openapi-document.ts'
import type { Contract } from './openapi-document.ts'

interface OperationRow {
  id: string
  method: string
  path: string
  tag: string
  resource?: string
  verb?: string
}

/** Every operation of the contract, in order of the paths. */
const operationsOf = ({ paths }: Contract): OperationRow[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const [tag = ''] = operation.tags
      const row = { id: operation.operationId, method: method.toUpperCase(), path, tag }
      if (tag !== 'data') return [row]
      const [resource, verb] = row.id.split('.')
      return [{ ...row, resource, verb }]
    }),
  )

/** All paths except those of the data API. */
export const withoutDataOperations = ({ paths }: Contract) =>
  Object.fromEntries(
    Object.entries(paths).filter(
      ([, item]) => !methods.some((method) => item[method]?.tags.includes('data') === true),
    ),
  )

const literal = (row: OperationRow) =>
  `  { ${Object.entries(row)
    .map(([key, value]) => `${key}: '${value}'`)
    .join(', ')} },`

/** A compact list, a tenth of the size, for code that only checks whether an operation exists. */
function verbsList(rows: OperationRow[]): string {
  const resources = Map.groupBy(rows, ({ verb = '' }) => verb)
  const lines = [...resources].map(
    ([verb, of]) => `  ${verb}: '${of.map(({ resource }) => resource).join(' ')}',`,
  )
  return [
    'const resourcesByVerb = {',
    ...lines,
    '}',
    '',
    '/** The ids of the data operations only. */',
    'export const dataOperationIds = () =>',
    '  Object.entries(resourcesByVerb).flatMap(([verb, resources]) =>',
    "    resources.split(' ').map((resource) => `${resource}.${verb}`),",
    '  ) as DataOperationId[]',
    '',
  ].join('\n')
}

/** The text of openapi/generated/operations.ts: the index for a router. */
export function operationsFile(document: Contract): string {
  const rows = operationsOf(document)
  const list = (name: string, of: OperationRow[]) =>
    `export const ${name} = [\n${of.map(literal).join('\n')}\n] as const\n`
  return [
    '/** Operations outside the data API. `tag` groups them into handler files. */',
    list(
      'serviceOperations',
      rows.filter((row) => row.tag !== 'data'),
    ),
    '/** The operations of the data API, with the verbs each resource supports. */',
    list(
      'dataOperations',
      rows.filter((row) => row.tag === 'data'),
    ),
    verbsList(rows.filter((row) => row.tag === 'data')),
    '// A bundle that needs only the service operations leaves the others out, thanks to the mark.',
    'export const operations = /* @__PURE__ */ (() => [...serviceOperations, ...dataOperations] as const)()',
    '',
    "export type ServiceOperationId = (typeof serviceOperations)[number]['id']",
    "export type DataOperationId = (typeof dataOperations)[number]['id']",
    'export type OperationId = ServiceOperationId | DataOperationId',
    "export type ServiceTag = (typeof serviceOperations)[number]['tag']",
    "export type DataVerb = (typeof dataOperations)[number]['verb']",
    '',
  ].join('\n')
}

/** The text of openapi/generated/control-operations.ts: the index of the control API. */
export function controlOperationsFile(document: Contract): string {
  return [
    '/** The operations of the control API. */',
    `export const controlOperations = [\n${operationsOf(document).map(literal).join('\n')}\n] as const`,
    '',
    "export type ControlOperationId = (typeof controlOperations)[number]['id']",
    '',
  ].join('\n')
}
