import type { TestCloud, TestRequest } from '../../mocks/hosts/node.ts'
import { fleetId } from './subjects.ts'

/** A machine outside the simulation: it has a key and uses the device API. */
export interface Machine {
  id: number
  uuid: string
  /** The UUID of its fleet. */
  fleet: string
  fleetId: number
  credential: string
  request(path: string, options?: Omit<TestRequest, 'as'>): Promise<Response>
  /** Polls its target state, which is its heartbeat. */
  poll(headers?: Record<string, string>): Promise<Response>
  report(report: object): Promise<Response>
  write(lines: readonly object[]): Promise<Response>
  /** The values of its row, read as Ada. */
  read(fields: string): Promise<Record<string, unknown>>
}

const uuidOf = () => crypto.randomUUID().replaceAll('-', '')

/** Registers a machine in a fleet with a key created by Ada, and with optional further fields. */
export async function aMachine(
  world: TestCloud,
  fleet = 'cold-chain-eu',
  facts: object = {},
): Promise<Machine> {
  const application = await fleetId(world, fleet)
  const [row] = await world.rows(
    `/v7/application(${application})?$select=uuid&$expand=is_for__device_type($select=slug)`,
    'ada',
  )
  if (row === undefined) throw new Error(`Ada sees no fleet ${fleet}`)
  const [type] = row['is_for__device_type'] as { slug: string }[]
  const made = await world.request('/api-key/v2/', {
    as: 'ada',
    method: 'POST',
    body: {
      actorType: 'application',
      actorTypeId: application,
      roles: ['provisioning-api-key'],
      expiryDate: null,
    },
  })
  const provisioning = String(await made.json())
  const registered = await world.request('/device/register', {
    as: { credential: provisioning },
    method: 'POST',
    body: { application, uuid: uuidOf(), device_type: type?.slug, ...facts },
  })
  if (registered.status !== 201) throw new Error(`Not registered: ${registered.status}`)
  const {
    id,
    uuid,
    api_key: credential,
  } = (await registered.json()) as {
    id: number
    uuid: string
    api_key: string
  }
  const request: Machine['request'] = (path, options = {}) =>
    world.request(path, { ...options, as: { credential } })
  return {
    id,
    uuid,
    fleet: String(row['uuid']),
    fleetId: application,
    credential,
    request,
    poll: (headers = {}) => request(`/device/v3/${uuid}/state`, { headers }),
    report: (report) => request('/device/v3/state', { method: 'PATCH', body: { [uuid]: report } }),
    write: (lines) => request(`/device/v2/${uuid}/logs`, { method: 'POST', body: lines }),
    async read(fields) {
      const [found] = await world.rows(`/v7/device(${id})?$select=${fields}`, 'ada')
      if (found === undefined) throw new Error(`No device ${id}`)
      return found
    },
  }
}

/** A key with which devices can register in a fleet, created by Ada. */
export async function provisioningKey(world: TestCloud, fleet: number): Promise<{ credential: string }> {
  const made = await world.request(`/api-key/application/${fleet}/provisioning`, {
    as: 'ada',
    method: 'POST',
    body: {},
  })
  return { credential: String(await made.json()) }
}

/** Tells the platform, as a VPN server does, that the machine has connected or disconnected. */
export async function setCloudlink(world: TestCloud, machine: Machine, up: boolean): Promise<void> {
  const made = await world.request('/api-key/user/full', {
    as: 'pat',
    method: 'POST',
    body: { name: 'VPN server', expiryDate: null },
  })
  const told = await world.request(`/services/vpn/client-${up ? 'connect' : 'disconnect'}`, {
    as: { credential: String(await made.json()) },
    method: 'POST',
    body: { common_name: machine.uuid },
  })
  if (told.status !== 200) throw new Error(`The VPN server was refused: ${told.status}`)
}

export interface MachineTarget {
  commit: string
  releaseId: number
  services: readonly string[]
  /** The locations of the images, by service. */
  images: Readonly<Record<string, string>>
}

/** The target state of the machine. */
export async function targetOf(machine: Machine): Promise<MachineTarget> {
  const body = (await (await machine.poll()).json()) as Record<
    string,
    {
      apps: Record<
        string,
        { releases: Record<string, { id: number; services: Record<string, { image: string }> }> }
      >
    }
  >
  const [[commit, release] = ['', { id: 0, services: {} }]] = Object.entries(
    body[machine.uuid]?.apps[machine.fleet]?.releases ?? {},
  )
  const images = Object.fromEntries(
    Object.entries(release.services).map(([name, { image }]) => [name, image]),
  )
  return { commit, releaseId: release.id, services: Object.keys(images), images }
}

/** The report of an update to a target, with one state for all its services. */
export const updateReport = (
  machine: Machine,
  { commit, services, images }: MachineTarget,
  update_status: string,
  service: { status: string; download_progress?: number | null },
  more: object = {},
) => ({
  ...more,
  apps: {
    [machine.fleet]: {
      ...(update_status === 'done' ? { release_uuid: commit } : {}),
      releases: {
        [commit]: {
          update_status,
          services: Object.fromEntries(
            services.map((name) => [name, { image: images[name] ?? '', ...service }]),
          ),
        },
      },
    },
  },
})
