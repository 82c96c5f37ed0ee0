import { answerText } from '@/messages/common/answers.ts'
import { api } from './api.ts'
import { ApiError } from './errors.ts'
import { createServiceClient, serviceRequest } from './service-client.ts'

export interface BuildFromUrl {
  /** Handle of the organization. */
  owner: string
  /** Name of the fleet, app or block. */
  app: string
  /** A public gzipped tarball. */
  url: string
}

/** The query contains the target, the body the source. */
const questionOf = ({ owner, app, url }: BuildFromUrl) => ({
  query: { headless: true, owner, app },
  body: { shouldFlatten: true, url },
})

/** The request for a build from a URL. */
export const buildFromUrlCall = (target: BuildFromUrl) =>
  serviceRequest('post', '/v3/buildFromUrl', questionOf(target))

/** The builder, on a host of its own (docs/platform/hosts.md). All throw `ApiError`. */
export function builder() {
  const { http, builderUrl } = api()
  const services = createServiceClient(http, builderUrl)
  return {
    /** Starts a build and returns the id of its release. Throws with the builder's message. */
    async buildFromUrl(target: BuildFromUrl): Promise<number> {
      const { started, releaseId, message, error } = await services.json(
        'post',
        '/v3/buildFromUrl',
        questionOf(target),
      )
      if (started && releaseId !== undefined) return releaseId
      throw new ApiError('invalid', message ?? error ?? answerText.noBuild)
    },
  }
}
