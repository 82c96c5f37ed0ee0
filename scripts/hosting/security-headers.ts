import { readConfig, type Config } from '../../src/config.ts'
import { outsideScripts } from '../../src/lib/outside-scripts.ts'

type Directives = Record<string, readonly string[]>

const SELF = "'self'"
const NONE = "'none'"
/** Origins of profile pictures on a live platform, and of the projects on the code host. */
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

/** The hosts that `{s}` in a tile URL stands for, as in Leaflet. */
const TILE_HOSTS = ['a', 'b', 'c']

const tileOrigins = (url: string) => TILE_HOSTS.map((host) => originOf(url.replaceAll('{s}', host)))

const originOf = (address: string) => new URL(address).origin

/** As a socket and as a plain request: the terminal may start with either. */
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

/** Rules that apply to every platform. `isLive`: allows scripts of third parties. */
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
    // Forms pass a token to a command-line tool on the user's machine and to the portal named by the platform.
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

/** The policy as a header for one configuration; without a valid one, only this server may be contacted. */
export function contentSecurityPolicy(config: Config | null): string {
  const isLive = config?.mode === 'live'
  return written({
    ...common({ isLive, captcha: config?.mode === 'live' && config.captchaKey !== null }),
    // Pictures of users and organizations can have any origin; map tiles only the configured one.
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
 * The policy in the built page itself, for hosts that send no headers. An operator may change `config.json` after the build, so
 * it does not restrict connections. Browsers ignore `frame-ancestors` here.
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

/** The headers of every response of a dashboard with this configuration. */
export function securityHeaders(config: Config | null): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(self "https://js.stripe.com"), serial=(), usb=()',
    // URLs contain ids of devices and tokens from emails.
    'referrer-policy': 'same-origin',
    ...fileHeaders,
    // For browsers without `frame-ancestors`.
    'x-frame-options': 'DENY',
  }
}

/** Only for pages loaded over TLS; browsers ignore it otherwise. */
export const transportSecurity = { 'strict-transport-security': `max-age=${ONE_YEAR_S}` }

/** The configuration in the text of a `config.json`; null if it is invalid, which the page itself reports. */
export function configIn(text: string | null, pageUrl: URL): Config | null {
  try {
    return readConfig({ file: text, fileName: 'config.json', pageUrl })
  } catch {
    return null
  }
}
