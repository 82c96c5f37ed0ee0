import type { BalenaSDK } from 'balena-sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { totpAt } from '../../../mocks/account/totp.ts'
import { ACME, ownFleet, ownName } from '../own.ts'
import type { SdkWorld } from '../sdk-world.ts'

const PASSWORD = 'harbour-lights-9'
const STEP_MS = 30_000
const INVALID_TOKEN = '0'.repeat(32)

const Letters = z.array(z.object({ token: z.string() }))

/** Sign-up, two-factor authentication, and accepting invitations. */
export function accountMethods(world: SdkWorld): void {
  const signUp = (sdk: BalenaSDK, email: string, password = PASSWORD) =>
    sdk.auth.register({ email, password, 'g-recaptcha-response': 'passed' })

  /** A new user, signed in; the account is deleted after the test. */
  const newcomer = async () => {
    const email = `${ownName('guest')}@harbour.example`
    const sdk = world.signedOut()
    await sdk.auth.loginWithToken(await signUp(sdk, email))
    onTestFinished(async () => {
      const cleaner = world.signedOut()
      await cleaner.auth.loginWithToken(await sdk.auth.getToken())
      const { id } = await cleaner.auth.getUserInfo()
      await cleaner.pine.delete({ resource: 'user', id })
    })
    return { sdk, email }
  }

  const tokenMailedTo = async (email: string) => {
    const response = await fetch(`${world.url}/__flotilla/emails?to=${encodeURIComponent(email)}`)
    const [newest] = Letters.parse(await response.json())
    if (newest === undefined) throw new Error(`Nothing was mailed to ${email}`)
    return newest.token
  }

  describe('auth for a new user', () => {
    test('signs up, and verifies the address with the emailed token [SIGNUP-016, SIGNIN-029]', async () => {
      const { sdk, email } = await newcomer()
      expect(await sdk.auth.getUserInfo()).toMatchObject({ email })
      await expect(sdk.auth.verifyEmail({ email, token: INVALID_TOKEN })).rejects.toMatchObject({
        statusCode: 400,
      })
      await sdk.auth.requestVerificationEmail()
      const token = await sdk.auth.verifyEmail({ email, token: await tokenMailedTo(email) })
      await sdk.auth.loginWithToken(token)
      expect(await sdk.auth.isLoggedIn()).toBe(true)
    })

    test('rejects a sign-up with a taken or invalid address', async () => {
      const sdk = world.signedOut()
      await expect(signUp(sdk, 'ada@flotilla.example')).rejects.toMatchObject({
        body: 'This email is already taken',
      })
      await expect(signUp(sdk, 'no address')).rejects.toMatchObject({
        statusCode: 400,
        body: 'Invalid email',
      })
    })

    test('enables two-factor authentication, requires it at the next login, and disables it [TWOFA-024, TWOFA-025, TWOFA-026]', async () => {
      const { sdk, email } = await newcomer()
      const { twoFactor } = sdk.auth
      const secret = async () => new URL(await twoFactor.getSetupKey()).searchParams.get('secret') ?? ''
      await expect(twoFactor.enable('000000')).rejects.toMatchObject({ statusCode: 400 })

      await sdk.auth.loginWithToken(await twoFactor.verify(totpAt(await secret(), Date.now())))
      expect(await twoFactor.isEnabled()).toBe(true)
      await expect(twoFactor.disable('guess')).rejects.toMatchObject({ statusCode: 401 })
      await twoFactor.disable(PASSWORD)
      expect(await twoFactor.isEnabled()).toBe(false)

      const shared = await secret()
      await twoFactor.enable(totpAt(shared, Date.now()))
      const later = world.signedOut()
      await later.auth.login({ email, password: PASSWORD })
      expect(await later.auth.twoFactor.isPassed()).toBe(false)
      await later.auth.twoFactor.challenge(totpAt(shared, Date.now() + STEP_MS))
      expect(await later.auth.twoFactor.isPassed()).toBe(true)
    })
  })

  describe('accepting invitations', () => {
    test('an invitation to an organization makes the invited user a member, once', async () => {
      const ada = await world.signedIn('ada')
      const { sdk, email } = await newcomer()
      const { id, handle } = await ada.models.organization.create({ name: ownName('Harbour') })
      onTestFinished(() => ada.models.organization.remove(id))
      await ada.models.organization.invite.create(id, { invitee: email })
      const token = await tokenMailedTo(email)
      const { invite } = sdk.models.organization
      await expect(invite.accept(INVALID_TOKEN)).rejects.toThrow(/invitation/i)
      await expect(world.signedOut().models.organization.invite.accept(token)).rejects.toThrow(/log in/)
      await invite.accept(token)
      expect(await sdk.models.organization.get(handle, { $select: 'id' })).toEqual({ id })
      await expect(invite.accept(token)).rejects.toThrow(/invitation/i)
      expect(await ada.models.organization.membership.getAllByOrganization(id)).toHaveLength(2)
    })

    test('an invitation to a fleet gives the invited user its role [INVITE-018]', async () => {
      const ada = await world.signedIn('ada')
      const { sdk, email } = await newcomer()
      const fleet = await ownFleet(ada)
      await ada.models.application.invite.create(fleet.id, { invitee: email, roleName: 'observer' })
      await expect(sdk.models.application.invite.accept(INVALID_TOKEN)).rejects.toThrow(/invitation/i)
      expect(await sdk.models.application.has(fleet.slug)).toBe(false)
      await sdk.models.application.invite.accept(await tokenMailedTo(email))
      expect(await sdk.models.application.has(fleet.slug)).toBe(true)
      await expect(sdk.models.application.rename(fleet.id, ownName('own'))).rejects.toMatchObject({
        statusCode: 401,
      })
      expect(fleet.slug).toBe(`${ACME}/${fleet.name}`)
    })
  })
}
