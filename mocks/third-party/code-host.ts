import type { HandlerResult } from '../http/request-context.ts'
import { json, text } from '../http/request-context.ts'
import { CODE_HOSTS } from './code-host-origins.ts'

interface Repository {
  description: string
  files: Readonly<Record<string, string>>
}

const DOCKERFILE =
  'FROM registry.flotilla.test/base/node:24-run\nWORKDIR /usr/src/app\nCOPY package*.json ./\nRUN npm ci --omit=dev\nCOPY . ./\nCMD ["node", "."]\n'

const FAILING_DOCKERFILE =
  'FROM registry.flotilla.test/base/node:24-build\nWORKDIR /usr/src/app\nCOPY . ./\nRUN make && exit 2\nCMD ["./start.sh"]\n'

interface Contract {
  type?: string
  version: string
  deviceTypes?: readonly string[]
  /** `NAME: value`, as in the file. */
  config?: readonly string[]
  environment?: readonly string[]
}

const yamlList = (key: string, entries: readonly string[] = []) =>
  entries.length === 0 ? [] : [`  ${key}:`, ...entries.map((entry) => `    - ${entry}`)]

/** The content of a `balena.yml`. */
function contract(name: string, { type = 'sw.application', version, ...data }: Contract): string {
  const { deviceTypes = ['raspberrypi4-64', 'raspberrypi5', 'generic-amd64'] } = data
  return [
    `name: ${name}`,
    `type: ${type}`,
    `version: ${version}`,
    'data:',
    `  defaultDeviceType: ${deviceTypes[0]}`,
    ...yamlList('supportedDeviceTypes', deviceTypes),
    ...yamlList('applicationConfigVariables', data.config),
    ...yamlList('applicationEnvironmentVariables', data.environment),
    '',
  ].join('\n')
}

/** Public projects with deploy buttons. */
const repositories: Readonly<Record<string, Repository>> = {
  'flotilla-examples/hello-fleet': {
    description: 'The smallest fleet there is',
    files: { 'balena.yml': contract('hello-fleet', { version: '1.2.0' }), Dockerfile: DOCKERFILE },
  },
  'flotilla-examples/sensor-dashboard': {
    description: 'Reads a sensor and shows it',
    files: {
      'balena.yml': contract('sensor-dashboard', {
        version: '2.0.1',
        deviceTypes: ['raspberrypi5', 'raspberrypi4-64'],
        config: ["BALENA_HOST_CONFIG_gpu_mem: '64'"],
        environment: ['SAMPLE_EVERY_S: 30', 'DASHBOARD_TITLE: Greenhouse', 'VERBOSE: false'],
      }),
      'docker-compose.yml':
        'version: "2.1"\nservices:\n  sensor:\n    build: ./sensor\n  dashboard:\n    build: ./dashboard\n',
      'sensor/Dockerfile': DOCKERFILE,
      'dashboard/Dockerfile': DOCKERFILE,
    },
  },
  'flotilla-examples/signal-block': {
    description: 'Reports the signal strength of the modem',
    files: {
      'balena.yml': contract('signal-block', { type: 'sw.block', version: '0.3.0' }),
      Dockerfile: DOCKERFILE,
    },
  },
  'flotilla-examples/failing-build': {
    description: 'Its Dockerfile has a step that fails',
    files: {
      'balena.yml': contract('failing-build', { version: '0.1.0' }),
      Dockerfile: FAILING_DOCKERFILE,
    },
  },
  'flotilla-examples/reserved-name': {
    description: 'Its contract sets a variable that the platform keeps for itself',
    files: {
      'balena.yml': contract('reserved-name', {
        version: '0.1.0',
        environment: ['GREETING: hello', 'BALENA_DEVICE_UUID: mine'],
      }),
      Dockerfile: DOCKERFILE,
    },
  },
  'flotilla-examples/no-contract': {
    description: 'Can be built, and says nothing else',
    files: { Dockerfile: DOCKERFILE },
  },
  'flotilla-examples/broken-contract': {
    description: 'Its balena.yml cannot be read',
    files: { 'balena.yml': 'name: [unclosed\n', Dockerfile: DOCKERFILE },
  },
  'flotilla-examples/only-words': {
    description: 'Nothing to build in it',
    files: { 'README.md': '# Words\n' },
  },
}

const BRANCH = 'main'

