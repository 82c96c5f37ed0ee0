import { outsideScripts } from '../../src/lib/outside-scripts.ts'
import { readConfig, type Config } from '../../src/config.ts'

type Directives = Record<string, readonly string[]>

const SELF = "'self'"
const NONE = "'none'"
/** Where a picture of a person comes from on a live platform, and where the projects of the code host are read. */
const CODE_HOST = ['https://api.github.com', 'https://raw.githubusercontent.com']
const PAYMENT = {
  frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  requests: ['https://api.stripe.com'],
}
const CHAT = {
  frames: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
  requests: ['https://*.intercom.io', 'https://*.intercomcdn.com', 'wss://*.intercom.io'],
  fonts: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
}
const CAPTCHA_FRAMES = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']
const ONE_YEAR_S = 31_536_000

/** The hosts that `{s}` in the address of tiles stands for, as Leaflet has them. */
const TILE_HOSTS = ['a', 'b', 'c']

const tileOrigins = (url: string) => TILE_HOSTS.map((host) => originOf(url.replaceAll('{s}', host)))

const originOf = (address: string) => new URL(address).origin

/** As a socket and as a plain request: the terminal's first words may be either. */
function socketOrigins(address: string): string[] {
  const { protocol, host } = new URL(address)
  const isSecure = protocol === 'wss:' || protocol === 'https:'
  return [`${isSecure ? 'wss' : 'ws'}://${host}`, `${isSecure ? 'https' : 'http'}://${host}`]
}

const platform = (config: Config) => [config.apiUrl, config.actionsUrl, config.builderUrl].map(originOf)

function requests(config: Config): string[] {
  const { statusUrl, docsSearch, geocoderUrl } = config.parties
  return [
    SELF,
    ...platform(config),
    ...socketOrigins(config.terminalUrl),
    ...(statusUrl === null ? [] : [originOf(statusUrl)]),
    ...(docsSearch === null ? [] : [originOf(docsSearch.url)]),
    ...(geocoderUrl === null ? [] : [originOf(geocoderUrl)]),
    ...CODE_HOST,
    ...(config.mode === 'live' ? [...PAYMENT.requests, ...CHAT.requests] : []),
  ]
}

const unique = (values: readonly string[]) => [...new Set(values)]

/** What is allowed whoever the platform is. `isLive`: scripts of other parties may be needed. */
function common({ isLive, captcha }: { isLive: boolean; captcha: boolean }): Directives {
  const { chat, payment } = outsideScripts
  return {
    'default-src': [NONE],
    'base-uri': [SELF],
    'script-src': [
      SELF,
      ...(isLive ? [...payment, ...chat] : []),
      ...(captcha ? outsideScripts.captcha : []),
    ],
    'style-src': [SELF],
    'font-src': [SELF, ...(isLive ? CHAT.fonts : [])],
    'worker-src': [SELF],
    'manifest-src': [SELF],
    'frame-src': isLive ? [...PAYMENT.frames, ...CHAT.frames, ...(captcha ? CAPTCHA_FRAMES : [])] : [NONE],
    // A command-line tool on the reader's machine, and the portal that the platform names, are handed a token by a form.
    'form-action': [SELF, 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
    'object-src': [NONE],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default', 'dompurify', "'allow-duplicates'"],
  }
}

const written = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${unique(values).join(' ')}`)
    .join('; ')

/** The policy as a header, for one configuration; without a valid one nothing but this server may be asked. */
export function contentSecurityPolicy(config: Config | null): string {
  const isLive = config?.mode === 'live'
  return written({
    ...common({ isLive, captcha: config?.mode === 'live' && config.captchaKey !== null }),
    // Pictures of people and of organizations are where these say; those of maps, where the configuration says.
    'img-src': [
      SELF,
      'data:',
      'blob:',
      ...(isLive ? ['https:'] : []),
      ...(config ? [originOf(config.apiUrl)] : []),
      ...(config?.parties.tiles ? tileOrigins(config.parties.tiles.url) : []),
    ],
    'connect-src': config === null ? [SELF] : requests(config),
    'frame-ancestors': [NONE],
  })
}

/**
 * The policy that the built page carries itself, for hosts that send no headers. It holds whatever `config.json` says,
 * which an operator may change after the build, so it leaves open who is asked; browsers do not heed `frame-ancestors` here.
 */
export function policyInPage(): string {
  return written({
    ...common({ isLive: true, captcha: true }),
    'img-src': [SELF, 'data:', 'blob:', 'https:', 'http:'],
    'connect-src': [SELF, 'https:', 'http:', 'wss:', 'ws:'],
  })
}

/** The headers of files that are only loaded by a page. */
export const fileHeaders = { 'x-content-type-options': 'nosniff' }

/** The headers of every answer of a dashboard with this configuration. */
export function securityHeaders(config: Config | null): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(self "https://js.stripe.com"), serial=(), usb=()',
    // Addresses hold identifiers of devices and tokens of letters.
    'referrer-policy': 'same-origin',
    ...fileHeaders,
    // For browsers that do not know `frame-ancestors`.
    'x-frame-options': 'DENY',
  }
}

/** Only where the page came over TLS; elsewhere browsers do not heed it. */
export const transportSecurity = { 'strict-transport-security': `max-age=${ONE_YEAR_S}` }

/** The configuration out of the text of a `config.json`; null when the page itself will say what is wrong with it. */
export function configIn(text: string | null, pageUrl: URL): Config | null {
  try {
    return readConfig({ file: text, fileName: 'config.json', pageUrl })
  } catch {
    return null
  }
}
