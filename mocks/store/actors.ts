/** The id of a device's actor is this plus the id of the device; all other actors are stored rows with lower ids. */
const DEVICE_ACTORS_FROM = 10_000_000

/** The only VPN server of the mock platform. */
export const SERVICE_INSTANCE_ID = 1

export const deviceActorId = (deviceId: number): number => DEVICE_ACTORS_FROM + deviceId

/** The device of an actor; undefined when the actor is no device. */
export function deviceOfActor(actorId: number): number | undefined {
  return actorId > DEVICE_ACTORS_FROM ? actorId - DEVICE_ACTORS_FROM : undefined
}
