import { expect, test } from 'vitest'
import { cloudAt, send } from './accounts.ts'
import type { AccountWorld } from './accounts.ts'

const BODY = 'A'.repeat(68)

const add = (world: AccountWorld['world'], public_key: string, title = 'desk') =>
  send(world, 'POST', '/v7/user__has__public_key', { title, public_key, user: 1 }, 'ada')

const keys = (world: AccountWorld['world']) =>
  world.rows('/v7/user__has__public_key?$select=title,public_key', 'ada')

test.each([
  'ssh-rsa',
  'ssh-dss',
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
])('a key of type %s is kept without the blanks around it [KEYS-014, KEYS-015]', async (type) => {
  const { world } = cloudAt()
  expect((await add(world, `  ${type} ${BODY}= ada@desk \n`))[0]).toBe(201)
  expect(await keys(world)).toEqual([{ title: 'desk', public_key: `${type} ${BODY}= ada@desk` }])
})

test.each([
  ['another type [KEYS-016]', `ssh-secret ${BODY}`, 'Invalid SSH key'],
  ['another curve [KEYS-016]', `ecdsa-sha2-nistp192 ${BODY}`, 'Invalid SSH key'],
  ['no base64 after the type [KEYS-017]', 'ssh-ed25519 !!!!', 'Invalid SSH key'],
  ['nothing after the type [KEYS-017]', 'ssh-ed25519', 'Invalid SSH key'],
  ['a second line', `ssh-ed25519 ${BODY} one\nssh-ed25519 ${BODY} two`, 'Invalid SSH key'],
  ['no text [KEYS-012]', '  ', 'The key is mandatory!'],
])('a key with %s is not kept', async (_what, key, text) => {
  const { world } = cloudAt()
  expect(await add(world, key)).toEqual([400, text])
  expect(await add(world, `ssh-ed25519 ${BODY}`, '')).toEqual([400, 'The key title is mandatory!'])
  expect(await keys(world)).toEqual([])
})

test('the comment after a key is optional, and nobody adds a key without being signed in [KEYS-013, KEYS-017]', async () => {
  const { world } = cloudAt()
  const body = { title: 'desk', public_key: `ssh-ed25519 ${BODY}`, user: 1 }
  expect(await send(world, 'POST', '/v7/user__has__public_key', body)).toEqual([401, ''])
  expect(await keys(world)).toEqual([])
  expect((await add(world, body.public_key))[0]).toBe(201)
})
