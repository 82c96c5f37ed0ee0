import { model, resourceNames } from '../../../openapi/generated/model.ts'
import type { ResourceName } from '../../../openapi/generated/model.ts'
import { dataOperationIds, serviceOperations } from '../../../openapi/generated/operations.ts'
import type { OperationId } from '../../../openapi/generated/operations.ts'

export interface MatchedOperation {
  id: OperationId
  /** For the data API, the resource of the rows in the response. */
  rows?: ResourceName
}

/** `/v7/<resource>`, optionally `(key)`, optionally `/…`. Texts in a key may contain anything, including doubled quotes. */
const DATA_PATH = /^\/v7\/(\w+)(\((?:[^')]|'(?:[^']|'')*')*\))?(?:\/([^/]+))?$/

const paramCount = (path: string) => path.split('{').length

const dataIds = dataOperationIds()

const services = serviceOperations
  .map((operation) => ({
    ...operation,
    pattern: new RegExp(
      `^${operation.path.replaceAll(/[().]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }))
  .toSorted((a, b) => paramCount(a.path) - paramCount(b.path))

const collectionVerbs: Record<string, string> = {
  GET: 'list',
  POST: 'create',
  PATCH: 'updateMany',
  DELETE: 'deleteMany',
}
const rowVerbs: Record<string, string> = { GET: 'get', PATCH: 'update', PUT: 'replace', DELETE: 'delete' }

function dataVerb(method: string, hasKey: boolean, suffix: string | undefined): string | undefined {
  if (suffix === undefined) return (hasKey ? rowVerbs : collectionVerbs)[method]
  if (!hasKey) return method === 'GET' && suffix === '$count' ? 'count' : undefined
  if (method === 'POST') return suffix === 'canAccess' ? suffix : undefined
  return method === 'GET' ? 'navigate' : undefined
}

/** The resource of a relation, by any of its names. */
function related(resource: ResourceName, navigation: string): ResourceName | undefined {
  const { toOne, toMany } = model[resource]
  return [...Object.values(toOne), ...Object.values(toMany)].find(
    ({ name, synonyms }) => name === navigation || synonyms.includes(navigation),
  )?.resource
}

function matchData(method: string, path: string): MatchedOperation | undefined {
  const [, alias = '', key, suffix] = DATA_PATH.exec(path) ?? []
  const resource = resourceNames[alias]
  const verb = dataVerb(method, key !== undefined, suffix)
  const id = dataIds.find((one) => one === `${resource}.${verb}`)
  if (!id || !resource) return undefined
  if (verb !== 'navigate') return { id, rows: resource }
  const rows = related(resource, suffix ?? '')
  return rows && { id, rows }
}

/**
 * The contract operation of a request, which can use any name of a resource.
 *
 * @param pathname percent-encoded or not, with or without a trailing slash
 */
export function matchOperation(method: string, pathname: string): MatchedOperation | undefined {
  const path = decodeURIComponent(pathname).replace(/(?<=.)\/$/, '')
  const service = services.find((one) => one.method === method && one.pattern.test(path))
  return service ? { id: service.id } : matchData(method, path)
}
