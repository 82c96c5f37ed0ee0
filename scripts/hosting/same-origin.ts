import { serviceOperations } from '../../openapi/generated/operations.ts'

/** Below these the dashboard has screens of its own: only what the API has there word for word is the API's. */
const SHARED = ['auth', 'user']

/** Where a code host leads back to: on one origin it is the dashboard's screen, which the API's own path must not hide. */
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

/** Which paths are the API's where it shares an origin with the dashboard; the terminal's socket among them. */
export const apiPaths = `^/(?:${unique([...serviceOperations.filter(({ path }) => path !== SCREEN).map(({ path }) => patternOf(path)), 'socket\\.io/.*']).join('|')})$`
