import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { compareText } from '@/lib/format.ts'
import type { Variable } from './staged-variables.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'

export interface Service {
  id: number
  name: string
  /** On a device: the `service_install` id, by which its variables refer to the service. */
  installId?: number
}

/** A device's value that takes precedence over its fleet's. */
export interface Override {
  id: number
  name: string
  value: string
  serviceId: number | null
  device: { uuid: string; name: string }
}

export interface VariableData {
  /** All services that a variable here may refer to. */
  services: readonly Service[]
  /** The services that variables can be set for: on a device, those installed on it. */
  targets: readonly Service[]
  /** Variables of the fleet or device itself. */
  own: readonly Variable[]
  /** On a device: the variables of its fleet. */
  inherited: readonly Variable[]
  /** On a fleet: the variables of its devices. */
  overrides: readonly Override[]
}

const fields = { $select: ['id', 'name', 'value'], $orderby: { name: 'asc' } } as const
const deviceFields = { $select: ['uuid', 'device_name'] } as const
const ofFleet = (fleetId: number) => ({
  device: { $any: { $alias: 'd', $expr: { d: { belongs_to__application: fleetId } } } },
})
const ofDevice = (device: number) => ({
  service_install: { $any: { $alias: 'si', $expr: { si: { device } } } },
})

interface Read {
  signal: AbortSignal
}

const forAllServices = (rows: readonly Omit<Variable, 'serviceId'>[]): Variable[] =>
  rows.map(({ id, name, value }) => ({ id, name, value, serviceId: null }))

async function fleetEnvironment(application: number, { signal }: Read): Promise<Variable[]> {
  const [forAll, forServices] = await Promise.all([
    api().data.query('application_environment_variable', signal, { ...fields, $filter: { application } }),
    api().data.query('service_environment_variable', signal, {
      ...fields,
      $filter: { service: { $any: { $alias: 's', $expr: { s: { application } } } } },
      $expand: { service: { $select: ['id'] } },
    }),
  ])
  return [
    ...forAllServices(forAll),
    ...forServices.flatMap(({ id, name, value, service: [service] }) =>
      service === undefined ? [] : [{ id, name, value, serviceId: service.id }],
    ),
  ]
}

async function fleetServices(application: number, { signal }: Read): Promise<Service[]> {
  const services = await api().data.query('service', signal, {
    $select: ['id', 'service_name'],
    $filter: { application },
    $orderby: { service_name: 'asc' },
  })
  return services.map(({ id, service_name }) => ({ id, name: service_name }))
}

async function environmentOverrides(fleetId: number, { signal }: Read): Promise<Override[]> {
  const [forAll, forServices] = await Promise.all([
    api().data.query('device_environment_variable', signal, {
      ...fields,
      $filter: ofFleet(fleetId),
      $expand: { device: deviceFields },
    }),
    api().data.query('device_service_environment_variable', signal, {
      ...fields,
      $filter: { service_install: { $any: { $alias: 'si', $expr: { si: ofFleet(fleetId) } } } },
      $expand: {
        service_install: {
          $select: ['id'],
          $expand: { installs__service: { $select: ['id'] }, device: deviceFields },
        },
      },
    }),
  ])
  return [
    ...forAll.flatMap((row) => overrideOf(row, row.device[0], null)),
    ...forServices.flatMap((row) => {
      const [install] = row.service_install
      const service = install?.installs__service[0]
      return service === undefined ? [] : overrideOf(row, install?.device[0], service.id)
    }),
  ]
}

function overrideOf(
  { id, name, value }: Omit<Variable, 'serviceId'>,
  device: { uuid: string; device_name: string } | undefined,
  serviceId: number | null,
): Override[] {
  if (device === undefined) return []
  return [{ id, name, value, serviceId, device: { uuid: device.uuid, name: device.device_name } }]
}

async function deviceEnvironment(device: number, { signal }: Read) {
  const service = { $select: ['id', 'service_name'] } as const
  const [forAll, forServices, installs] = await Promise.all([
    api().data.query('device_environment_variable', signal, { ...fields, $filter: { device } }),
    api().data.query('device_service_environment_variable', signal, {
      ...fields,
      $filter: ofDevice(device),
      $expand: { service_install: { $select: ['id'], $expand: { installs__service: service } } },
    }),
    api().data.query('service_install', signal, {
      $select: ['id'],
      $filter: { device },
      $expand: { installs__service: service },
    }),
  ])
  return {
    own: [
      ...forAllServices(forAll),
      ...forServices.flatMap(({ id, name, value, service_install: [install] }) => {
        const known = install?.installs__service[0]
        return known === undefined ? [] : [{ id, name, value, serviceId: known.id }]
      }),
    ],
    services: installs.flatMap(({ id: installId, installs__service: [installed] }) =>
      installed === undefined ? [] : [{ id: installed.id, name: installed.service_name, installId }],
    ),
  }
}

