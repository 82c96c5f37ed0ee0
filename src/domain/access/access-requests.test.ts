import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { account } from '@/api/account.ts'
import { connectApi } from '@/api/api.ts'
import {
  changeRoleCall,
  giveTeamCall,
  giveUserCall,
  rolesQuery,
  teamAccess,
  userAccess,
} from './access.queries.ts'
import {
  createKey,
  KEYS_PER_PAGE,
  keyCalls,
  provisioningKeyCall,
  readKeys,
  userKeyCall,
} from './api-keys.queries.ts'

interface Asked {
  method: string
  path: string
  body: unknown
}
let asked: Asked[] = []
let answer: (request: Asked) => Response = () => Response.json({ d: [] })

beforeEach(() => {
  asked = []
  answer = () => Response.json({ d: [] })
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      const one = {
        method: request.method,
        path: decodeURIComponent(request.url.replace('https://api.example', '')).replaceAll('+', ' '),
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      }
      asked.push(one)
      return answer(one)
    },
  })
})

test('access is given to people and teams, changed and named by the row that holds it', () => {
  expect(giveUserCall(5, 'nils', 2)).toEqual({
    method: 'POST',
    path: '/v7/user_application_membership',
    body: { username: 'nils', is_member_of__application: 5, application_membership_role: 2 },
  })
  expect(giveTeamCall(5, 7, 2)).toEqual({
    method: 'POST',
    path: '/v7/team_application_access',
    body: { team: 7, grants_access_to__application: 5, application_membership_role: 2 },
  })
  expect(changeRoleCall({ resource: 'team_application_access', id: 3 }, 4)).toEqual({
    method: 'PATCH',
    path: '/v7/team_application_access(3)',
    body: { application_membership_role: 4 },
  })
  expect(userAccess(3)).toEqual({ resource: 'user_application_membership', id: 3 })
  expect(teamAccess(5, 7)).toEqual({
    resource: 'team_application_access',
    filter: 'grants_access_to__application eq 5 and team eq 7',
  })
})

test('roles are read once, by name', async () => {
  answer = () => Response.json({ d: [{ id: 2, name: 'developer' }] })
  const queries = new QueryClient()
  expect(await queries.query(rolesQuery)).toEqual(new Map([['developer', 2]]))
  await queries.query(rolesQuery)
  expect(asked).toEqual([
    { method: 'GET', path: '/v7/application_membership_role?$select=id,name', body: undefined },
  ])
})

test.each([
  [true, 1, 'is_of__actor eq 9 and name ne null'],
  [false, 1, 'is_of__actor eq 9'],
])('keys are read by page, named ones alone: %s', async (named, page, filter) => {
  answer = ({ path }) => Response.json({ d: path.includes('$count') ? 120 : [{ id: 1, name: 'a' }] })
  const found = await readKeys({ actor: 9, named }, page, new AbortController().signal)
  expect(found).toEqual({ keys: [expect.objectContaining({ id: 1, name: 'a' })], total: 120 })
  const [rows, total] = asked
  for (const one of [rows, total]) expect(one?.path.replaceAll(/[()]/g, '')).toContain(`$filter=${filter}`)
  expect(rows?.path).toContain(`$top=${KEYS_PER_PAGE}`)
  expect(rows?.path).toContain('$orderby=name asc,id asc')
  expect(rows?.path).toContain('$select=id,name,description,created_at,expiry_date')
})

test('the second page of keys begins after the first', async () => {
  answer = ({ path }) => Response.json({ d: path.includes('$count') ? 120 : [] })
  await readKeys({ actor: 10, named: true }, 2, new AbortController().signal)
  expect(asked[0]?.path).toContain('$skip=50')
})

const fields = { name: 'ci', description: '', expiry: null }

/** Names of keys whose creation got no response are remembered, so that each try takes another. */
let tries = 0
const newKeyNamed = (name: string) => userKeyCall({ ...fields, name: `${name} ${(tries += 1)}` })

