/** The documentation index of a search service. */
export interface DocsSearch {
  /** URL of the search service. */
  url: string
  appId: string
  /** Allows searching only, so it is not a secret. */
  apiKey: string
}

/** A tile server for maps. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}` for the tile, and optionally `{s}` for the subdomain. */
  url: string
  /** The attribution: text with links, as HTML. */
  attribution: string
}

/** Third-party services used by pages; null if not configured. */
export interface ThirdParties {
  /** URL of the status page, without a trailing slash. */
  statusUrl: string | null
  docsSearch: DocsSearch | null
  /** Null: maps use the bundled outlines. */
  tiles: MapTiles | null
  /** URL of the geocoder, without a trailing slash. */
  geocoderUrl: string | null
}

/** No third parties are configured. */
export const noThirdParties: ThirdParties = {
  statusUrl: null,
  docsSearch: null,
  tiles: null,
  geocoderUrl: null,
}
