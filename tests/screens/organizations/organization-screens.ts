import { screen, within } from '@testing-library/react'
import type { TestCloud } from '../../../mocks/hosts/node.ts'

/** The id of the only row that matches a filter. */
export async function idOf(world: TestCloud, resource: string, where: string): Promise<number> {
  const [row] = await world.rows(`/v7/${resource}?$select=id&$filter=${where}`, 'ada')
  return Number(row?.['id'])
}

export const organizationId = (world: TestCloud, handle = 'acme_logistics') =>
  idOf(world, 'organization', `handle eq '${handle}'`)

/** A URL below an organization. */
export const below =
  (path: string, handle = 'acme_logistics') =>
  async (world: TestCloud) =>
    `/orgs/${await organizationId(world, handle)}${path}`

export const ofTeam = (path: string, name: string) => async (world: TestCloud) =>
  `${await below('/teams')(world)}/${await idOf(world, 'team', `name eq '${name}'`)}${path}`

export const membershipOf = async (world: TestCloud, name: string) =>
  idOf(
    world,
    'organization_membership',
    `user/any(u:u/username eq '${name}') and is_member_of__organization eq ${await organizationId(world)}`,
  )

export const ofMember = (path: string, name: string) => async (world: TestCloud) =>
  `${await below('/members')(world)}/${await membershipOf(world, name)}${path}`

/** The row of a table with this text. */
export async function rowOf(table: string, name: string) {
  const tableElement = within(await screen.findByRole('table', { name: table }))
  return within(await tableElement.findByRole('row', { name: new RegExp(name) }))
}
