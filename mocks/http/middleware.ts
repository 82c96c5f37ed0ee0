/** A request passing through the middleware. */
export interface Exchange {
  readonly request: Request
  readonly url: URL
  /** The credential as it was sent; undefined if none. */
  readonly credential: string | undefined
}

/** Acts before, after or instead of the next middleware. */
export type Middleware = (exchange: Exchange, next: () => Promise<Response>) => Promise<Response>

type RequestHandler = (exchange: Exchange) => Promise<Response>

/** Composes middleware around a handler, the first outermost. */
export const chain = (links: readonly Middleware[], handler: RequestHandler): RequestHandler =>
  links.reduceRight<RequestHandler>(
    (inner, link) => (exchange) => link(exchange, () => inner(exchange)),
    handler,
  )
