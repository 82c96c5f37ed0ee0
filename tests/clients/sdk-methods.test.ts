import { expect, test } from 'vitest'
import { accountMethods } from './methods/accounts.ts'
import { billingMethods } from './methods/billing.ts'
import { catalogueMethods } from './methods/catalogue.ts'
import { deviceCommandMethods } from './methods/device-commands.ts'
import { deviceSettingMethods } from './methods/device-settings.ts'
import { deviceMethods } from './methods/devices.ts'
import { fleetAccessMethods } from './methods/fleet-access.ts'
import { fleetMethods } from './methods/fleets.ts'
import { organizationMethods } from './methods/organizations.ts'
import { releaseMethods } from './methods/releases.ts'
import { sessionMethods } from './methods/sessions.ts'
import { useSdkWorld } from './sdk-world.ts'

/** The number of different methods of the official client that must have succeeded. */
const AT_LEAST = 250

const world = useSdkWorld()
sessionMethods(world)
accountMethods(world)
billingMethods(world)
catalogueMethods(world)
fleetMethods(world)
fleetAccessMethods(world)
deviceMethods(world)
deviceSettingMethods(world)
deviceCommandMethods(world)
releaseMethods(world)
organizationMethods(world)

test(`at least ${AT_LEAST} methods of the official client succeed [CALL-001]`, () => {
  const answered = [...world.answered].toSorted()
  expect(answered.length, answered.join('\n')).toBeGreaterThanOrEqual(AT_LEAST)
})
