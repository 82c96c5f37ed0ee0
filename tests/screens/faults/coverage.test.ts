import { expect, test } from 'vitest'
import { rows } from './rows/index.ts'
import { writesOfSources } from './writes.ts'

/** What the look at the sources takes for a write by its words: asked for by no form, an older version, a question or a download that is sent as a POST, a link that is opened (invitation.test.tsx), or what devices send and a command shows. */
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

test('each write of the sources goes through every fault', () => {
  const known = [...rows.map(({ write }) => write), ...NO_WRITES]
  expect([...new Set(known)].toSorted()).toEqual(writesOfSources())
})
