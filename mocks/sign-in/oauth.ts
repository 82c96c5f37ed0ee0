import { session } from '../access/sessions.ts'
import { HttpError } from '../base/http-error.ts'
import { jsonBody, json, bodyField } from '../http/request-context.ts'
import type { JsonOf } from '../http/request-context.ts'
import type { ResourceRules } from '../http/resource-rules.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { issueOneTimeToken } from '../store/one-time-tokens.ts'
import { addRow } from '../store/row-defaults.ts'

/** Users can create authorizations only for themselves. */
export const oauthAuthorizationRules: ResourceRules<'oauth_application_authorization'> = {
  mayCreate: ({ access: { caller } }, values) =>
    caller.kind === 'user' && caller.user === values.belongs_to__user,
}

export const oauthHandlers: ServiceHandlers<'oauth'> = {
  async 'oauth.authorize'(context) {
    const { user } = session(context)
    const { store, now } = context
    const body = await jsonBody(context)
    const clientId = bodyField(body, 'client_id')
    if (clientId === undefined || bodyField(body, 'response_type') !== 'code') throw new HttpError(400)
    const application = store.rows('oauth_application').find('client_id', clientId)?.[0]
    if (application === undefined) throw new HttpError(404, `Unknown application ${clientId}`)
    const authorizations = store.rows('oauth_application_authorization')
    const isAuthorized = Array.from(authorizations.find('belongs_to__user', user) ?? []).some(
      (row) => authorizations.row(row).is_for__oauth_application === application,
    )
    if (!isAuthorized) {
      const values = { belongs_to__user: user, is_for__oauth_application: application }
      addRow(store, 'oauth_application_authorization', values, now)
    }
    const code = issueOneTimeToken(store, { kind: 'oauth', user, application }, now)
    return json<JsonOf<'oauth.authorize', 200>>({ code })
  },
}
