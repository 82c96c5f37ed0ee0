import type { HandlerResult } from '../http/request-context.ts'
import { json } from '../http/request-context.ts'
import { DOCS_SEARCH } from './third-party-hosts.ts'

/** Real pages of the documentation, with keywords. */
const PAGES: readonly (readonly [path: string, chapter: string, title: string, words: string])[] = [
  [
    'learn/getting-started/',
    'Get started',
    'Getting started',
    'first device fleet add os flash image push code',
  ],
  [
    'learn/welcome/primer/',
    'Get started',
    'A primer for the platform',
    'fleet device release supervisor concepts overview',
  ],
  [
    'learn/develop/multicontainer/',
    'Develop',
    'Multiple containers',
    'docker-compose services compose file microservices',
  ],
  ['learn/develop/local-mode/', 'Develop', 'Local mode', 'develop push live sync local network'],
  ['learn/develop/hardware/', 'Develop', 'Interact with hardware', 'gpio i2c serial camera'],
  ['learn/deploy/deployment/', 'Deploy', 'Deploy to your fleet', 'push build release git cli builder'],
  [
    'learn/deploy/release-strategy/release-policy/',
    'Deploy',
    'Pin devices to a release',
    'pin track latest release policy rollback',
  ],
  [
    'learn/deploy/release-strategy/update-locking/',
    'Deploy',
    'Update locking',
    'lock update supervisor safety',
  ],
  ['learn/deploy/delta/', 'Deploy', 'Delta updates', 'delta bandwidth download size binary difference'],
  ['learn/manage/ssh-access/', 'Manage', 'SSH access', 'ssh terminal key tunnel host os console'],
  [
    'learn/manage/variables/',
    'Manage',
    'Environment and configuration variables',
    'env variable config override service',
  ],
  ['learn/manage/device-logs/', 'Manage', 'Device logs', 'log stream output persistent logging'],
  [
    'learn/manage/device-statuses/',
    'Manage',
    'Device statuses',
    'online offline heartbeat cloudlink vpn connected',
  ],
  ['learn/manage/actions/', 'Manage', 'Fleet and device actions', 'reboot restart purge shutdown move'],
  ['learn/manage/filters-tags/', 'Manage', 'Filters and tags', 'tag filter view search column'],
  ['learn/manage/billing/', 'Manage', 'Billing', 'plan invoice card payment credit'],
  ['learn/accounts/organizations/', 'Accounts', 'Organizations', 'member role administrator invite'],
  ['learn/accounts/teams/', 'Accounts', 'Teams', 'team access role fleet member'],
  ['learn/accounts/enterprise-sso/', 'Accounts', 'Enterprise single sign-on', 'saml sso identity provider'],
  [
    'reference/OS/network/',
    'Reference',
    'Network setup',
    'wifi ethernet cellular modem proxy static ip firewall',
  ],
  ['reference/OS/configuration/', 'Reference', 'config.json', 'host os configuration hostname ntp'],
  ['reference/OS/updates/self-service/', 'Reference', 'Update the host OS', 'os update version hup upgrade'],
  [
    'reference/supervisor/supervisor-api/',
    'Reference',
    'Supervisor API',
    'supervisor api http device address',
  ],
  ['reference/api/overview/', 'Reference', 'Platform API', 'api odata rest token key query'],
  ['reference/balena-cli/latest/', 'Reference', 'Command line', 'cli command terminal install login'],
  [
    'faq/troubleshooting/troubleshooting/',
    'FAQ',
    'Troubleshooting',
    'diagnostics health check offline problem',
  ],
]
const SITE = 'https://docs.balena.io/'
const DEFAULT_HITS = 20

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d.]+/u)
    .filter(Boolean)

/** The relevance of a page, in which words in the title count double; 0 unless the page has all words. */
function rank(query: readonly string[], title: string, words: string): number {
  const [inTitle, inText] = [wordsOf(title), wordsOf(words)]
  const ranks = query.map((word) => {
    if (inTitle.some((one) => one.startsWith(word))) return 2
    return inText.some((one) => one.startsWith(word)) ? 1 : 0
  })
  return ranks.some((one) => one === 0) ? 0 : ranks.reduce<number>((sum, one) => sum + one, 0)
}

/** Answers the requests to the documentation search, which is compatible with Algolia; undefined for other hosts. */
export function docsSearch(request: Request, url: URL): HandlerResult | undefined {
  if (url.origin !== DOCS_SEARCH) return undefined
  if (request.method !== 'GET' || !/^\/1\/indexes\/[^/]+$/.test(url.pathname)) {
    return json({ message: 'Path not supported by this API', status: 404 }, 404)
  }
  const missing = ['x-algolia-application-id', 'x-algolia-api-key'].some((name) => !request.headers.has(name))
  if (missing) return json({ message: 'Invalid Application-ID or API key', status: 403 }, 403)
  const query = url.searchParams.get('query') ?? ''
  const queryWords = wordsOf(query)
  const hits = PAGES.map(([path, chapter, title, words]) => ({
    relevance: rank(queryWords, title, words),
    hit: {
      objectID: path,
      url: `${SITE}${path}`,
      type: 'lvl1',
      hierarchy: { lvl0: chapter, lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    },
  }))
    .filter(({ relevance }) => relevance > 0 || queryWords.length === 0)
    .toSorted((a, b) => b.relevance - a.relevance)
    .map(({ hit }) => hit)
  const hitsPerPage = Number(url.searchParams.get('hitsPerPage') ?? DEFAULT_HITS)
  return json({ hits: hits.slice(0, hitsPerPage), nbHits: hits.length, page: 0, hitsPerPage, query })
}
