import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { aDevice, fleetId, releaseId } from '../subjects.ts'
import type { FoundDevice } from '../subjects.ts'

/** Ids of a first-look world, by purpose. */
export interface Subjects {
  world: TestCloud
  /** Two organizations of which Ada is an administrator; the fleet belongs to the first. */
  acme: number
  tidewater: number
  fleet: number
  fleetSlug: string
  /** Another fleet of the first organization. */
  otherFleet: number
  deviceType: number
  /** An online and an offline device. */
  device: FoundDevice
  offline: FoundDevice
  /** A release of the fleet that is neither a target nor a pin. */
  release: number
  releaseCommit: string
  service: number
  releaseImage: number
  serviceInstall: number
  feature: number
  /** Two teams with a role on the fleet. */
  teams: [developers: number, operators: number]
  membership: number
  roles: { developer: number; observer: number; administrator: number; member: number }
  provider: number
  user(name: string): Promise<number>
  /** Returns another number each time, for unique names. */
  next(): number
}

async function idOf(world: TestCloud, path: string): Promise<number> {
  const [row] = await world.rows(path, 'pat')
  if (row === undefined) throw new Error(`Nothing at ${path}`)
  return Number(row['id'])
}

/** Finds the subjects in a new world. */
export async function subjectsOf(world: TestCloud): Promise<Subjects> {
  const one = (resource: string, filter: string) =>
    idOf(world, `/v7/${resource}?$select=id&$top=1&$orderby=id asc&$filter=${filter}`)
  const fleet = await fleetId(world, 'cold-chain-eu')
  const device = await aDevice(world, 'cold-chain-eu')
  const release = await releaseId(world, 'cold-chain-eu', '4.10.2')
  const [row] = await world.rows(`/v7/release(${release})?$select=commit`, 'pat')
  const [owner] = await world.rows(`/v7/application(${fleet})?$select=slug,is_for__device_type`, 'pat')
  let last = 0
  const acme = await one('organization', "handle eq 'acme_logistics'")
  return {
    world,
    acme,
    tidewater: await one('organization', "handle eq 'tidewater_research'"),
    fleet,
    fleetSlug: String(owner?.['slug']),
    otherFleet: await fleetId(world, 'harbor-cams'),
    deviceType: await one('device_type', `is_default_for__application/any(a:a/id eq ${fleet})`),
    device,
    offline: await aDevice(world, 'kiosk-lobby', 'is_online eq false'),
    release,
    releaseCommit: String(row?.['commit']),
    service: await one('service', `application eq ${fleet}`),
    releaseImage: await one('release_image', `is_part_of__release eq ${release}`),
    serviceInstall: await one('service_install', `device eq ${device.id}`),
    feature: await one('feature', "slug eq 'device:microservices'"),
    teams: [await one('team', "name eq 'Firmware'"), await one('team', "name eq 'Field operations'")],
    membership: await one(
      'organization_membership',
      `is_member_of__organization eq ${acme} and user/any(u:u/username eq 'mel')`,
    ),
    roles: {
      developer: await one('application_membership_role', "name eq 'developer'"),
      observer: await one('application_membership_role', "name eq 'observer'"),
      administrator: await one('organization_membership_role', "name eq 'administrator'"),
      member: await one('organization_membership_role', "name eq 'member'"),
    },
    provider: await one('identity_provider', "sso_identifier eq 'acme'"),
    user: (name) => one('user', `username eq '${name}'`),
    next: () => ++last,
  }
}
