import { expect, test } from 'vitest'
import { serviceOperations } from '../../../openapi/generated/operations.ts'
import { badRequest } from '../exchange.ts'
import { cloudOfFile, openCloud } from '../use-cloud.ts'
import { changesSince, dumpOf } from './dump.ts'
import { ask } from './service-case.ts'
import type { Case, Exempt } from './service-case.ts'
import { casesOf } from './service-cases.ts'
import { subjectsOf } from './subjects.ts'

// Every world of a scenario has the same ids.
const subjects = cloudOfFile(subjectsOf)

const ids = serviceOperations.map(({ id }) => id)

const isCase = (one: Case | Exempt): one is Case => 'ask' in one

test.each(ids)('%s succeeds', async (id) => {
  const { success } = casesOf(id)
  const [status] = await ask(id, success, { ...subjects(), world: openCloud() })
  expect(status).toBe(success.status)
})

test.each(ids.filter((id) => isCase(casesOf(id).refusal)))(
  '%s rejects a user without permission, and changes nothing',
  async (id) => {
    await expectRefused(id, casesOf(id).refusal)
  },
)

test.each(ids.filter((id) => isCase(casesOf(id).badInput)))(
  '%s rejects invalid input, and changes nothing',
  async (id) => {
    await badRequest(() => expectRefused(id, casesOf(id).badInput))
  },
)

async function expectRefused(id: (typeof ids)[number], testCase: Case | Exempt): Promise<void> {
  if (!isCase(testCase)) throw new Error(`${id} is exempt: ${testCase.exempt}`)
  const it = subjects()
  // The preparation of a case must not count as a change; the clock is stopped.
  const request = typeof testCase.ask === 'function' ? await testCase.ask(it) : testCase.ask
  if (typeof request.as === 'string') await it.world.token(request.as)
  const before = dumpOf(it.world)
  expect(await ask(id, { ...testCase, ask: request }, it)).toEqual([testCase.status, testCase.answer])
  expect(changesSince(before, it.world)).toEqual([])
}