async function fleetConfiguration(application: number, { signal }: Read): Promise<Variable[]> {
  const rows = await api().data.query('application_config_variable', signal, {
    ...fields,
    $filter: { application },
  })
  return forAllServices(rows)
}

async function configurationOverrides(fleetId: number, { signal }: Read): Promise<Override[]> {
  const rows = await api().data.query('device_config_variable', signal, {
    ...fields,
    $filter: ofFleet(fleetId),
    $expand: { device: deviceFields },
  })
  return rows.flatMap((row) => overrideOf(row, row.device[0], null))
}

async function deviceConfiguration(device: number, { signal }: Read): Promise<Variable[]> {
  const rows = await api().data.query('device_config_variable', signal, { ...fields, $filter: { device } })
  return forAllServices(rows)
}

type Target = Pick<VariableOwner, 'kind' | 'id'> & { fleetId?: number | null }

async function readEnvironment({ kind, id, fleetId }: Target, read: Read): Promise<VariableData> {
  if (kind === 'fleet') {
    const [own, services, overrides] = await Promise.all([
      fleetEnvironment(id, read),
      fleetServices(id, read),
      environmentOverrides(id, read),
    ])
    return { own, services, targets: services, overrides, inherited: [] }
  }
  const known = typeof fleetId === 'number'
  const [ownEnvironment, inherited, ofFleetServices] = await Promise.all([
    deviceEnvironment(id, read),
    known ? fleetEnvironment(fleetId, read) : [],
    known ? fleetServices(fleetId, read) : [],
  ])
  return {
    own: ownEnvironment.own,
    services: named(ofFleetServices, ownEnvironment.services),
    targets: named(ownEnvironment.services),
    inherited,
    overrides: [],
  }
}

/** Merges lists of services by id, sorted by name. */
function named(...lists: readonly Service[][]): Service[] {
  const byId = new Map(lists.flat().map((service) => [service.id, service]))
  return [...byId.values()].toSorted((one, other) => compareText(one.name, other.name))
}

async function readConfiguration({ kind, id, fleetId }: Target, read: Read): Promise<VariableData> {
  if (kind === 'fleet') {
    const [own, overrides] = await Promise.all([
      fleetConfiguration(id, read),
      configurationOverrides(id, read),
    ])
    return { own, overrides, services: [], targets: [], inherited: [] }
  }
  const [own, inherited] = await Promise.all([
    deviceConfiguration(id, read),
    typeof fleetId === 'number' ? fleetConfiguration(fleetId, read) : [],
  ])
  return { own, inherited, services: [], targets: [], overrides: [] }
}

/** All data of a variables page. */
export const variablesQuery = (owner: VariableOwner, of: VariableKind) => {
  const { kind, id } = owner
  const target = { kind, id, fleetId: owner.kind === 'device' ? owner.fleetId : null }
  return queryOptions({
    queryKey: ['variables', of, target],
    refetchInterval: poll.variables,
    queryFn: ({ signal }) =>
      of === 'environment' ? readEnvironment(target, { signal }) : readConfiguration(target, { signal }),
  })
}

/** The device of a variables page; null if the user cannot see it. */
export const variableDeviceQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['device', 'variable-owner', { uuid }],
    queryFn: async ({ signal }): Promise<VariableOwner | null> => {
      const device = await api().data.get({
        resource: 'device',
        id: { uuid },
        options: {
          $select: ['id', 'uuid', 'device_name'],
          $expand: {
            belongs_to__application: { $select: ['id'] },
            is_of__device_type: { $select: ['slug'] },
          },
        },
        passthrough: { signal },
      })
      if (device === undefined) return null
      return {
        kind: 'device',
        id: device.id,
        uuid: device.uuid,
        name: device.device_name,
        deviceType: device.is_of__device_type[0].slug,
        fleetId: device.belongs_to__application[0]?.id ?? null,
      }
    },
  })