test('a new key has a description only if there is one, and always says when it expires', () => {
  expect(userKeyCall(fields)).toMatchObject({
    method: 'POST',
    path: '/api-key/user/full',
    body: { name: 'ci', expiryDate: null },
  })
  expect(userKeyCall(fields).body).not.toHaveProperty('description')
  expect(provisioningKeyCall(5, { ...fields, description: 'for CI', expiry: '2027-01-01' })).toMatchObject({
    method: 'POST',
    path: '/api-key/v2',
    body: {
      actorType: 'application',
      actorTypeId: 5,
      roles: ['provisioning-api-key'],
      name: 'ci',
      description: 'for CI',
      expiryDate: '2027-01-01',
    },
  })
})

test('a changed key keeps no description that was emptied', () => {
  expect(keyCalls.change(3, fields)).toEqual({
    method: 'PATCH',
    path: '/v7/api_key(3)',
    body: { name: 'ci', description: null, expiry_date: null },
  })
  expect(keyCalls.change(3, { ...fields, description: 'x' }).body).toMatchObject({ description: 'x' })
  expect(keyCalls.revoke(3)).toMatchObject({ method: 'DELETE', path: '/v7/api_key(3)' })
})

test('a key whose answer was lost is looked up before it is made again, and its secret is never pretended', async () => {
  const call = newKeyNamed('lost')
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(createKey(call)).rejects.toThrow(/./)
  // It was made: said once, without a second one.
  asked = []
  answer = ({ method }) => (method === 'GET' ? Response.json({ d: [{ id: 8 }] }) : Response.json('secret'))
  await expect(createKey(call)).rejects.toThrow(/lost/)
  expect(asked.map(({ method }) => method)).toEqual(['GET'])
  const { path } = asked[0] ?? { path: '' }
  expect(path).toMatch(/name eq 'lost \d+'/)
  const since = /created_at ge [^']*'([^']+)'/.exec(path)?.[1] ?? ''
  const ago = Date.now() - Date.parse(since)
  // The clocks of two machines differ by up to two minutes.
  expect(ago).toBeGreaterThanOrEqual(120_000)
  expect(ago).toBeLessThan(150_000)
  expect(await createKey(call)).toBe('secret')
})

test.each(['', null, {}, ['secret'], 7])(
  'a key whose answer is %j is looked up like one without an answer',
  async (body) => {
    const call = newKeyNamed('odd')
    answer = () => Response.json(body)
    await expect(createKey(call)).rejects.toMatchObject({ isOutcomeUnknown: true })
    asked = []
    answer = ({ method }) => (method === 'GET' ? Response.json({ d: [{ id: 8 }] }) : Response.json('secret'))
    await expect(createKey(call)).rejects.toThrow(/odd/)
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
  },
)

test.each(['', null, {}, [], [7], 'codes'])(
  'recovery codes that are answered with %j cannot be read',
  async (body) => {
    answer = () => Response.json(body)
    await expect(account.createRecoveryCodes()).rejects.toThrow(SyntaxError)
    answer = () => Response.json(['a-b', 'c-d'])
    expect(await account.createRecoveryCodes()).toEqual(['a-b', 'c-d'])
  },
)

test('a lost key that was not made is made by the next attempt; a refused one is not looked up', async () => {
  const call = newKeyNamed('again')
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(createKey(call)).rejects.toThrow(/./)
  asked = []
  answer = ({ method }) => (method === 'GET' ? Response.json({ d: [] }) : Response.json('secret'))
  expect(await createKey(call)).toBe('secret')
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST'])
  // Made: the next of this name is another key.
  asked = []
  expect(await createKey(call)).toBe('secret')
  expect(asked.map(({ method }) => method)).toEqual(['POST'])
  const refused = newKeyNamed('refused')
  answer = () => Response.json('no', { status: 403 })
  await expect(createKey(refused)).rejects.toThrow(/./)
  asked = []
  await expect(createKey(refused)).rejects.toThrow(/./)
  expect(asked.map(({ method }) => method)).toEqual(['POST'])
})
