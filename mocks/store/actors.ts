/** Actors of devices are numbered from here on, in step with the devices; all others are rows of their own. */
const DEVICE_ACTORS_FROM = 10_000_000

/** The one cloudlink server of the mock. */
export const SERVICE_INSTANCE_ID = 1

export const deviceActorId = (deviceId: number): number => DEVICE_ACTORS_FROM + deviceId

/** The device behind an actor; undefined when the actor is not a device's. */
export function deviceOfActor(actorId: number): number | undefined {
  return actorId > DEVICE_ACTORS_FROM ? actorId - DEVICE_ACTORS_FROM : undefined
}
