import { PinejsClientCore, type Params } from 'pinejs-client-core'
import type { Model } from '../../openapi/generated/resources.d.ts'
import type { Http } from './http.ts'
import { completeRows, withoutHosted } from './open-backend.ts'

/** The versions of the data API that the platform's clients speak (wire.md). */
const API_PREFIX = '/v7/'

const MOST_REMEMBERED = 200

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
  /** Whether the platform is the open-source backend, which lacks some fields: they are left away, and made up for. */
  isOpenBackend = false
  /** What was asked for, by the address that asks for what is left of it. */
  readonly #wanted = new Map<string, object>()

  constructor(http: Http) {
    super({ apiPrefix: API_PREFIX, retry: false })
    this.#http = http
  }

  override compile(params: Params): string {
    const { options } = params
    if (!this.isOpenBackend || options === undefined) return super.compile(params)
    const url = super.compile({ ...params, options: withoutHosted(options) })
    if (this.#wanted.size >= MOST_REMEMBERED) this.#wanted.clear()
    this.#wanted.set(`${this.apiPrefix}${url}`, options)
    return url
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
    if (text === '') return {}
    const answer = JSON.parse(text) as NonNullable<unknown>
    if ('d' in answer) completeRows(answer.d, this.#wanted.get(url))
    return answer
  }
}
