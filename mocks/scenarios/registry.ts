import { ageingOs } from './ageing-os.ts'
import { atScaleScenarios } from './at-scale.ts'
import { badRelease } from './bad-release.ts'
import { buildFailing } from './build-failing.ts'
import { emptyAccount } from './empty-account.ts'
import { firstLook } from './first-look.ts'
import { flappingModems } from './flapping-modems.ts'
import { freePlanOver } from './free-plan-over.ts'
import { lastAdministrator } from './last-administrator.ts'
import { limitedRoles } from './limited-roles.ts'
import { offlineStorm } from './offline-storm.ts'
import { pastDueScenarios } from './past-due.ts'
import { paymentFails } from './payment-fails.ts'
import { releaseDay } from './release-day.ts'
import { rolloutLands, rolloutStops } from './rollouts.ts'
import type { Scenario } from './scenario.ts'
import { ssoMismatch } from './sso-mismatch.ts'
import { supportAccess } from './support-access.ts'
import { twoFactorPending } from './two-factor-pending.ts'
import { updateLocks } from './update-locks.ts'

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
  ...pastDueScenarios,
  ...atScaleScenarios,
]

/** A scenario by name. Throws an error that lists all names when there is none. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found !== undefined) return found
  throw new Error(`There is no scenario "${name}"; there are ${scenarios.map((one) => one.name).join(', ')}`)
}
