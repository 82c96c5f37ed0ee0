import { expect, test } from 'vitest'
import { rows } from './rows/index.ts'
import { writesOfSources } from './writes.ts'

/** What the look at the sources takes for a write by its words: asked for by no form, or a question that is sent as a POST. */
const NO_WRITES = [
  'DELETE service',
  'PATCH service',
  'POST service',
  'DELETE service_install',
  'PATCH service_install',
  'POST service_install',
  'state.register',
  'proxy.device',
  'downloads.makeConfig',
  'actions.startOsUpdateAttached',
  'DELETE application_membership_role',
  'PATCH application_membership_role',
  'POST organization_membership_tag',
  'PATCH organization_membership_tag',
  'DELETE organization_membership_tag',
]

/** Without a row so far. The list may only get shorter: a new write gets a row. */
const WITHOUT_ROW = [
  'DELETE device',
  'DELETE organization_credit_notification',
  'PATCH device',
  'PATCH organization_credit_notification',
  'PATCH user',
  'POST credit_bundle',
  'POST organization_credit_notification',
  'account.verifyEmail',
  'actions.runChecks',
  'actions.runDiagnostics',
  'actions.startOsUpdate',
  'billing.changeInfo',
  'billing.changePlan',
  'billing.createSetupIntent',
  'billing.removeInfo',
  'downloads.imageByForm',
  'proxy.blink',
  'proxy.purge',
  'proxy.reboot',
  'proxy.restart',
  'proxy.restartService',
  'proxy.shutdown',
  'proxy.startService',
  'proxy.stopService',
  'single-sign-on.finishSaml',
  'support.submitTicket',
  'support.uploadAttachment',
]

test('each write of the sources goes through every fault, or stands in the list of those that do not yet', () => {
  const known = [...rows.map(({ write }) => write), ...NO_WRITES, ...WITHOUT_ROW]
  expect([...new Set(known)].toSorted()).toEqual(writesOfSources())
})
