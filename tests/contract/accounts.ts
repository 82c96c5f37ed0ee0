import { totpAt } from '../../mocks/account/totp.ts'
import type { TestCloud, TestCloudOptions, TestRequest } from '../../mocks/hosts/node.ts'
import { TESS_SECRET } from '../../mocks/worlds/accounts.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

export const PASSWORD = 'flotilla-demo'
const NOW = Date.UTC(2027, 0, 5, 9)

export interface AccountWorld {
  world: TestCloud
  /** Real time in milliseconds, controlled by the test independently of the simulated time. */
  real: { now: number }
}

/** A cloud whose real time is controlled by the test. */
export function cloudAt(options: TestCloudOptions = {}): AccountWorld {
  const real = { now: NOW }
  return { world: openCloud('first-look', { ...options, realNow: () => real.now }), real }
}

/** Sends a request with a JSON body; returns status and body. */
export async function send(
  world: TestCloud,
  method: 'POST' | 'PATCH' | 'DELETE' | 'GET',
  path: string,
  body?: unknown,
  as?: TestRequest['as'],
): Promise<[number, unknown]> {
  return statusAndBody(
    await world.request(path, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(as === undefined ? {} : { as }),
    }),
  )
}

/** Sends a request that returns a session token. Throws on any other response. */
export async function tokenFrom(...call: Parameters<typeof send>): Promise<string> {
  const [status, token] = await send(...call)
  if (status !== 200 || typeof token !== 'string' || token === '') {
    throw new Error(`${call[1]} ${call[2]} answered ${status}: ${JSON.stringify(token)}`)
  }
  return token
}

export const logIn = (world: TestCloud, username: string, password = PASSWORD) =>
  send(world, 'POST', '/login_', { username, password })

export const sessionOf = (world: TestCloud, username: string, password = PASSWORD) =>
  tokenFrom(world, 'POST', '/login_', { username, password })

export function claimsOf(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  if (typeof claims !== 'object' || claims === null) throw new Error('The token has no claims')
  return { ...claims }
}

/** The status of a simple request that needs a complete session. */
export async function statusFor(world: TestCloud, credential: string): Promise<number> {
  return (await world.request('/actor/v1/whoami', { as: { credential } })).status
}

export interface Email {
  to: string
  subject: string
  text: string
  link: string
  token: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEmail = (value: unknown): value is Email =>
  isObject(value) && ['to', 'subject', 'text', 'link', 'token'].every((key) => typeof value[key] === 'string')

const isListOf = <Item>(value: unknown, isItem: (one: unknown) => one is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem)

/** A member of a response; undefined if it is not an object. */
export const fieldOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

/** The emails sent to an address, newest first. */
export async function emailsTo(world: TestCloud, to: string): Promise<Email[]> {
  const response = await world.request(`/__flotilla/emails?to=${encodeURIComponent(to)}`)
  const emails: unknown = await response.json()
  if (!isListOf(emails, isEmail)) throw new Error('The mailbox is no list of letters')
  return emails
}

/** The newest email to an address. Throws if there is none. */
export async function emailTo(world: TestCloud, to: string): Promise<Email> {
  const [message] = await emailsTo(world, to)
  if (message === undefined) throw new Error(`No message to ${to}`)
  return message
}

/** The current code of tess's authenticator. */
export const codeOfTess = ({ real }: AccountWorld): string => totpAt(TESS_SECRET, real.now)

/** Rows read with a credential. */
export async function rowsAs(
  world: TestCloud,
  credential: string,
  path: string,
): Promise<Record<string, unknown>[]> {
  const response = await world.request(path, { as: { credential } })
  const rows = fieldOf(await response.json(), 'd')
  if (!isListOf(rows, isObject)) throw new Error(`GET ${path} answered ${response.status}`)
  return rows
}

/** A valid sign-up. */
export const registration = {
  email: 'Nora.Vale@example.com',
  password: 'correct-horse',
  'g-recaptcha-response': 'none',
  has_disabled_newsletter: true,
}
/** The address as the platform stores it. */
export const nora = 'nora.vale@example.com'

/** The number of users. */
export const people = ({ world }: AccountWorld) => world.count('/v7/user/$count', 'pat')

/** Whether the email of a user is verified. */
export const isVerified = async (world: TestCloud, token: string) =>
  (await rowsAs(world, token, '/v7/user_profile?$select=email,is_verified'))[0]
