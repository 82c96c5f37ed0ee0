import type { Fleet } from '../../domain/fleet/fleet.queries.ts'

/** The registry in which blocks are known by their slug rather than by the hash of an image. */
const BLOCK_REGISTRY = 'bh.cr'

/** What a compose file or Dockerfile names to build on the target release of a block; undefined for fleets and apps. */
export function blockImage({ is_of__class, slug }: Pick<Fleet, 'is_of__class' | 'slug'>): string | undefined {
  return is_of__class === 'block' ? `${BLOCK_REGISTRY}/${slug}` : undefined
}
