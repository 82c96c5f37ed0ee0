import { expect, test } from 'vitest'
import { operations, serviceOperations } from '../../../openapi/generated/operations.ts'
import { WRITES } from './sample.ts'
import { offers, resources, writable } from './samples.ts'
import type { Case, Exempt } from './service-case.ts'
import { casesOf, caseIds } from './service-cases.ts'

/** `data-reads.test.ts` and `data-refusals.test.ts` test every read of every resource. */
const READS = ['list', 'get', 'count', 'navigate'] as const

test('every operation of the contract has a successful, a rejected and an invalid case', () => {
  const covered = new Set<string>(caseIds)
  for (const { name } of resources) {
    for (const verb of READS) if (offers(name, verb)) covered.add(`${name}.${verb}`)
  }
  for (const [name] of writable) {
    for (const verb of WRITES) if (offers(name, verb)) covered.add(`${name}.${verb}`)
  }
  const missing = operations.map(({ id }) => id).filter((id) => !covered.has(id))
  expect(missing).toEqual([])
})

test('no table contains an operation that is not in the contract', () => {
  const known = new Set<string>(serviceOperations.map(({ id }) => id))
  expect(caseIds.filter((id) => !known.has(id))).toEqual([])
})

const reasonOf = (one: Case | Exempt): string | undefined => ('exempt' in one ? one.exempt : undefined)

test('missing cases have a reason', () => {
  for (const { id } of serviceOperations) {
    const { refusal, badInput } = casesOf(id)
    for (const one of [refusal, badInput]) expect([id, reasonOf(one)?.length ?? 1]).not.toEqual([id, 0])
  }
  for (const [name, { never = {}, body, make }] of writable) {
    for (const reason of Object.values(never)) expect([name, reason.length > 10]).toEqual([name, true])
    const isMade = body !== undefined || make !== undefined
    expect([name, isMade || 'create' in never]).toEqual([name, true])
  }
})
