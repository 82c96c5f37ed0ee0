import { expect } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/scenarios/people.ts'
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
  /** A fleet of one service. */
  single: number
  type: number
  tidewater: number
  /** The team that an attempt prepares, once it has. */
  freeTeam: number
}

/** Ids of a new first-look world; they are the same in every one. */
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
  /** A row that Ada makes before. */
  prepare?: (it: Subject) => [resource: string, body: Record<string, unknown>]
  /** What must stay as it was when the attempt is refused. */
  watch: (it: Subject) => string
  allowed: readonly DemoName[]
}

/** What is said of an application that somebody may not see. */
const NOT_THERE = ['"Application(s) not found."', `"Application doesn't exist or you have no access to it."`]

async function prepared({ prepare }: Attempt, it: Subject): Promise<void> {
  if (prepare === undefined) return
  const [resource, body] = prepare(it)
  const response = await it.world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  // A world that is shared may have it from another attempt.
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

/** Those who may do it, each in a world of their own; all others are refused in the one that is given. */
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
      // Rows that somebody may not see are not there for them, so a change of them changes nothing (docs/platform/data-api.md).
      expect([name, [200, 401, 404].includes(response.status)]).toEqual([name, true])
      expect(['', ...NOT_THERE]).toContain(await response.text())
      expect([name, after]).toEqual([name, before])
    }
  }
}
