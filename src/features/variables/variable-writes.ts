import { api } from '@/api/api.ts'
import { foundOrThrow, onlyOne } from '@/api/not-found.ts'
import { setFleetVariable } from '@/domain/fleet/fleet-variable.ts'
import { upsert } from '@/domain/platform/upsert.ts'
import type { ChangedRow, VariableName } from './staged-variables.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'
import type { Service } from './variables.queries.ts'

/** The owner and kind of the variables, and the services that may have some. */
export interface WriteTarget {
  owner: VariableOwner
  kind: VariableKind
  services: readonly Service[]
}

/** Applies one change: sets, updates or deletes the variable. */
export async function applyChange(target: WriteTarget, { saved, change, ...row }: ChangedRow): Promise<void> {
  const resource = variableResource(target, row)
  if (saved === null) {
    if (change.value !== null) await setVariable(target, row, change.value)
  } else if (change.value === null) {
    await api().data.delete({ resource, id: saved.id })
  } else {
    await api().data.patch({ resource, id: saved.id, body: { value: change.value } })
  }
}

/** Removes several configuration variables of a device in one request. */
export async function removeDeviceConfiguration(ids: readonly number[]): Promise<void> {
  await api().data.delete({
    resource: 'device_config_variable',
    options: { $filter: { id: { $in: [...ids] } } },
  })
}

/** The API resource of a variable. */
export function variableResource(
  { owner, kind }: Pick<WriteTarget, 'owner' | 'kind'>,
  { serviceId }: VariableName,
) {
  if (kind === 'configuration') {
    return owner.kind === 'fleet' ? 'application_config_variable' : 'device_config_variable'
  }
  if (serviceId === null) {
    return owner.kind === 'fleet' ? 'application_environment_variable' : 'device_environment_variable'
  }
  return owner.kind === 'fleet' ? 'service_environment_variable' : 'device_service_environment_variable'
}

/** Creates a variable, or updates it if another user has created it in the meantime (docs/platform/data-api.md). */
async function setVariable({ owner, kind, services }: WriteTarget, row: VariableName, value: string) {
  const { name, serviceId } = row
  const { data } = api()
  const forFleet = owner.kind === 'fleet'
  if (serviceId === null) {
    if (forFleet) return setFleetVariable(kind, owner.id, { name, value })
    const device = owner.id
    const resource = kind === 'configuration' ? 'device_config_variable' : 'device_environment_variable'
    return upsert(
      () => data.post({ resource, body: { device, name, value } }),
      () => data.patch({ resource, options: { $filter: { device, name } }, body: { value } }),
    )
  }
  foundOrThrow(
    services.find(({ id }) => id === serviceId),
    'service',
  )
  if (forFleet) {
    const resource = 'service_environment_variable'
    return upsert(
      () => data.post({ resource, body: { service: serviceId, name, value } }),
      () => data.patch({ resource, options: { $filter: { service: serviceId, name } }, body: { value } }),
    )
  }
  const install = await serviceInstall(owner.id, serviceId)
  const resource = 'device_service_environment_variable'
  return upsert(
    () => data.post({ resource, body: { service_install: install, name, value } }),
    () => data.patch({ resource, options: { $filter: { service_install: install, name } }, body: { value } }),
  )
}

/** The id of the `service_install` that links the device to the service. */
async function serviceInstall(device: number, serviceId: number): Promise<number> {
  const installs = await api().data.get({
    resource: 'service_install',
    options: { $select: ['id'], $filter: { device, installs__service: serviceId } },
  })
  return onlyOne(installs, 'service').id
}
