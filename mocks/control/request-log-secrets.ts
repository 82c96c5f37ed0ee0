/** Stands for a secret in what the request log shows. */
const HIDDEN = '…'

/** Fields and parameters that hold passwords, tokens, keys or one-time codes. */
const SECRET_NAME =
  /password|secret|token|api_?key|deviceapikey|recaptcha|private_?key|^(?:code|key|pin|otp|totp|authorization|samlresponse|reset_?code|recovery_?codes?|codes?|jwt|client_secret)$/i

/** Responses that are a secret as a whole. */
const SECRET_RESPONSE =
  /^\/(?:login_|user\/v1\/refresh-token|user\/register|user\/reset-password|api-key\/|auth\/(?!saml\/[^/]*$)|device\/register|download-config|org\/v1\/invitation|oauth\/)/

const JWT = /\beyJ[\w-]*\.[\w-]+\.[\w-]*/g

function hidden(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? HIDDEN : value.replace(JWT, HIDDEN)
  if (typeof value === 'number') return isSecret ? HIDDEN : value
  if (Array.isArray(value)) return value.map((one) => hidden(one, isSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, hidden(one, isSecret || SECRET_NAME.test(name))]),
  )
}

function withoutFormSecrets(text: string): string {
  return text.replace(/(^|[&?])([^=&?]+)=([^&]*)/g, (match, before: string, name: string) => {
    const isSecret = SECRET_NAME.test(name.replace(/%5[bBdD]/g, ''))
    return isSecret ? `${before}${name}=${HIDDEN}` : match
  })
}

/** A body without its secrets: fields by their names, and tokens by their form. */
export function bodyWithoutSecrets(body: string | null, type: string | null): string | null {
  if (body === null || body === '') return body
  if (type?.includes('urlencoded') === true) return withoutFormSecrets(body).replace(JWT, HIDDEN)
  try {
    return JSON.stringify(hidden(JSON.parse(body), false))
  } catch {
    return body.replace(JWT, HIDDEN)
  }
}

/** The response to a request, without secrets; some responses are nothing but one. */
export function responseWithoutSecrets(
  path: string,
  body: string | null,
  type: string | null,
): string | null {
  if (body === null || body === '') return body
  const isText = !/^\s*[[{]/.test(body)
  if (SECRET_RESPONSE.test(path) && isText) return HIDDEN
  return SECRET_RESPONSE.test(path) && path.startsWith('/download-config')
    ? HIDDEN
    : bodyWithoutSecrets(body, type)
}

/** A path with its query, without secrets. */
export function pathWithoutSecrets(path: string): string {
  const at = path.indexOf('?')
  if (at < 0) return path.replace(JWT, HIDDEN)
  return `${path.slice(0, at)}${withoutFormSecrets(path.slice(at))}`.replace(JWT, HIDDEN)
}
