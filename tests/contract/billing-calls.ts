import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

async function organization(world: TestCloud, handle: string): Promise<number> {
  const [row] = await world.rows(`/v7/organization?$select=id&$filter=handle eq '${handle}'`, 'pat')
  return Number(row?.['id'])
}

export interface Billing {
  world: TestCloud
  base: string
  get(part?: string, as?: DemoName): Promise<[number, unknown]>
  send(method: string, part: string, body?: unknown, as?: DemoName): Promise<[number, unknown]>
}

/** The billing of an organization, requested by Ada unless another user is given. */
export async function billingOf(handle: string, world = openCloud()): Promise<Billing> {
  const base = `/billing/v1/account/${await organization(world, handle)}`
  return {
    world,
    base,
    get: async (part = '', as = 'ada') => statusAndBody(await world.request(`${base}${part}`, { as })),
    send: async (method, part, body, as = 'ada') =>
      statusAndBody(
        await world.request(`${base}${part}`, { as, method, ...(body === undefined ? {} : { body }) }),
      ),
  }
}

export const acme = (world?: TestCloud) => billingOf('acme_logistics', world)
export const tidewater = (world?: TestCloud) => billingOf('tidewater_research', world)

export const everything = ['', '/plan', '/info', '/invoices', '/usage'] as const

/** All readable billing data, to check that nothing has changed. */
export async function allBilling({ get }: Billing): Promise<unknown> {
  return Promise.all(['', '/plan', '/info', '/invoices'].map((part) => get(part)))
}
