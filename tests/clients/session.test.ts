import { expect, test } from 'vitest'
import { PASSWORD, firstOf, useSdkWorld } from './sdk-world.ts'

const world = useSdkWorld()

test('logs in by email or username and returns the user [CALL-001]', async () => {
  for (const email of ['ada@flotilla.example', 'ada']) {
    const sdk = world.signedOut()
    expect(await sdk.auth.isLoggedIn()).toBe(false)
    await sdk.auth.login({ email, password: PASSWORD })
    expect(await sdk.auth.isLoggedIn()).toBe(true)
    expect(await sdk.auth.whoami()).toMatchObject({
      actorType: 'user',
      username: 'ada',
      email: 'ada@flotilla.example',
    })
    expect(await sdk.auth.getUserInfo()).toMatchObject({ username: 'ada', email: 'ada@flotilla.example' })
  }
})

test('rejects a wrong password and stays signed out', async () => {
  const sdk = world.signedOut()
  await expect(sdk.auth.login({ email: 'ada@flotilla.example', password: 'guess' })).rejects.toMatchObject({
    code: 'BalenaInvalidLoginCredentials',
  })
  expect(await sdk.auth.isLoggedIn()).toBe(false)
})

test('the token of one client signs in another one, until it logs out', async () => {
  const ada = await world.signedIn('ada')
  const other = world.signedOut()
  await other.auth.loginWithToken(await ada.auth.getToken())
  expect(await other.auth.getActorId()).toBe(await ada.auth.getActorId())
  await other.auth.logout()
  expect(await other.auth.whoami()).toBeUndefined()
  expect(await ada.auth.isLoggedIn()).toBe(true)
})

test('a malformed token is not signed in', async () => {
  const sdk = world.signedOut()
  await sdk.auth.loginWithToken('eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl')
  expect(await sdk.auth.isLoggedIn()).toBe(false)
})

test('reads the configuration and device types of the platform [CALL-017, CALL-018]', async () => {
  const sdk = await world.signedIn('ada')
  const config = await sdk.models.config.getAll()
  expect(config.deviceUrlsBase).toMatch(/\./)
  expect(config.supportedSocialProviders).toEqual(expect.any(Array))

  const types = await sdk.models.deviceType.getAll({ $select: ['slug', 'name'] })
  expect(types.length).toBeGreaterThan(2)
  const { slug, name } = firstOf(types)
  expect(await sdk.models.deviceType.get(slug, { $select: ['slug', 'name'] })).toMatchObject({ slug, name })
})

test('creates and lists an API key, uses it instead of a password, and revokes it', async () => {
  const ada = await world.signedIn('ada')
  const secret = await ada.models.apiKey.create({
    name: 'nightly',
    expiryDate: null,
    description: 'for the night',
  })
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/)

  const machine = world.signedOut()
  await machine.auth.loginWithToken(secret)
  expect(await machine.auth.whoami()).toMatchObject({ username: 'ada' })

  const keys = await ada.models.apiKey.getAllNamedUserApiKeys()
  const key = firstOf(keys.filter(({ name }) => name === 'nightly'))
  expect(key).toMatchObject({ description: 'for the night' })
  await ada.models.apiKey.revoke(key.id)
  // Permissions of a key are cached for five seconds.
  world.cloud.clock.advanceTo(world.cloud.clock.now() + 5000)
  const later = world.signedOut()
  await later.auth.loginWithToken(secret)
  expect(await later.auth.isLoggedIn()).toBe(false)
})

test('lists organizations, and finds one by handle [CALL-001]', async () => {
  const sdk = await world.signedIn('ada')
  const organizations = await sdk.models.organization.getAll({ $select: ['handle', 'name'] })
  expect(organizations).toContainEqual({ handle: 'acme_logistics', name: 'Acme Logistics' })
  const { name } = await sdk.models.organization.get('acme_logistics', { $select: ['name'] })
  expect(name).toBe('Acme Logistics')
  await expect(sdk.models.organization.get('nobody_inc')).rejects.toMatchObject({
    code: 'BalenaOrganizationNotFound',
  })
})
