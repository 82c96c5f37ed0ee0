/** An error response, whose body is usually a JSON string (docs/platform/http.md, docs/platform/errors.md). */
export class HttpError extends Error {
  readonly status: number
  /** null: empty body. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  /** Why the body is empty, for the developer of a client; the platform itself does not say. */
  readonly explanation: string | undefined

  constructor(
    status: number,
    body: unknown = null,
    headers: Readonly<Record<string, string>> = {},
    explanation?: string,
  ) {
    super(typeof body === 'string' ? body : `Refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
    this.explanation = explanation
  }
}

/** 401 with an empty body: no credential, no permission or no such resource (docs/platform/http.md). */
export const unauthorized = (explanation?: string) => new HttpError(401, null, {}, explanation)

/** 500 with an empty body: an unknown field, a missing required field (docs/platform/errors.md). */
export const unknownName = (explanation?: string) => new HttpError(500, null, {}, explanation)

/** The platform's web server refuses longer bodies. */
export const MAX_BODY_BYTES = 1_000_000

/** An error of the platform's web server, which is a page. */
export const errorPage = (status: number, title: string) =>
  new HttpError(
    status,
    `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>${title}</pre>
</body>
</html>
`,
    { 'Content-Type': 'text/html; charset=utf-8' },
  )

/** The response to a body that is too long. */
export const payloadTooLarge = () => errorPage(413, 'Payload Too Large')
