import { openSession, session } from '../access/sessions.ts'
import { verifyToken } from '../access/tokens.ts'
import { userEmail, userWithEmail } from '../access/users.ts'
import { addPerson, changeProfile, readProfile } from '../account/people.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, json, text, bodyField, redirect } from '../http/request-context.ts'
import type { Handler, RequestContext } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { joinOrganization } from '../organizations/invitations.ts'
import { removeRow } from '../store/cascade.ts'
import { readOneTimeToken, revokeOneTimeToken } from '../store/one-time-tokens.ts'
import { addRow } from '../store/row-defaults.ts'
import type { Store } from '../store/store.ts'

const SOCIAL: ReadonlySet<string> = new Set(['github', 'google'])

function requireSocial(provider: string): void {
  if (!SOCIAL.has(provider)) throw new HttpError(404, `Unknown provider ${provider}`)
}

/** The URL to return to after sign-in: by default, `path` of the site that sent the request. */
function returnAddress({ url, request }: RequestContext, path: string): string {
  const redirect = url.searchParams.get('redirect_uri')
  const from = request.headers.get('origin') ?? request.headers.get('referer')
  const address = redirect ?? (from !== null && URL.canParse(from) ? new URL(path, from).href : null)
  if (address === null || !/^https?:/.test(address) || !URL.canParse(address)) {
    throw new HttpError(400, 'The parameter "redirect_uri" is missing: the address to return to')
  }
  return address
}

/** Redirects to the mock page of a provider, or returns its URL as JSON if the client accepts that. */
function sendTo({ url, request }: RequestContext, party: string, query: Record<string, string>) {
  const location = `${url.origin}${CONTROL_PREFIX}sign-in/${party}?${new URLSearchParams(query)}`
  const wantsJson = request.headers.get('accept')?.startsWith('application/json') === true
  if (wantsJson) return json({ location })
  return redirect(location, 302)
}

const startSocial: Handler<'single-sign-on.start'> = (context) => {
  const provider = context.params.provider ?? ''
  requireSocial(provider)
  const state = context.url.searchParams.get('state')
  return sendTo(context, provider, {
    return_to: returnAddress(context, `/auth/${provider}/callback`),
    ...(state === null ? {} : { state }),
  })
}

/** The user linked to the social account with this name. */
function ownerOf(store: Store, provider: string, name: string): number | undefined {
  const accounts = store.rows('social_service_account')
  for (const handle of accounts.handles()) {
    const row = accounts.row(handle)
    if (row.provider === provider && row.display_name === name) return row.belongs_to__user
  }
  return undefined
}

function linkSocial({ store, now }: RequestContext, user: number, provider: string, name: string): void {
  const accounts = store.rows('social_service_account')
  const taken = Array.from(accounts.find('belongs_to__user', user) ?? []).some(
    (handle) => accounts.row(handle).provider === provider,
  )
  if (taken) throw new HttpError(409, `Another ${provider} account is linked already`)
  addRow(store, 'social_service_account', { belongs_to__user: user, provider, display_name: name }, now)
}

/** The user with an email address verified by the provider; created if there is none. */
function personFor({ store, now }: RequestContext, email: string): number {
  const known = userWithEmail(store, email)
  if (known === undefined) return addPerson(store, now, { email, password: null, isVerified: true })
  if (readProfile(store, known).is_verified !== true) {
    throw new HttpError(409, 'This email is already taken')
  }
  return known
}

const finishSocial: Handler<'single-sign-on.finish'> = (context) => {
  const { store, now, url, caller } = context
  const provider = context.params.provider ?? ''
  requireSocial(provider)
  if (url.searchParams.has('error')) throw unauthorized()
  const code = url.searchParams.get('code')
  if (code === null) throw new HttpError(400)
  const ticket = readOneTimeToken(store, 'sign-in', code, now)
  if (ticket.is !== 'good' || ticket.purpose.provider !== provider) throw unauthorized()
  const { email, name } = ticket.purpose
  const owner = ownerOf(store, provider, name)
  if (caller.kind === 'anonymous') {
    const user = owner ?? personFor(context, email)
    if (owner === undefined) linkSocial(context, user, provider, name)
    revokeOneTimeToken(store, code)
    return text(openSession(context, user))
  }
  const { user } = session(context)
  if (owner !== undefined && owner !== user) {
    throw new HttpError(409, 'The account is linked to somebody else')
  }
  if (owner === undefined) linkSocial(context, user, provider, name)
  revokeOneTimeToken(store, code)
  return text(openSession(context, user, true))
}

