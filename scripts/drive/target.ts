import { serviceKind } from '../../mocks/releases/release-sync.ts'
import type { ReleasePlan, ServicePlan } from '../../simulator/definition/world-definition.ts'

/** The target state of a device. */
export interface Target {
  /** null: no release yet. */
  release: ReleasePlan | null
  /** The UUID of the fleet, which reports contain. */
  fleet: string
  /** The location of each image, by its id. */
  images: ReadonlyMap<number, string>
}

/** The target state does not contain the size of an image. */
const IMAGE_BYTES = 20_000_000

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json =>
  // An object whose fields are still unchecked.
  typeof value === 'object' && value !== null ? (value as Json) : {}

/** Reads the fleet's own app from a target state (docs/platform/device-protocol.md); undefined if the text is invalid. */
export function readTarget(text: string, uuid: string, fleetId: number): Target | undefined {
  let state: Json
  try {
    state = object(object(JSON.parse(text))[uuid])
  } catch {
    return undefined
  }
  const apps = Object.entries(object(state['apps'])).map(([key, app]) => [key, object(app)] as const)
  const own = apps.find(([, app]) => app['id'] === fleetId) ?? apps.find(([, app]) => app['is_host'] !== true)
  if (own === undefined) return undefined
  const [fleet, app] = own
  const [found] = Object.entries(object(app['releases']))
  if (found === undefined) return { fleet, release: null, images: new Map() }
  const [commit, release] = found
  const services = Object.entries(object(object(release)['services']))
  const images = services.map(([, value]) => object(value))
  return {
    fleet,
    release: releaseOf(commit, object(release), fleetId),
    images: new Map(images.map(({ image_id: id, image }) => [Number(id), String(image)])),
  }
}

function releaseOf(commit: string, release: Json, fleetId: number): ReleasePlan | null {
  const services: ServicePlan[] = []
  for (const [name, value] of Object.entries(object(release['services']))) {
    const { id, image_id: imageId } = object(value)
    if (typeof id !== 'number' || typeof imageId !== 'number') continue
    services.push({ serviceId: id, name, kind: serviceKind(name), imageId, imageSize: IMAGE_BYTES })
  }
  const { id } = release
  return typeof id === 'number' ? { id, fleetId, commit, version: commit.slice(0, 7), services } : null
}
