import { compareText } from '@/lib/format.ts'
import type { Composition } from './composition.ts'

interface ImageFields {
  project_type: string | null
  is_a_build_of__service: readonly { service_name: string }[]
}

/** A service of a release and its image. */
export interface ServiceBuild<Image> {
  service: string
  /** Null before its build has started. */
  image: Image | null
  /** It uses an existing image instead of a build. */
  preBuilt: boolean
}

const isExternal = (type: string | null) => type !== null && /^external/i.test(type)

/** The services of a release by name: those with an image, and those that only the compose file contains. */
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
  ].toSorted((one, other) => compareText(one.service, other.service))
}
