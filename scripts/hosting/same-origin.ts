import { serviceOperations } from '../../openapi/generated/operations.ts'

/** Prefixes that the dashboard also uses: below them, only the exact paths of the API go to the API. */
const SHARED = ['auth', 'user']

/** Where a code host redirects to. On a shared origin it is the dashboard's screen, so the API's path must not match. */
const SCREEN = '/auth/{provider}/callback'

const unique = (values: readonly string[]) => [...new Set(values)].toSorted()

function patternOf(path: string): string {
  const [, first = ''] = path.split('/')
  if (!SHARED.includes(first)) return /^v\d+$/.test(first) ? 'v[0-9]+/.*' : `${first}(?:/.*)?`
  return path
    .slice(1)
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+' : part))
    .join('/')
}

/** The paths of the API on an origin shared with the dashboard, including the socket of the terminal. */
export const apiPaths = `^/(?:${unique([...serviceOperations.filter(({ path }) => path !== SCREEN).map(({ path }) => patternOf(path)), 'socket\\.io/.*']).join('|')})$`
