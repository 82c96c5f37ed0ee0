import { expect, test } from 'vitest'
import { rows } from './rows/index.ts'
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
