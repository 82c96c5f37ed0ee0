import type { Composition } from './composition.ts'

interface ImageFields {
  project_type: string | null
  is_a_build_of__service: readonly { service_name: string }[]
}

/** One service of a release, with the image that was built of it. */
export interface ServiceBuild<Image> {
  service: string
  /** null before the builder has begun with it. */
  image: Image | null
  /** It uses an image from elsewhere: nothing is built. */
  preBuilt: boolean
}

const isExternal = (type: string | null) => type !== null && /^external/i.test(type)

/** The services of a release by name: those with an image, and those that the compose file names beside them. */
export function serviceBuilds<Image extends ImageFields>(
  images: readonly Image[],
  composition: Composition,
): ServiceBuild<Image>[] {
  const known =
    composition.kind === 'parsed' ? composition.services : new Map<string, { preBuilt: boolean }>()
  const built = images.map((image) => {
    const service = image.is_a_build_of__service[0]?.service_name ?? ''
    const preBuilt = isExternal(image.project_type) || known.get(service)?.preBuilt === true
    return { service, image, preBuilt }
  })
  const names = new Set(built.map(({ service }) => service))
  const others = [...known].filter(([service]) => !names.has(service))
  return [
    ...built,
    ...others.map(([service, { preBuilt }]) => ({ service, image: null, preBuilt })),
  ].toSorted((one, other) => one.service.localeCompare(other.service))
}
