import type { Fleet } from '@/domain/fleet/fleet.queries.ts'

/** The registry that addresses blocks by slug instead of image hash. */
const BLOCK_REGISTRY = 'bh.cr'

/** The image name that a compose file uses to build on a block; undefined for fleets and apps. */
export function blockImage({ is_of__class, slug }: Pick<Fleet, 'is_of__class' | 'slug'>): string | undefined {
  return is_of__class === 'block' ? `${BLOCK_REGISTRY}/${slug}` : undefined
}
