import { expect, test } from 'vitest'
import { cloudAt, send } from './accounts.ts'

const KEY = `ssh-ed25519 ${'A'.repeat(68)}`
const PATH = '/v7/user__has__public_key'

test('a key is stored unchanged, even if it is invalid', async () => {
  const { world } = cloudAt()
  const given = [KEY, `  ${KEY} ada@desk \n`, 'nonsense', '']
  for (const public_key of given) {
    const body = { title: 'desk', public_key, user: 1 }
    expect(await send(world, 'POST', PATH, body, 'ada')).toMatchObject([201, { public_key }])
  }
  expect(await world.rows(`${PATH}?$select=public_key&$orderby=id asc`, 'ada')).toEqual(
    given.map((public_key) => ({ public_key })),
  )
})

test('adding a key requires signing in [KEYS-013]', async () => {
  const { world } = cloudAt()
  expect(await send(world, 'POST', PATH, { title: 'desk', public_key: KEY, user: 1 })).toEqual([401, ''])
  expect(await world.rows(PATH, 'ada')).toEqual([])
})
