import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rows } from './rows/index.ts'
import { REFUSALS } from './run-row.ts'
import { INTERRUPTIONS, interruptionsAt, refusalsAt } from './sample.ts'
import { writesOfSources } from './writes.ts'

/**
 * Matches of the source scan that are not writes: no form requests them, an older version, a read or download sent as POST,
 * a link that is opened (invitation.test.tsx), or requests of devices that a command shows.
 */
const NO_WRITES = [
  'DELETE service',
  'PATCH service',
  'POST service',
  'DELETE service_install',
  'PATCH service_install',
  'POST service_install',
  'proxy.device',
  'state.register',
  'downloads.imageByForm',
  'downloads.makeConfig',
  'invitations.acceptFleet',
  'invitations.acceptOrganization',
  'POST device',
  'PATCH application_membership_role',
]

test('every write in the sources is tested with every fault', () => {
  const known = [...rows.map(({ write }) => write), ...NO_WRITES]
  expect([...new Set(known)].toSorted()).toEqual(writesOfSources())
})

test('the sample tries every refusal and interruption on many forms', () => {
  const refused = rows.flatMap((_, at) => refusalsAt(at).map(({ name }) => name))
  for (const { name } of REFUSALS)
    expect(refused.filter((each) => each === name).length, name).toBeGreaterThan(rows.length / 4)
  const interrupted = rows.flatMap((row, at) => (row.isTyped ? interruptionsAt(at) : []))
  for (const name of INTERRUPTIONS)
    expect(interrupted.filter((each) => each === name).length, name).toBeGreaterThan(interrupted.length / 3)
})

test('every row is in one file of tests', () => {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  for (const name of readdirSync(join(import.meta.dirname, 'rows'))) {
    if (name === 'index.ts') continue
    expect(files.filter((text) => text.includes(`'./rows/${name}'`)).length, name).toBe(1)
  }
})
