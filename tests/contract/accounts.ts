import { totpAt } from '../../mocks/access/totp.ts'
import { TESS_SECRET } from '../../mocks/scenarios/accounts.ts'
import type { TestCloud, TestCloudOptions, TestRequest } from '../../mocks/hosts/node.ts'
import { openCloud } from './use-cloud.ts'
import { told } from './subjects.ts'

export const PASSWORD = 'flotilla-demo'
const NOW = Date.UTC(2027, 0, 5, 9)

export interface AccountWorld {
  world: TestCloud
  /** Real time in milliseconds, in the test's hand, apart from the simulated. */
  real: { now: number }
}

/** A cloud whose real time stands still until the test moves it. */
export function cloudAt(options: TestCloudOptions = {}): AccountWorld {
  const real = { now: NOW }
  return { world: openCloud('first-look', { ...options, realNow: () => real.now }), real }
}

/** Status and body of a call with a JSON body. */
export async function send(
  world: TestCloud,
  method: 'POST' | 'PATCH' | 'DELETE' | 'GET',
  path: string,
  body?: unknown,
  as?: TestRequest['as'],
): Promise<[number, unknown]> {
  return told(
    await world.request(path, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(as === undefined ? {} : { as }),
    }),
  )
}

/** A call that answers with a session token. Throws on any other answer. */
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

/** Status of the simplest question that needs a whole session. */
export async function statusFor(world: TestCloud, credential: string): Promise<number> {
  return (await world.request('/actor/v1/whoami', { as: { credential } })).status
}

export interface Letter {
  to: string
  subject: string
  text: string
  link: string
  token: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isLetter = (value: unknown): value is Letter =>
  isObject(value) && ['to', 'subject', 'text', 'link', 'token'].every((key) => typeof value[key] === 'string')

const isListOf = <Item>(value: unknown, isItem: (one: unknown) => one is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem)

/** A member of what an answer holds; undefined when it is no object. */
export const fieldOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

/** What the platform has mailed to an address, newest first. */
export async function lettersTo(world: TestCloud, to: string): Promise<Letter[]> {
  const response = await world.request(`/__flotilla/mailbox?to=${encodeURIComponent(to)}`)
  const letters: unknown = await response.json()
  if (!isListOf(letters, isLetter)) throw new Error('The mailbox is no list of letters')
  return letters
}

/** The newest letter to an address. Throws when there is none. */
export async function letterTo(world: TestCloud, to: string): Promise<Letter> {
  const [letter] = await lettersTo(world, to)
  if (letter === undefined) throw new Error(`No letter to ${to}`)
  return letter
}

/** What the authenticator of tess shows now. */
export const codeOfTess = ({ real }: AccountWorld): string => totpAt(TESS_SECRET, real.now)

/** Rows of a read with a whole credential. */
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

/** Somebody who signs up. */
export const registration = {
  email: 'Nora.Vale@example.com',
  password: 'correct-horse',
  'g-recaptcha-response': 'none',
  has_disabled_newsletter: true,
}
/** The address as the platform keeps it. */
export const nora = 'nora.vale@example.com'

/** How many people there are. */
export const people = ({ world }: AccountWorld) => world.count('/v7/user/$count', 'pat')

/** The address of somebody, and whether it is verified. */
export const isVerified = async (world: TestCloud, token: string) =>
  (await rowsAs(world, token, '/v7/user_profile?$select=email,is_verified'))[0]
