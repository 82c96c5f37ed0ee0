import { filterQuery, type PlatformCall } from '@/lib/equivalent-command.ts'
import type { Model } from '../../openapi/generated/resources.d.ts'
import type { DataClient } from './data.ts'
import type { Http } from './http.ts'

/** Resources of the contract. */
export type ResourceName = keyof Model

/** Writable fields of a row. */
export type Writable<R extends ResourceName> = Model[R]['Write']

type Method = 'get' | 'post' | 'patch' | 'delete'
type Key = number | Readonly<Record<string, number | string>>

/** A query for rows. */
interface Rows<R extends ResourceName> {
  resource: R
  id?: Key | undefined
  /** `$filter`, not URL-encoded. */
  filter?: string | undefined
  /** The other query options, as sent. */
  options?: string
  /** Fields to write; undefined where nothing is chosen yet. */
  body?: { readonly [Field in keyof Writable<R>]?: Writable<R>[Field] | undefined }
}

/** Rows of any resource. */
export type RowsOf = Pick<Rows<ResourceName>, 'resource' | 'id' | 'filter'>

/** Quotes a text for a filter. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const keyText = (key: Key) =>
  typeof key === 'number'
    ? String(key)
    : Object.entries(key)
        .map(([field, value]) => `${field}=${typeof value === 'number' ? value : quoted(value)}`)
        .join(',')

/** A request of the data API as a value: for showing it, and for `sendRequest`. */
export function dataRequest<R extends ResourceName>(method: Method, rows: Rows<R>): PlatformCall
export function dataRequest(
  method: Method,
  { resource, id, filter, options, body }: Rows<ResourceName>,
): object {
  const query = [
    ...(filter === undefined ? [] : [filterQuery(filter)]),
    ...(options === undefined ? [] : [options]),
  ]
  const path = `/v7/${resource}${id === undefined ? '' : `(${keyText(id)})`}`
  return {
    method: method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    body,
  }
}

/** Sends a request; the response is not validated. */
export const sendRequest = (data: DataClient, { method, path, body }: PlatformCall): Promise<unknown> =>
  data._request({ method, url: path, body })

/** The id of the row in the response to a request that created it; undefined if the response has none. */
export function createdId(response: unknown): number | undefined {
  if (typeof response !== 'object' || response === null || !('id' in response)) return undefined
  return typeof response.id === 'number' ? response.id : undefined
}

/** Sends requests one after the other, and stops at the first failure. */
export async function sendRequests(data: DataClient, calls: readonly PlatformCall[]): Promise<void> {
  for (const call of calls) await sendRequest(data, call)
}

/** Sends a row with a file: each field is a part, the file named after its field (docs/platform/data-api.md). */
export async function sendForm(http: Http, { method, path, body = {} }: PlatformCall): Promise<unknown> {
  const form = new FormData()
  for (const [field, value] of Object.entries(body))
    form.set(field, value instanceof File ? value : String(value))
  const response = await http.request(path, { method, body: form })
  // A change has no response.
  return response.json().catch(() => undefined)
}
