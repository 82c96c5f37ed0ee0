import { closestName } from '../base/closest-name.ts'
import type { Scenario } from './scenario.ts'
import { ageingOs } from './scenarios/ageing-os.ts'
import { atScaleScenarios } from './scenarios/at-scale.ts'
import { badRelease } from './scenarios/bad-release.ts'
import { buildFailing } from './scenarios/build-failing.ts'
import { emptyAccount } from './scenarios/empty-account.ts'
import { firstLook } from './scenarios/first-look.ts'
import { flappingModems } from './scenarios/flapping-modems.ts'
import { freePlanOver } from './scenarios/free-plan-over.ts'
import { lastAdministrator } from './scenarios/last-administrator.ts'
import { limitedRoles } from './scenarios/limited-roles.ts'
import { offlineStorm } from './scenarios/offline-storm.ts'
import { pastDueScenarios } from './scenarios/past-due.ts'
import { paymentFails } from './scenarios/payment-fails.ts'
import { rareThings } from './scenarios/rare-things.ts'
import { releaseDay } from './scenarios/release-day.ts'
import { rolloutLands, rolloutStops } from './scenarios/rollouts.ts'
import { ssoMismatch } from './scenarios/sso-mismatch.ts'
import { supportAccess } from './scenarios/support-access.ts'
import { twoFactorPending } from './scenarios/two-factor-pending.ts'
import { updateLocks } from './scenarios/update-locks.ts'

/** All scenarios in display order; the first one is the default. */
export const scenarios: readonly Scenario[] = [
  firstLook,
  releaseDay,
  badRelease,
  rolloutStops,
  rolloutLands,
  updateLocks,
  buildFailing,
  ageingOs,
  offlineStorm,
  flappingModems,
  emptyAccount,
  limitedRoles,
  supportAccess,
  lastAdministrator,
  twoFactorPending,
  ssoMismatch,
  freePlanOver,
  paymentFails,
  rareThings,
  ...pastDueScenarios,
  ...atScaleScenarios,
]

/** Loads what opening a scenario needs; nothing for an unknown one. */
export const prepareScenario = async (name: unknown): Promise<void> =>
  void (await scenarios.find((scenario) => scenario.name === name)?.prepare?.())

/** A scenario by name. Throws an error that lists all names when there is none. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found !== undefined) return found
  const names = scenarios.map((one) => one.name)
  const close = closestName(name, names)
  throw new Error(
    `There is no scenario "${name}"; ${close === undefined ? `there are ${names.join(', ')}` : `did you mean "${close}"?`}`,
  )
}
