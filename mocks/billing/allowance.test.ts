import { afterEach, expect, test } from 'vitest'
import { PI } from '../../simulator/testing/a-world.ts'
import { createClock } from '../base/clock.ts'
import { HttpError } from '../base/http-error.ts'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { deviceCount, FREE_ALLOWANCE, requireRoom } from './allowance.ts'

let lifecycle: Lifecycle
afterEach(() => lifecycle.dispose())

test('a device that has not connected takes its place once; one that was known only while it is active', () => {
  lifecycle = new Lifecycle({ scenario: 'first-look', clock: createClock(0, 0) })
  const { store } = lifecycle
  const { world } = store
  const organization = store.rows('organization').find('handle', 'tidewater_research')?.[0] ?? -1
  const [fleet = -1] = Array.from(store.rows('application').find('organization', organization) ?? [])
  const [known = -1] = Array.from(world.devicesOfFleet(fleet))
  const hasRoom = () => {
    try {
      requireRoom(store, fleet, world.now())
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(HttpError)
      return false
    }
  }
  const add = () => world.addDevice({ fleetId: fleet, hardware: PI, at: world.now(), persona: 'never-seen' })
  const added: number[] = []
  while (deviceCount(store, organization) + added.length < FREE_ALLOWANCE - 1) added.push(add())
  expect(hasRoom()).toBe(true)
  // Activated by a person, before its first contact: still one device.
  world.setActive(added[0] ?? -1, true)
  expect(deviceCount(store, organization)).toBe(FREE_ALLOWANCE - added.length)
  expect(hasRoom()).toBe(true)
  add()
  expect(hasRoom()).toBe(false)
  world.setActive(known, false)
  expect(hasRoom()).toBe(true)
})