const people: Readonly<Record<string, readonly string[]>> = {
  'ada-lovelace': [
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEx4bXBsZUtleUZvclRoZVNpbXVsYXRlZENvZGVIb3N0',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFNlY29uZEtleUZvclRoZVNpbXVsYXRlZENvZGVIb3M',
  ],
  'grace-hopper': ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEdyYWNlS2V5Rm9yVGhlU2ltdWxhdGVkQ29kZUhvc3Q'],
  'no-keys': [],
}

/** The latest version of the CLI. */
const CLI_VERSION = '25.2.6'

const notFound = () => json({ message: 'Not Found' }, 404)

function user(login: string, position: number) {
  return { login, id: 1000 + position, type: 'User', html_url: `https://github.com/${login}` }
}

function repositoryOf(fullName: string, { description }: Repository) {
  return {
    name: fullName.split('/')[1] ?? fullName,
    full_name: fullName,
    description,
    private: false,
    default_branch: BRANCH,
    html_url: `https://github.com/${fullName}`,
  }
}

function api(path: readonly string[], url: URL): HandlerResult {
  const [kind = '', first = '', second = ''] = path
  if (kind === 'repos' && path.length === 3) {
    const fullName = `${first}/${second}`
    const found = repositories[fullName.toLowerCase()]
    if (found === undefined) return notFound()
    return json(repositoryOf(fullName, found))
  }
  const logins = Object.keys(people)
  if (kind === 'search' && first === 'users') {
    const query = (url.searchParams.get('q') ?? '').split(' ')[0]?.toLowerCase() ?? ''
    if (query === '') return json({ message: 'Validation Failed' }, 422)
    const items = logins
      .filter((login) => login.includes(query))
      .map((login) => user(login, logins.indexOf(login)))
    return json({ total_count: items.length, incomplete_results: false, items })
  }
  if (kind === 'users' && second === 'repos' && path.length === 3) {
    const owned = Object.entries(repositories).filter(([fullName]) =>
      fullName.startsWith(`${first.toLowerCase()}/`),
    )
    return owned.length === 0
      ? notFound()
      : json(owned.map(([fullName, found]) => repositoryOf(fullName, found)))
  }
  const keys = kind === 'users' ? people[first.toLowerCase()] : undefined
  if (keys === undefined) return notFound()
  if (path.length === 2) return json(user(first.toLowerCase(), logins.indexOf(first.toLowerCase())))
  if (second !== 'keys') return notFound()
  return json(keys.map((key, at) => ({ id: 100 * (1 + logins.indexOf(first.toLowerCase())) + at, key })))
}

function raw(path: readonly string[]): HandlerResult {
  const [owner = '', name = '', branch = '', ...rest] = path
  if (name === 'balena-cli' && rest.join('/') === 'package.json') {
    return json({ name: 'balena-cli', version: CLI_VERSION })
  }
  const file = repositories[`${owner}/${name}`.toLowerCase()]?.files[rest.join('/')]
  return branch !== BRANCH || file === undefined ? text('404: Not Found', 404) : text(file)
}

/** Answers the requests of import and deploy to the public code host; undefined for other hosts. Needs no credential. */
export function codeHost(method: string, url: URL): HandlerResult | undefined {
  if (!CODE_HOSTS.includes(url.origin)) return undefined
  if (method !== 'GET' && method !== 'HEAD') return notFound()
  const path = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  switch (url.hostname) {
    case 'api.github.com':
      return api(path, url)
    case 'registry.npmjs.org':
      return path[0] === 'balena-cli'
        ? json({ name: 'balena-cli', version: CLI_VERSION, 'dist-tags': { latest: CLI_VERSION } })
        : json({ error: 'Not found' }, 404)
    default:
      return raw(path)
  }
}

/** The files of a tarball URL; undefined when it does not exist. */
export function sourceAt(address: string): { files: ReadonlyMap<string, string> } | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const [, owner = '', name = '', branch = ''] =
    /^\/([^/]+)\/([^/]+)\/archive\/(?:refs\/heads\/)?([^/]+)\.tar\.gz$/.exec(url.pathname) ?? []
  if (url.origin !== 'https://github.com' || branch !== BRANCH) return undefined
  const found = repositories[`${owner}/${name}`.toLowerCase()]
  return found && { files: new Map(Object.entries(found.files)) }
}
