import { callerAccess } from '../access/access.ts'
import { authenticate, requestCredential } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import { sourceFor } from '../access/source.ts'
import { signClaims } from '../access/tokens.ts'
import { mayWrite } from '../access/write-permissions.ts'
import { unauthorized } from '../base/http-error.ts'
import { json, registryHost } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { newHex } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import { semverOf } from '../store/versions.ts'

const ISSUER = 'api.flotilla.test'
const LIFE_SECONDS = 4 * 60 * 60
/** Tokens are valid slightly earlier, because the clocks of registries can be behind. */
const EARLIER_SECONDS = 10

/** The actions that a token allows on one repository. */
interface Grant {
  type: string
  name: string
  actions: string[]
  /** The requested name, if it is an alias of `name`. */
  alias?: string
}

type RequestedScope = Omit<Grant, 'alias'>

/** `repository:<name>[:<tag>|@<digest>]:<pull,push>`; scopes of any other form are ignored. */
const SCOPE =
  /^(repository):([a-z\d_-]+\/[a-z\d_-]+(?:\/[a-z\d_.-]+)?(?:\/[a-z\d_-]+)?)(?::[a-z\d]+|@sha256:[a-f\d]+)?:((?:push|pull|,)+)$/

function scopesOf(url: URL): RequestedScope[] {
  return url.searchParams.getAll('scope').flatMap((scope) => {
    const [, type, name, actions] = SCOPE.exec(scope) ?? []
    if (type === undefined || name === undefined || actions === undefined) return []
    return [{ type, name, actions: actions.split(',') }]
  })
}

/** Authenticates with `Basic <name>:<secret>`, used by container engines, or like all other requests. Throws 401 with an empty body on a wrong secret. */
function identified(context: RequestContext): RequestContext & { subject: string } {
  const { store, cloud, request, url, now } = context
  const [, encoded] = /^basic\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const [subject = '', secret] = encoded === undefined ? [] : decodedPair(encoded)
  const credential = encoded === undefined ? requestCredential(request, url) : secret
  const caller = authenticate(store, credential, now, cloud.realNow())
  if (caller.kind === 'user' && caller.pending === true) throw unauthorized()
  const access = callerAccess(store, cloud.accessIndex, caller, now)
  const source = sourceFor(store, access, now)
  return { ...context, caller, access, source, subject: subjectOf(store, caller, subject) }
}

/** Whom a token is for: a device by the name that it signs in with, a user by its own, and others by none. */
function subjectOf(store: Store, caller: Caller, name: string): string {
  if (caller.kind === 'user') return store.rows('user').reader('username')(caller.user)
  if (caller.kind !== 'device') return ''
  const index = store.world.indexOfUuid(name.replace(/^d_/, ''))
  return index >= 0 && index === store.world.indexOfId(caller.device) ? name : ''
}

function decodedPair(encoded: string): [name: string, secret: string] {
  try {
    const pair = atob(encoded)
    const at = pair.indexOf(':')
    return [pair.slice(0, at), pair.slice(at + 1)]
  } catch {
    throw unauthorized()
  }
}

const locationOf = (store: Store) => store.rows('image').reader('is_stored_at__image_location')

/** The image whose location ends with this name. The suffix `-<number>` of a build stage is ignored. */
function imageNamed(store: Store, name: string): number | undefined {
  const imageName = /^(v2\/[a-z\d]+)-\d+$/.exec(name)?.[1] ?? name
  const location = locationOf(store)
  return [...store.rows('image').handles()].find((id) => location(id).endsWith(`/${imageName}`))
}

function allowedOn(
  { store, access, source }: RequestContext,
  image: number | undefined,
  actions: string[],
): string[] {
  if (image === undefined) return []
  const isSeen = source.visibility('image')?.test(image) ?? true
  const mayPush = mayWrite(store, access, {
    resource: 'image',
    handle: image,
    action: 'update',
    fields: ['content_hash'],
  })
  return actions.filter((action) => (action === 'pull' && isSeen) || (action === 'push' && mayPush))
}

/** Aliases of the target release of a fleet or block. */
const TARGET = new Set(['latest', 'current', 'default', 'pinned'])

/** The image of a release with a single service, by `<organization>/<name>[/<version or commit>]`; undefined when none is visible. */
function imageOfRelease({ store, source }: RequestContext, name: string): number | undefined {
  const [organization, app, version = 'latest', more] = name.split('/')
  if (more !== undefined) return undefined
  const application = store.rows('application').find('slug', `${organization}/${app}`)?.[0]
  if (application === undefined || source.visibility('application')?.test(application) === false)
    return undefined
  const releases = store.rows('release')
  const target = store.rows('application').row(application).should_be_running__release
  const release = Array.from(releases.find('belongs_to__application', application) ?? [])
    .toReversed()
    .find((id) => {
      const row = releases.row(id)
      if (row.status !== 'success') return false
      return TARGET.has(version) ? id === target : row.commit === version || semverOf(row) === version
    })
  const joins =
    release === undefined
      ? []
      : Array.from(store.rows('release_image').find('is_part_of__release', release) ?? [])
  const [join, another] = joins
  return join === undefined || another !== undefined ? undefined : store.rows('release_image').row(join).image
}

/** Names of images, and not of applications. */
const IMAGE_NAME = /^(?:v2\/|\d+\/[\d-]+$)/

function grant(context: RequestContext, { type, name, actions }: RequestedScope): Grant {
  if (IMAGE_NAME.test(name))
    return { type, name, actions: allowedOn(context, imageNamed(context.store, name), actions) }
  const image = imageOfRelease(context, name)
  const pull = actions.filter((action) => action === 'pull')
  if (image === undefined) return { type, name, actions: name.split('/').length > 2 ? [] : pull }
  const location = locationOf(context.store)(image)
  return { type, name: location.slice(location.indexOf('/') + 1), actions: pull, alias: name }
}

export const registryHandlers: ServiceHandlers<'registry'> = {
  /** Callers without permissions get a token that allows no action (docs/platform/hosted-and-open.md). */
  'registry.token'(context) {
    const call = identified(context)
    const { store, cloud, subject, url } = call
    const iat = Math.floor(cloud.realNow() / 1000)
    const token = signClaims(store, {
      jti: newHex(store.secrets, 32),
      nbf: iat - EARLIER_SECONDS,
      access: scopesOf(url).map((scope) => grant(call, scope)),
      iat,
      exp: iat + LIFE_SECONDS,
      aud: registryHost(cloud),
      iss: ISSUER,
      sub: subject,
    })
    return json<JsonOf<'registry.token', 200>>({ token })
  },
}
