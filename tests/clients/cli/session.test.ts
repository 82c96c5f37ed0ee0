import { expect, test } from 'vitest'
import { PASSWORD, useCliWorld } from './cli-world.ts'

const world = useCliWorld()

const SSH_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada@acme.example'

const aToken = async () => {
  const response = await world.cloud.handle(
    new Request('https://api.flotilla.test/login_', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'devi', password: PASSWORD }),
    }),
  )
  return response.text()
}

test.concurrent('logs in with email and password, shows the user, and logs out', async () => {
  const cli = world.signedOut()
  const credentials = ['login', '--credentials', '--email', 'ada@flotilla.example']
  expect(await cli.ok(...credentials, '--password', PASSWORD)).toContain('Successfully logged in as: ada')
  const whoami = await cli.ok('whoami')
  expect(whoami).toMatch(/USERNAME: ada\nEMAIL: +ada@flotilla\.example/)
  await cli.ok('logout')
  expect(await cli.refused('whoami')).toMatch(/Login required/)
})

test.concurrent('rejects a wrong password', async () => {
  const cli = world.signedOut()
  const login = ['login', '--credentials', '--email', 'ada@flotilla.example', '--password', 'guess']
  expect(await cli.refused(...login)).toMatch(/Unauthorized|Invalid|credentials/i)
  expect(await cli.refused('fleet', 'list')).toMatch(/Login required/)
})

test.concurrent('logs in with the token of a session; rejects an invalid token', async () => {
  const cli = world.signedOut()
  expect(await cli.refused('login', '--token', 'not-a-token')).toMatch(/Token authentication failed/)
  expect(await cli.refused('whoami')).toMatch(/Login required/)
  expect(await cli.ok('login', '--token', await aToken())).toContain('Successfully logged in as: devi')
  expect(await cli.ok('whoami')).toMatch(/USERNAME: devi/)
})

test.concurrent('logs in through the web browser; rejects an invalid session', async () => {
  /** Starts a login, and posts the token to the CLI as the page of the dashboard does. */
  const logIn = async (token: string) => {
    const cli = world.signedOut()
    const login = cli.start('login', '--web')
    const address = await login.line(/\/login\/cli\//)
    const target = decodeURIComponent(decodeURIComponent(address.split('/login/cli/')[1] ?? ''))
    expect(new URL(target)).toMatchObject({ protocol: 'http:', hostname: '127.0.0.1', pathname: '/auth' })
    const answer = await fetch(target, { method: 'POST', body: new URLSearchParams({ token }) })
    return { cli, status: answer.status, ended: await login.end() }
  }
  const devi = await logIn(await aToken())
  expect([devi.status, devi.ended.code]).toEqual([200, 0])
  expect(devi.ended.out).toContain('Successfully logged in as: devi')
  expect(await devi.cli.ok('whoami')).toMatch(/USERNAME: devi/)
  const nobody = await logIn('a.b.c')
  expect([nobody.status, nobody.ended.code]).toEqual([401, 1])
  expect(await nobody.cli.refused('whoami')).toMatch(/Login required/)
})

test.concurrent('creates an API key, logs in with it, and revokes it', async () => {
  const ada = await world.signedIn('ada')
  const secret = /^[A-Za-z0-9]{32}$/m.exec(await ada.ok('api-key', 'generate', 'nightly', 'never'))?.[0] ?? ''
  const keys = await ada.ok('api-key', 'list')
  const id = /^(\d+) +nightly/m.exec(keys)?.[1] ?? ''

  const machine = world.signedOut()
  expect(await machine.ok('login', '--token', secret)).toContain('Successfully logged in as: ada')
  expect(await machine.ok('fleet', 'list')).toContain('acme_logistics/cold-chain-eu')

  await ada.ok('api-key', 'revoke', id)
  // Permissions of a key are cached for five seconds.
  world.cloud.clock.advanceTo(world.cloud.clock.now() + 5000)
  expect(await ada.ok('api-key', 'list')).not.toContain('nightly')
  expect(await machine.refused('fleet', 'list')).toMatch(/Login required/)
})

test.concurrent('adds, lists, shows and removes an SSH key', async () => {
  const ada = await world.signedIn('ada')
  await ada.ok('ssh-key', 'add', 'laptop', SSH_KEY)
  const id = /^(\d+) +laptop/m.exec(await ada.ok('ssh-key', 'list'))?.[1] ?? ''
  expect(await ada.ok('ssh-key', id)).toContain(SSH_KEY)

  await ada.ok('ssh-key', 'rm', id, '--yes')
  expect(await ada.ok('ssh-key', 'list')).not.toContain('laptop')
})

test.concurrent('lists organizations, device types and OS versions', async () => {
  const ada = await world.signedIn('ada')
  expect(await ada.ok('organization', 'list')).toMatch(/^Acme Logistics +acme_logistics$/m)
  expect(await ada.ok('device-type', 'list')).toMatch(/^raspberrypi4-64 .*aarch64/m)
  expect(await ada.ok('os', 'versions', 'raspberrypi4-64')).toMatch(/^v\d+\.\d+\.\d+/m)
  expect(await ada.refused('os', 'versions', 'toaster')).toMatch(/toaster|device type/i)
})

test.concurrent('creates and removes an organization; only its administrator can rename it', async () => {
  const ada = await world.signedIn('ada')
  expect(await ada.ok('organization', 'create', 'Quay Works')).toMatch(/HANDLE: +quay_works/)
  const devi = await world.signedIn('devi')
  expect(await devi.refused('organization', 'rename', 'quay_works', 'Mine')).not.toBe('')
  await ada.ok('organization', 'rename', 'quay_works', 'Pier Works')
  expect(await ada.ok('organization', 'list')).toMatch(/^Pier Works +quay_works$/m)
  await ada.ok('organization', 'rm', 'quay_works', '--yes')
  expect(await ada.ok('organization', 'list')).not.toContain('quay_works')
})

test.concurrent('the settings show the configured platform', async () => {
  expect(await world.signedOut().ok('settings')).toMatch(/apiUrl.*http:\/\/127\.0\.0\.1:\d+/)
})
