import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { deleteAccount, deletionSteps, type DeletionStep } from './account-deletion.ts'

/** Work of which one step may fail, and what was told of it. */
function deletion(failing?: { step: DeletionStep; error: unknown }) {
  const told: string[] = []
  const done: string[] = []
  const step = (name: DeletionStep) => async () => {
    if (failing?.step === name) throw failing.error
    done.push(name)
  }
  const work = {
    password: step('password'),
    subscriptions: step('subscriptions'),
    organizations: step('organizations'),
    account: step('account'),
  }
  return { told, done, run: () => deleteAccount(work, (name, status) => told.push(`${name} ${status}`)) }
}

test('an account is deleted in four steps, each of which says how far it is [PREF-016, PREF-022]', async () => {
  const { told, done, run } = deletion()
  await run()
  expect(done).toEqual(['password', 'subscriptions', 'organizations', 'account'])
  expect(told).toEqual(deletionSteps.flatMap((step) => [`${step} in-progress`, `${step} done`]))
})

test('a wrong password is said as such and stops everything [PREF-039]', async () => {
  const error = new ApiError('unauthorized', '', { status: 401 })
  const { told, done, run } = deletion({ step: 'password', error })
  await expect(run()).rejects.toThrow('The password is wrong. Nothing was deleted.')
  expect(done).toEqual([])
  expect(told).toEqual(['password in-progress', 'password failed'])
})

test('any other failure asks to contact support, and stops there [PREF-040]', async () => {
  const error = new ApiError('invalid', 'The free plan allows 10 devices', { status: 400 })
  const { done, run } = deletion({ step: 'subscriptions', error })
  await expect(run()).rejects.toThrow(
    'The free plan allows 10 devices. Contact support if this does not help.',
  )
  expect(done).toEqual(['password'])
})
