import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACME, UNKNOWN_ID, ownFleet, ownName } from '../own.ts'
import { PASSWORD, firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const PUBLIC_KEY = `ssh-ed25519 ${'AAAAC3NzaC1lZDI1NTE5AAAAIE'.padEnd(68, 'x')} ada@laptop`
const NOT_LOGGED_IN = { code: 'BalenaNotLoggedIn' }

/** `auth`, `models.key`, `models.apiKey`, `request`. */
export function sessionMethods(world: SdkWorld): void {
  describe('auth', () => {
    test('signs in with a password, returns the user, and signs out [SIGNIN-028]', async () => {
      const { auth } = world.signedOut()
      const token = await auth.authenticate({ email: 'devi@flotilla.example', password: PASSWORD })
      expect(await auth.isLoggedIn()).toBe(false)
      await auth.loginWithToken(token)
      expect(await auth.getToken()).toBe(token)
      expect(await auth.isLoggedIn()).toBe(true)
      const me = await auth.whoami()
      expect(me).toMatchObject({ actorType: 'user', username: 'devi' })
      expect(await auth.getActorId()).toBe(me?.id)
      expect(await auth.getUserInfo()).toMatchObject({ username: 'devi', email: 'devi@flotilla.example' })
      expect(await auth.twoFactor.isEnabled()).toBe(false)
      expect(await auth.twoFactor.isPassed()).toBe(true)
      await auth.logout()
      expect(await auth.isLoggedIn()).toBe(false)
    })

    test('without a session, methods that need a user fail', async () => {
      const { auth, models } = world.signedOut()
      expect(await auth.whoami()).toBeUndefined()
      for (const ask of [() => auth.getToken(), () => auth.getActorId(), () => auth.getUserInfo()])
        await expect(ask()).rejects.toMatchObject(NOT_LOGGED_IN)
      await expect(models.apiKey.create({ name: 'key', expiryDate: null })).rejects.toMatchObject(
        NOT_LOGGED_IN,
      )
      expect(await models.application.has(`${ACME}/kiosk-lobby`)).toBe(false)
      await expect(models.organization.create({ name: 'Harbour' })).rejects.toMatchObject(NOT_LOGGED_IN)
    })

    test('a wrong password and an unknown user give the same error', async () => {
      const { auth } = world.signedOut()
      for (const email of ['ada@flotilla.example', 'nobody@flotilla.example'])
        await expect(auth.authenticate({ email, password: 'guess' })).rejects.toMatchObject({
          code: 'BalenaInvalidLoginCredentials',
        })
      expect(await auth.isLoggedIn()).toBe(false)
    })
  })

  describe('models.key and models.apiKey', () => {
    let sdk: BalenaSDK
    let olive: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      olive = await world.signedIn('olive')
    })

    test('adds, lists, reads and removes an SSH key, which no other user sees [KEYS-038]', async () => {
      const { key } = sdk.models
      const title = ownName('laptop')
      const { id } = await key.create(title, `  ${PUBLIC_KEY}  `)
      expect(await key.get(id)).toMatchObject({ title, public_key: PUBLIC_KEY })
      expect(await key.getAll({ $select: ['id', 'title'] })).toContainEqual({ id, title })
      await expect(olive.models.key.get(id)).rejects.toMatchObject({ code: 'BalenaKeyNotFound' })
      await olive.models.key.remove(id)
      expect(await key.get(id)).toMatchObject({ id })
      await key.remove(id)
      await expect(key.get(id)).rejects.toMatchObject({ code: 'BalenaKeyNotFound' })
    })

    test('creates, renames and revokes an API key, which no other user sees [KEYS-041]', async () => {
      const { apiKey } = sdk.models
      const name = ownName('nightly')
      const secret = await apiKey.create({ name, expiryDate: '2999-01-01', description: 'for the night' })
      const named = async () =>
        firstOf(await apiKey.getAllNamedUserApiKeys({ $filter: { name: { $in: [name, `${name}-2`] } } }))
      const { id } = await named()
      await apiKey.update(id, { name: `${name}-2`, description: null })
      expect(await named()).toMatchObject({ id, name: `${name}-2`, description: null })
      expect(await apiKey.getAll({ $select: 'id' })).toContainEqual({ id })
      expect(await olive.models.apiKey.getAll({ $filter: { id } })).toEqual([])

      const machine = world.signedOut()
      await machine.auth.loginWithToken(secret)
      expect(await machine.models.apiKey.getAll({ $select: 'id', $filter: { id } })).toEqual([{ id }])
      await olive.models.apiKey.revoke(id)
      expect(await named()).toMatchObject({ id })
      await apiKey.revoke(id)
      expect(await apiKey.getAll({ $filter: { id } })).toEqual([])
      await expect(machine.models.apiKey.create({ name, expiryDate: null })).rejects.toMatchObject(
        NOT_LOGGED_IN,
      )
    })

    test('rejects an API key without a name or expiry, or with an invalid date', async () => {
      world.causedProblems.push(/keys\.createForUser\): #\/name: String is too short/)
      const { apiKey } = sdk.models
      const before = await apiKey.getAll()
      // @ts-expect-error: no expiry
      await expect(apiKey.create({ name: 'key' })).rejects.toMatchObject({
        code: 'BalenaInvalidParameterError',
      })
      // The SDK maps all errors of this call to the same one.
      for (const wrong of [
        { name: '', expiryDate: null },
        { name: 'key', expiryDate: 'tomorrow' },
      ])
        await expect(apiKey.create(wrong)).rejects.toMatchObject(NOT_LOGGED_IN)
      await expect(apiKey.update(UNKNOWN_ID, { name: '' })).rejects.toMatchObject({
        code: 'BalenaInvalidParameterError',
      })
      expect(await apiKey.getAll()).toEqual(before)
    })
  })

  describe('request and pine', () => {
    let sdk: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
    })

    test('sends and streams requests with the user’s token, and reports errors', async () => {
      const { request } = sdk
      const { body } = await request.send<{ username: string }>({
        url: '/user/v1/whoami',
        baseUrl: world.url,
      })
      expect(body).toMatchObject({ username: 'ada' })
      world.causedProblems.push(/^GET \/no\/such\/path: is not in the contract/)
      await expect(request.send({ url: '/no/such/path', baseUrl: world.url })).rejects.toMatchObject({
        statusCode: 404,
      })
      await expect(
        request.send({ url: '/user/v1/whoami', baseUrl: world.url, sendToken: false }),
      ).rejects.toMatchObject({ statusCode: 401 })
      const before = await sdk.auth.getToken()
      expect(await request.refreshToken({ baseUrl: world.url })).toEqual(expect.any(String))
      expect(await sdk.auth.isLoggedIn()).toBe(true)
      expect(before).toEqual(expect.any(String))
    })

    test('streams a response in chunks', async () => {
      const stream = await sdk.request.stream({ url: '/user/v1/whoami', baseUrl: world.url })
      let text = ''
      for await (const chunk of stream) text += String(chunk)
      expect(JSON.parse(text)).toMatchObject({ username: 'ada' })
    })

    test('reads, counts, creates, changes, upserts and removes rows through the data API [CALL-019, CALL-020, CALL-030]', async () => {
      const { pine } = sdk
      const { id } = await ownFleet(sdk)
      const made = await pine.post({
        resource: 'application_tag',
        body: { application: id, tag_key: 'site', value: 'rotterdam' },
      })
      const owner = { $filter: { application: id } }
      const tags = () =>
        pine.get({ resource: 'application_tag', options: { ...owner, $select: ['tag_key', 'value'] } })
      await pine.patch({ resource: 'application_tag', id: made.id, body: { value: 'hamburg' } })
      expect(await tags()).toEqual([{ tag_key: 'site', value: 'hamburg' }])
      const key = { application: id, tag_key: 'site' }
      await pine.upsert({ resource: 'application_tag', id: key, body: { value: 'antwerp' } })
      await pine.upsert({
        resource: 'application_tag',
        id: { ...key, tag_key: 'rack' },
        body: { value: '4' },
      })
      expect(await tags()).toEqual(
        expect.arrayContaining([
          { tag_key: 'site', value: 'antwerp' },
          { tag_key: 'rack', value: '4' },
        ]),
      )
      expect(
        await pine.get({
          resource: 'application_tag',
          options: { $count: { $filter: { application: id } } },
        }),
      ).toBe(2)
      await pine.delete({ resource: 'application_tag', options: owner })
      expect(await tags()).toEqual([])
      expect(await pine.get({ resource: 'cpu_architecture', options: { $select: 'slug' } })).toContainEqual({
        slug: 'aarch64',
      })
    })

    test('an invalid query fails with the error of the platform', async () => {
      const read = (url: string) => sdk.request.send({ url: `/v7/${url}`, baseUrl: world.url })
      world.causedProblems.push(/^GET \/v7\/nonesuch: is not in the contract/)
      await expect(read('nonesuch')).rejects.toMatchObject({ statusCode: 401 })
      await expect(read('device?$select=nonesuch')).rejects.toMatchObject({ statusCode: 500 })
      await expect(read('device?$filter=uuid eq')).rejects.toMatchObject({ statusCode: 400 })
      await expect(
        sdk.pine.post({
          resource: 'application_tag',
          body: { application: UNKNOWN_ID, tag_key: 'a', value: 'b' },
        }),
      ).rejects.toMatchObject({ statusCode: 401 })
    })

    test('sets the repository and visibility of a fleet through the data API [CALL-034, CALL-035]', async () => {
      const { id } = await ownFleet(sdk)
      const body = { is_stored_at__repository_url: 'https://git.example/gates', is_public: true }
      await sdk.pine.patch({ resource: 'application', id, body })
      expect(
        await sdk.models.application.get(id, { $select: ['is_stored_at__repository_url', 'is_public'] }),
      ).toEqual(body)
    })
  })
}
