import { afterEach } from 'vitest'
import { createTestCloud } from '../../hosts/node.ts'
import type { TestCloud } from '../../hosts/node.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Returns a function that opens scenarios, which are disposed after each test. */
export function useWorlds(): (scenario: string) => TestCloud {
  let opened: TestCloud[] = []
  afterEach(() => {
    for (const one of opened) one.dispose()
    opened = []
  })
  return (scenario) => {
    const world = createTestCloud(scenario)
    opened.push(world)
    return world
  }
}

export const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

/** The number of devices of a fleet that match a filter and are visible to Ada. */
export const devices = (world: TestCloud, fleet: string, filter = 'true') =>
  world.count(
    `/v7/device/$count?$filter=belongs_to__application/app_name eq '${fleet}'${filter === 'true' ? '' : ` and ${filter}`}`,
    'ada',
  )

/** The names of the fleets that a user sees. */
export const fleetNames = async (world: TestCloud, as: Parameters<TestCloud['rows']>[1]) =>
  (
    await world.rows(
      "/v7/application?$select=app_name&$filter=is_directly_accessible_by__user/any(dau:1 eq 1) and is_of__class eq 'fleet' and is_host eq false&$orderby=app_name asc",
      as,
    )
  ).map((row) => row['app_name'])

export async function statusAndText(promise: Promise<Response>): Promise<[number, string]> {
  const response = await promise
  return [response.status, await response.text()]
}
