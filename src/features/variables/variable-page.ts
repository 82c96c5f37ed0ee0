import { useSuspenseQuery } from '@tanstack/react-query'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, roleOnDevice } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { configVariablesQuery } from '@/domain/variable/config-variables.queries.ts'
import { paths } from '@/lib/paths.ts'
import { notFoundText } from '@/messages/common/not-found.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'
import { variableDeviceQuery, variablesQuery } from './variables.queries.ts'

/** Loads the data of a fleet's variables page before it is rendered. */
export async function loadFleetVariables(args: LoaderFunctionArgs, kind: VariableKind) {
  const fleet = await loadFleet(args)
  const cache = cacheOf(args)
  const owner = fleetOwner(fleet)
  await Promise.all([
    cache.ensureQueryData(variablesQuery(owner, kind)),
    cache.ensureQueryData(configVariablesQuery(owner.deviceType)),
    cache.ensureQueryData(fleetRoleQuery(owner.id)),
  ])
  return { id: fleet.id }
}

/** The fleet of a variables page, and the user's role in it. */
export function useFleetOwner(id: number): { owner: VariableOwner; role: Role } {
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const { data: role } = useSuspenseQuery(fleetRoleQuery(id))
  return { owner: fleetOwner(fleet), role: role ?? 'member' }
}

function fleetOwner({ id, uuid, app_name, slug, is_for__device_type: [type] }: Fleet): VariableOwner {
  return { kind: 'fleet', id, uuid, name: app_name, slug, deviceType: type.slug }
}

/** Loads the data of a device's variables page before it is rendered. */
export async function loadDeviceVariables(args: LoaderFunctionArgs, kind: VariableKind) {
  const uuid = args.params.deviceUuid ?? ''
  const cache = cacheOf(args)
  const owner = await cache.ensureQueryData(variableDeviceQuery(uuid))
  if (owner === null) {
    showToast({ tone: 'warn', key: 'missing', title: notFoundText.device })
    throw redirect(paths.home())
  }
  const fleetId = owner.kind === 'device' ? owner.fleetId : null
  await Promise.all([
    cache.ensureQueryData(variablesQuery(owner, kind)),
    cache.ensureQueryData(configVariablesQuery(owner.deviceType)),
    fleetId === null ? null : cache.ensureQueryData(fleetRoleQuery(fleetId)),
  ])
  return { owner, fleetId }
}

/** The user's role in the device's fleet. */
export function useRole(fleetId: number | null): Role {
  const { data } = useSuspenseQuery({
    ...fleetRoleQuery(fleetId ?? 0),
    ...(fleetId === null && { queryFn: () => null }),
  })
  return fleetId === null ? roleOnDevice(data) : (data ?? 'member')
}
