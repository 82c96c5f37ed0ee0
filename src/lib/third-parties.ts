/** The documentation's index at the search service. */
export interface DocsSearch {
  /** Where it is asked. */
  url: string
  appId: string
  /** May only search, and so is no secret. */
  apiKey: string
}

/** Where other parties answer that are asked from this page; null for those that this deployment has not. */
export interface ThirdParties {
  /** The status page, without a trailing slash. */
  statusUrl: string | null
  docsSearch: DocsSearch | null
}
