import { ApiError } from './errors.ts'
import type { Http } from './http.ts'
import type { BuildStarted } from './model.ts'

export interface BuildFromUrl {
  /** Handle of the organization. */
  owner: string
  /** Name of the fleet, app or block. */
  app: string
  /** A gzipped tarball that anybody may fetch. */
  url: string
}

/** What the builder is sent to build from an address: its query says for what, its body from where. */
export const buildFromUrlCall = ({ owner, app, url }: BuildFromUrl) => ({
  method: 'POST' as const,
  path: `/v3/buildFromUrl?${new URLSearchParams({ headless: 'true', owner, app })}`,
  body: { shouldFlatten: true, url },
})

/** The builder, on a host of its own (docs/platform/hosts.md). All throw `ApiError`. */
export function createBuilder(http: Http, builderUrl: string) {
  return {
    builderUrl,
    /** Begins a build and gives the id of its release. What the builder refuses is thrown in its words. */
    async buildFromUrl(wanted: BuildFromUrl): Promise<number> {
      const { method, path, body } = buildFromUrlCall(wanted)
      const response = await http.request(path, {
        baseUrl: builderUrl,
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { started, releaseId, message, error } = (await response.json()) as BuildStarted
      if (started && releaseId !== undefined) return releaseId
      throw new ApiError('invalid', message ?? error ?? 'The builder did not begin')
    },
  }
}
