import { PinejsClientCore } from 'pinejs-client-core'
import type { Model } from '../../openapi/generated/resources.d.ts'
import type { Http } from './http.ts'

/** The versions of the data API that the platform's clients speak (wire.md). */
const API_PREFIX = '/v7/'

interface DataRequest {
  method: string
  url: string
  body?: unknown
  signal?: AbortSignal
}

/**
 * The data API: the platform's own query compiler over our request layer. The type of an answer follows `$select` and
 * `$expand`; names come from the contract.
 *
 *     data.get({ resource: 'device', options: { $select: ['id'], $filter: { is_online: true } }, passthrough: { signal } })
 */
export class DataClient extends PinejsClientCore<Model> {
  readonly #http: Http

  constructor(http: Http) {
    super({ apiPrefix: API_PREFIX, retry: false })
    this.#http = http
  }

  override async _request({ method, url, body, signal }: DataRequest): Promise<NonNullable<unknown>> {
    const response = await this.#http.request(url, {
      method,
      signal: signal ?? null,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const text = await response.text()
    return text === '' ? {} : (JSON.parse(text) as NonNullable<unknown>)
  }
}
