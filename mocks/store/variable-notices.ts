import type { ResourceName } from '../../openapi/generated/model.ts'
import type { VariableOwner, World } from '../../simulator/world/world.ts'
import { deviceOfChild, otherOfChild } from './device-children.ts'
import type { MemoryTable } from './memory-table.ts'
import type { RowInput } from './stored-row.ts'

type Rows = <Resource extends ResourceName>(resource: Resource) => MemoryTable<Resource>
/** Rows of variables and labels: their name, value and owner. */
type NamedRow = RowInput<'application_environment_variable'> &
  RowInput<'device_environment_variable'> &
  RowInput<'device_service_environment_variable'> &
  RowInput<'service_label'> &
  RowInput<'image_label'>
type OwnerOf = (rows: Rows, row: NamedRow) => VariableOwner | undefined

const idOf = (row: NamedRow, field: keyof NamedRow): number => Number(row[field])

const service: OwnerOf = (rows, row) => {
  const serviceId = idOf(row, 'service')
  if (rows('service').byId(serviceId) < 0) return undefined
  const fleetId = rows('service').reader('application')(serviceId)
  return { of: 'service', fleetId, serviceId }
}

const image: OwnerOf = (rows, row) => {
  const join = idOf(row, 'release_image')
  if (rows('release_image').byId(join) < 0) return undefined
  const releaseId = rows('release_image').reader('is_part_of__release')(join)
  const imageId = rows('release_image').reader('image')(join)
  if (rows('release').byId(releaseId) < 0) return undefined
  const fleetId = rows('release').reader('belongs_to__application')(releaseId)
  return { of: 'image', fleetId, releaseId, imageId }
}

/** Whose variables the rows of each resource are. */
const VARIABLES: Readonly<Record<string, OwnerOf | undefined>> = {
  application_environment_variable: (_rows, row) => ({ of: 'fleet', fleetId: idOf(row, 'application') }),
  service_environment_variable: service,
  image_environment_variable: image,
  device_environment_variable: (_rows, row) => ({ of: 'device', index: idOf(row, 'device') - 1 }),
  device_service_environment_variable: (_rows, row) => {
    const install = idOf(row, 'service_install')
    return { of: 'install', index: deviceOfChild(install) - 1, serviceId: otherOfChild(install) }
  },
}

const LABELS: Readonly<Record<string, OwnerOf | undefined>> = { service_label: service, image_label: image }

/**
 * Tells the devices of the world about each change of a row that is part of their containers' environment: the target
 * state of a device has changed. `isInitial` while a world is being built, whose devices have applied everything.
 */
export function variableNotices(
  resource: string,
  { world, rows, isInitial }: { world: World; rows: Rows; isInitial(): boolean },
): ((before: NamedRow | null, after: NamedRow | null) => void) | undefined {
  const variable = VARIABLES[resource]
  const label = LABELS[resource]
  if (variable !== undefined) {
    return (before, after) => {
      const write = (row: NamedRow, value: string | null) => {
        const owner = variable(rows, row)
        if (owner !== undefined) world.setVariable(owner, row.name ?? '', value, isInitial())
      }
      if (before !== null && before.name !== after?.name) write(before, null)
      if (after !== null) write(after, after.value ?? '')
    }
  }
  if (label === undefined) return undefined
  return (before, after) => {
    const write = (row: NamedRow, value: string | null) => {
      const owner = label(rows, row)
      if (owner?.of === 'service' || owner?.of === 'image') {
        world.setLabel(owner, row.label_name ?? '', value, isInitial())
      }
    }
    if (before !== null && before.label_name !== after?.label_name) write(before, null)
    if (after !== null) write(after, after.value ?? '')
  }
}
