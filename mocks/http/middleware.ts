/** A request on its way into the cloud. */
export interface Exchange {
  readonly request: Request
  readonly url: URL
  /** Of whoever asks, as it was sent; undefined for none. */
  readonly credential: string | undefined
}

/** Does something before, after or instead of what follows. */
export type Middleware = (exchange: Exchange, next: () => Promise<Response>) => Promise<Response>

type Answer = (exchange: Exchange) => Promise<Response>

/** One after the other, the first outermost. */
export const chain = (links: readonly Middleware[], last: Answer): Answer =>
  links.reduceRight<Answer>((inner, link) => (exchange) => link(exchange, () => inner(exchange)), last)
