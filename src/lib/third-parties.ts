/** The documentation's index at the search service. */
export interface DocsSearch {
  /** Where it is asked. */
  url: string
  appId: string
  /** May only search, and so is no secret. */
  apiKey: string
}

/** A server of map tiles. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}` for the tile, and perhaps `{s}` for one of its hosts. */
  url: string
  /** Who made them: text with links, as HTML. */
  attribution: string
}

/** Where other parties answer that are asked from this page; null for those that this deployment has not. */
export interface ThirdParties {
  /** The status page, without a trailing slash. */
  statusUrl: string | null
  docsSearch: DocsSearch | null
  /** Null where maps are drawn from the outlines that come with the dashboard. */
  tiles: MapTiles | null
  /** Where places are looked up by address, without a trailing slash. */
  geocoderUrl: string | null
}

/** A deployment that asks nobody. */
export const noThirdParties: ThirdParties = {
  statusUrl: null,
  docsSearch: null,
  tiles: null,
  geocoderUrl: null,
}
