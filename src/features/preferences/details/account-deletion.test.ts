import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { deleteAccount, deletionSteps, type DeletionStep } from './account-deletion.ts'

/** Runs the deletion with an optional failing step, and records its progress. */
function deletion(failing?: { step: DeletionStep; error: unknown }) {
  const progress: string[] = []
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
  return {
    progress,
    done,
    run: () => deleteAccount(work, (name, status) => progress.push(`${name} ${status}`)),
  }
}

test('deletes an account in four steps and reports the status of each [PREF-016, PREF-022]', async () => {
  const { progress, done, run } = deletion()
  await run()
  expect(done).toEqual(['password', 'subscriptions', 'organizations', 'account'])
  expect(progress).toEqual(deletionSteps.flatMap((step) => [`${step} in-progress`, `${step} done`]))
})

test('reports a wrong password and stops [PREF-039]', async () => {
  const error = new ApiError('unauthorized', '', { status: 401 })
  const { progress, done, run } = deletion({ step: 'password', error })
  await expect(run()).rejects.toThrow('The password is wrong. Nothing was deleted.')
  expect(done).toEqual([])
  expect(progress).toEqual(['password in-progress', 'password failed'])
})

test('any other failure asks to contact support, and stops [PREF-040]', async () => {
  const error = new ApiError('invalid', 'The free plan allows 10 devices', { status: 400 })
  const { done, run } = deletion({ step: 'subscriptions', error })
  await expect(run()).rejects.toThrow(
    'The free plan allows 10 devices. Contact support if this does not help.',
  )
  expect(done).toEqual(['password'])
})

test.each(['subscriptions', 'organizations', 'account'] as const)(
  'a session that ends at the step “%s” is not called a wrong password, after which nothing would be deleted [PREF-040]',
  async (step) => {
    const error = new ApiError('unauthorized', 'Your session has ended', { status: 401 })
    const { progress, run } = deletion({ step, error })
    await expect(run()).rejects.toThrow(/^You do not have permission.*Contact support/)
    expect(progress.at(-1)).toBe(`${step} failed`)
  },
)
