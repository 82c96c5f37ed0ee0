// The only module that encodes text for URLs; `tests/repository` checks that.

/** Options of a data API query as plain text: `{ $filter: "app_name eq 'gates'", $top: 1 }`. */
export type QueryOptions = Readonly<
  Partial<Record<'$select' | '$expand' | '$filter' | '$orderby' | '$top' | '$skip', string | number>>
>

/**
 * Encodes an option of a query. The parser of the open-source backend accepts the delimiters `( ) , / : ; = $ @` outside
 * of quoted texts only as they are (docs/platform/data-api.md), so only what would end the option is encoded.
 */
const encodedOption = (text: string): string =>
  encodeURI(text.toWellFormed()).replaceAll(/[&#+]/g, encodeURIComponent)

/** The query string of a data API request. Options that are undefined or empty are left out. */
export const dataQuery = (options: QueryOptions): string =>
  Object.entries(options)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodedOption(String(value))}`)
    .join('&')

/** The option of a filter that the query compiler has encoded. */
export const compiledFilter = (encoded: string): string => `$filter=${encoded}`

/** A text as one segment of a path, one value of a query, or the inside of a quoted text of the data API. */
export const encodedPart = (text: string): string => encodeURIComponent(text.toWellFormed())
