/** When each service was added to a device by a client, or null when a client removed it; by device and service. */
export type ServiceInstallSnapshot = Map<number, Map<number, number | null>>

/** What clients changed in the services of devices, which otherwise follow from their targets. */
export interface ServiceInstallChanges {
  /** The services of a device after the changes. */
  apply(device: number, services: readonly number[]): readonly number[]
  /** When a client added a service; undefined if it follows from the target. */
  addedAt(device: number, service: number): number | undefined
  add(device: number, service: number, at: number): void
  remove(device: number, service: number): void
  /** Removes all changes of a device that no longer exists. */
  forget(device: number): void
  snapshot(): ServiceInstallSnapshot
  restore(snapshot: ServiceInstallSnapshot | undefined): void
}

export function createServiceInstallChanges(): ServiceInstallChanges {
  let changes: ServiceInstallSnapshot = new Map()
  const of = (device: number) => {
    const known = changes.get(device) ?? new Map<number, number | null>()
    changes.set(device, known)
    return known
  }
  return {
    apply(device, services) {
      const own = changes.get(device)
      if (own === undefined) return services
      const kept = services.filter((service) => own.get(service) !== null)
      const added = [...own].flatMap(([service, at]) =>
        at === null || kept.includes(service) ? [] : [service],
      )
      return [...kept, ...added]
    },
    addedAt: (device, service) => changes.get(device)?.get(service) ?? undefined,
    add: (device, service, at) => void of(device).set(service, at),
    remove: (device, service) => void of(device).set(service, null),
    forget: (device) => void changes.delete(device),
    snapshot: () => structuredClone(changes),
    restore(snapshot) {
      changes = structuredClone(snapshot ?? new Map<number, Map<number, number | null>>())
    },
  }
}
