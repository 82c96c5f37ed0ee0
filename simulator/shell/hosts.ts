import { imageLocation } from '../definition/identity.ts'

/** The domain of the platform, as in the locations of images. */
export function registryHost(): string {
  return (imageLocation(1).split('/')[0] ?? '').replace(/^registry2\./, '')
}
