/** An error response: its status and the text in its JSON string (docs/platform/http.md, docs/platform/errors.md). */
export class HttpError extends Error {
  readonly status: number
  /** null: the response has an empty body. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: unknown = null, headers: Readonly<Record<string, string>> = {}) {
    super(typeof body === 'string' ? body : `Refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** 401 empty: no credential, no permission or no such resource (docs/platform/http.md). */
export const unauthorized = () => new HttpError(401)

/** 500 empty: an unknown field, a missing required field (docs/platform/errors.md). */
export const unknownName = () => new HttpError(500)