const startSaml: Handler<'single-sign-on.startSaml'> = (context) => {
  const identifier = context.params.ssoIdentifier ?? ''
  const known = context.store.rows('identity_provider').find('sso_identifier', identifier)?.[0]
  if (known === undefined) throw new HttpError(404, `Unknown SSO identifier ${identifier}`)
  return sendTo(context, 'saml', { identity_provider: identifier, return_to: returnAddress(context, '/') })
}

/** The user of the SAML identity; undefined before its first sign-in. */
export function samlUser(store: Store, provider: number, remoteId: string): number | undefined {
  const accounts = store.rows('saml_account')
  for (const handle of Array.from(accounts.find('was_generated_by__identity_provider', provider) ?? [])) {
    const row = accounts.row(handle)
    if (row.remote_id === remoteId) return row.belongs_to__user
  }
  return undefined
}

/** Adds a user to the organizations linked to the provider, and to their default teams. */
function joinLinked({ store, now }: RequestContext, user: number, provider: number): void {
  const links = store.rows('identity_provider_membership')
  for (const link of Array.from(links.find('is_authorized_by__identity_provider', provider) ?? [])) {
    const { organization, grants_access_to__team: team } = links.row(link)
    joinOrganization(store, now, user, organization)
    if (typeof team !== 'number') continue
    const teams = store.rows('team_membership')
    const isMemberOfTeam = Array.from(teams.find('user', user) ?? []).some(
      (handle) => teams.row(handle).is_member_of__team === team,
    )
    if (!isMemberOfTeam) addRow(store, 'team_membership', { user, is_member_of__team: team }, now)
  }
}

/** Deletes the API keys of a user who starts to use an organization's provider: otherwise the keys would work after they leave it. */
function revokeKeys(store: Store, user: number): void {
  const actor = store.rows('user').row(user).actor ?? null
  for (const key of Array.from(store.rows('api_key').find('is_of__actor', actor) ?? [])) {
    removeRow(store, 'api_key', key)
  }
}

/** The account for a first sign-in: that of the token, or a new one. Throws 400 when the email addresses differ. */
function mergedUser(context: RequestContext, email: string, token: string | undefined): number {
  const { store, now, cloud } = context
  if (token === undefined) {
    if (userWithEmail(store, email) !== undefined) {
      throw new HttpError(400, `Log in as ${email} to merge the accounts`)
    }
    return addPerson(store, now, { email, password: null, isVerified: true })
  }
  const claims = verifyToken(store, token, cloud.realNow())
  if (claims === undefined || claims.twoFactorRequired === true) throw unauthorized()
  const own = userEmail(store, claims.id)
  if (own?.toLowerCase() !== email) {
    throw new HttpError(400, `The email addresses do not match: ${own ?? 'none'} and ${email}`)
  }
  changeProfile(store, claims.id, { is_verified: true })
  revokeKeys(store, claims.id)
  return claims.id
}

const finishSaml: Handler<'single-sign-on.finishSaml'> = async (context) => {
  const { store, now, cloud } = context
  const body = await jsonBody(context)
  const code = bodyField(body, 'code')
  const token = bodyField(body, 'token')
  if (code === undefined) throw new HttpError(400)
  const ticket = readOneTimeToken(store, 'sign-in', code, now)
  if (ticket.is !== 'good' || typeof ticket.purpose.provider !== 'number') throw unauthorized()
  const { provider, email, name } = ticket.purpose
  if (store.rows('identity_provider').byId(provider) < 0) throw unauthorized()
  const known = samlUser(store, provider, email)
  if (known !== undefined && token !== undefined) {
    if (verifyToken(store, token, cloud.realNow())?.id !== known) {
      throw new HttpError(400, 'The SAML account belongs to somebody else')
    }
  }
  const user = known ?? mergedUser(context, email, token)
  revokeOneTimeToken(store, code)
  if (known === undefined) {
    const values = {
      belongs_to__user: user,
      was_generated_by__identity_provider: provider,
      remote_id: email,
      display_name: name,
    }
    addRow(store, 'saml_account', values, now)
    joinLinked(context, user, provider)
  }
  return text(openSession(context, user, token !== undefined))
}

export const singleSignOnHandlers: ServiceHandlers<'single-sign-on'> = {
  'single-sign-on.start': startSocial,
  'single-sign-on.finish': finishSocial,
  'single-sign-on.startSaml': startSaml,
  'single-sign-on.finishSaml': finishSaml,
}
