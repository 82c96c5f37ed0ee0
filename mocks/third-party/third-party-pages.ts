import type {
  operations,
  PortalVisit,
  PortalVisitor,
  SignInDecision,
  SignInQuestion,
} from '../../openapi/generated/control.d.ts'
import { readClaims } from '../access/tokens.ts'
import { emailFrom, userWithEmail } from '../access/users.ts'
import { HttpError } from '../base/http-error.ts'
import { isJsonObject, json, redirect } from '../http/request-context.ts'
import type { HandlerResult } from '../http/request-context.ts'
import { samlUser } from '../sign-in/single-sign-on-handlers.ts'
import { issueOneTimeToken } from '../store/one-time-tokens.ts'
import type { Store } from '../store/store.ts'

const SERVICES: Readonly<Record<string, string | undefined>> = { github: 'GitHub', google: 'Google' }

const wantsJson = (request: Request): boolean =>
  request.headers.get('accept')?.startsWith('application/json') === true

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

function page(title: string, body: string): HandlerResult<never> {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem }
  input { font: inherit; display: block; width: 100%; box-sizing: border-box; margin: .25rem 0 1rem; padding: .5rem }
  button { font: inherit; padding: .5rem 1rem; margin-right: .5rem }
</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>
`
  return { status: 200, kind: 'text', text: html, type: 'text/html; charset=utf-8' }
}

type SignInQuery = NonNullable<operations['control.readSignInPage']['parameters']['query']>

/** The identity provider in the query. Throws 404 for an unknown one. */
function providerOf(store: Store, { identity_provider: identifier = '' }: SignInQuery): number {
  const provider = store.rows('identity_provider').find('sso_identifier', identifier)?.[0]
  if (provider === undefined) throw new HttpError(404, `Unknown SSO identifier ${identifier}`)
  return provider
}

function questionOf(store: Store, query: SignInQuery, party: string): SignInQuestion {
  const service = SERVICES[party]
  if (service === undefined && party !== 'saml') throw new HttpError(404, `There is no third party ${party}`)
  const { return_to: returnTo, state = null } = query
  if (!URL.canParse(returnTo) || !/^https?:/.test(returnTo)) {
    throw new HttpError(400, '"return_to" must be the URL to return to')
  }
  const title = service ?? store.rows('identity_provider').reader('sso_identifier')(providerOf(store, query))
  const profiles = store.rows('user_profile')
  const people = [...profiles.handles()].map((id) => profiles.row(id).email ?? '')
  return {
    party,
    title,
    returnTo,
    state,
    people: people.filter((email) => email !== ''),
  }
}

/** `GET /__flotilla/sign-in/{github|google|saml}`: the sign-in page of the third party. */
export function signInPage(
  store: Store,
  { request, party, query }: Omit<SignInAnswer, 'decision'>,
): HandlerResult<SignInQuestion> {
  const question = questionOf(store, query, party)
  if (wantsJson(request)) return json<SignInQuestion>(question)
  const { title, people } = question
  const options = people.map((email) => `<option value="${escapeHtml(email)}">`).join('')
  return page(
    `Sign in with ${title}`,
    `<p>The simulated cloud plays ${escapeHtml(title)} here. Nothing leaves this machine.</p>
<form method="post">
<label>Who are you there? <input name="email" type="email" list="people" required value="${escapeHtml(people[0] ?? '')}"></label>
<datalist id="people">${options}</datalist>
<button name="decision" value="approve">Approve</button>
<button name="decision" value="refuse" formnovalidate>Refuse</button>
</form>`,
  )
}

function withQuery(address: string, query: Readonly<Record<string, string | null>>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(query)) if (value !== null) url.searchParams.set(key, value)
  return url.href
}

/** A page of the dashboard with this start page. */
const below = (start: string, path: string): string => new URL(path, start).href

/** The next page after SAML: sign-on, or merging with an account that has the same email address. */
function afterSaml(store: Store, query: SignInQuery, returnTo: string, email: string, now: number): string {
  const provider = providerOf(store, query)
  const [name = email] = email.split('@')
  const code = issueOneTimeToken(store, { kind: 'sign-in', provider, email, name }, now)
  const isFirst = samlUser(store, provider, email) === undefined
  const merges = isFirst && userWithEmail(store, email) !== undefined
  return merges
    ? withQuery(below(returnTo, 'saml/callback/merge'), { code, shouldMergeWith: email })
    : withQuery(below(returnTo, 'saml/callback/signon'), { code })
}

interface SignInAnswer {
  readonly request: Request
  readonly party: string
  readonly query: SignInQuery
  readonly decision: SignInDecision
}

/** `POST` to that page, with `decision` (approve or refuse) and `email`. Redirects to the dashboard. */
export function answerSignIn(
  store: Store,
  { request, party, query, decision: { decision, email: address } }: SignInAnswer,
  now: number,
): HandlerResult<{ location: string }> {
  const { returnTo, state } = questionOf(store, query, party)
  const redirectTo = (location: string): HandlerResult<{ location: string }> =>
    wantsJson(request) ? json({ location }) : redirect(location, 303)
  if (decision === 'refuse') {
    if (party === 'saml') return redirectTo(withQuery(below(returnTo, 'saml'), { error: 'login_failed' }))
    return redirectTo(withQuery(returnTo, { error: 'access_denied', state }))
  }
  const email = emailFrom(address)
  if (party === 'saml') return redirectTo(afterSaml(store, query, returnTo, email, now))
  const [name = email] = email.split('@')
  const code = issueOneTimeToken(store, { kind: 'sign-in', provider: party, email, name }, now)
  return redirectTo(withQuery(returnTo, { code, state }))
}

/** `POST /__flotilla/support-portal`: the mock support portal, which shows the user of the signed token. */
export function supportPortal(
  store: Store,
  request: Request,
  { token, return_to: returnTo }: PortalVisit,
): HandlerResult<PortalVisitor> {
  const claims = readClaims(store, token)
  if (!isJsonObject(claims) || typeof claims['external_id'] !== 'string') {
    throw new HttpError(401, 'The token was not issued by the platform')
  }
  const name = String(claims['name'])
  const email = String(claims['email'])
  if (wantsJson(request)) return json({ name, email, returnTo: returnTo ?? null })
  return page(
    'Support portal',
    `<p>The simulated cloud plays the support portal here.</p>
<p>You are signed in as ${escapeHtml(name)} (${escapeHtml(email)}).</p>`,
  )
}
