import type { Machine } from './machine.ts'
import type { OwnContainer } from './own-containers.ts'

/** The address of a container in the network of its fleet, or of one that a user made. */
export function containerAddress(machine: Machine): string {
  const own = machine.own()
  if (own) return ownAddress(machine.ownContainers(), own.id)
  return `172.17.0.${2 + ((machine.service()?.serviceId ?? 0) % 200)}`
}

/** The address of a container that a user made, among all of them, newest first: a new one takes the next. */
export function ownAddress(all: readonly OwnContainer[], id: string): string {
  return `10.114.101.${1 + all.length - all.findIndex((it) => it.id === id)}`
}

/** The hardware address that the engine derives from an address. */
export const hardwareAddress = (address: string): string =>
  `02:42:${address
    .split('.')
    .map((it) => Number(it).toString(16).padStart(2, '0'))
    .join(':')}`
