import { expect } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { aDevice, fleetId, releaseId } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

export const everybody: readonly DemoName[] = [
  'ada',
  'devi',
  'sadie',
  'omar',
  'sol',
  'olive',
  'mel',
  'sue',
  'pat',
]

export const developers: readonly DemoName[] = ['ada', 'devi']

export interface Subject {
  world: TestCloud
  device: number
  uuid: string
  offline: number
  fleet: number
  other: number
  release: number
  loose: number
  /** A fleet with one service. */
  single: number
  type: number
  tidewater: number
  /** The team created by the preparation of an attempt. */
  freeTeam: number
}

/** Ids of a new first-look world, which are the same in each. */
export async function subject(world: TestCloud): Promise<Subject> {
  const device = await aDevice(world, 'cold-chain-eu')
  const offline = await aDevice(world, 'kiosk-lobby', 'is_online eq false')
  const [organization] = await world.rows(
    "/v7/organization?$select=id&$filter=handle eq 'tidewater_research'",
    'pat',
  )
  return {
    world,
    device: device.id,
    uuid: device.uuid,
    offline: offline.id,
    fleet: await fleetId(world, 'cold-chain-eu'),
    other: await fleetId(world, 'harbor-cams'),
    release: await releaseId(world, 'cold-chain-eu', '4.11.0'),
    loose: await releaseId(world, 'cold-chain-eu', '4.10.2'),
    single: await fleetId(world, 'tram-displays'),
    type: 1,
    tidewater: Number(organization?.['id']),
    freeTeam: (await world.count('/v7/team/$count', 'pat')) + 1,
  }
}

export interface Attempt {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: (it: Subject) => string
  body?: (it: Subject) => Record<string, unknown>
  /** A row that Ada creates before. */
  prepare?: (it: Subject) => [resource: string, body: Record<string, unknown>]
  /** What must not change if the attempt is rejected. */
  watch: (it: Subject) => string
  allowed: readonly DemoName[]
}

/** The messages for an application that the user cannot see. */
const NOT_THERE = ['"Application(s) not found."', `"Application doesn't exist or you have no access to it."`]

async function prepared({ prepare }: Attempt, it: Subject): Promise<void> {
  if (prepare === undefined) return
  const [resource, body] = prepare(it)
  const response = await it.world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  // Another attempt in a shared world may have created it.
  expect([201, 409]).toContain(response.status)
}

async function tried(attempt: Attempt, it: Subject, as: DemoName) {
  const { world } = it
  const before = await world.rows(attempt.watch(it), 'pat')
  const response = await world.request(attempt.path(it), {
    as,
    method: attempt.method,
    ...(attempt.body === undefined ? {} : { body: attempt.body(it) }),
  })
  return { response, before, after: await world.rows(attempt.watch(it), 'pat') }
}

/** Each allowed user succeeds in a separate world; all others are rejected in the given one. */
export async function expectOnlyAllowed(attempt: Attempt, shared: Subject): Promise<void> {
  await prepared(attempt, shared)
  for (const name of everybody) {
    if (attempt.allowed.includes(name)) {
      const it = { ...shared, world: openCloud() }
      await prepared(attempt, it)
      const { response, before, after } = await tried(attempt, it, name)
      expect([name, response.ok]).toEqual([name, true])
      expect([name, after]).not.toEqual([name, before])
      it.world.dispose()
    } else {
      const { response, before, after } = await tried(attempt, shared, name)
      // Invisible rows do not exist for a user, so changing them has no effect (docs/platform/data-api.md).
      expect([name, [200, 401, 404].includes(response.status)]).toEqual([name, true])
      expect(['', ...NOT_THERE]).toContain(await response.text())
      expect([name, after]).toEqual([name, before])
    }
  }
}
