import { screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import { createValidator } from '../../mocks/base/contract/validator.ts'
import { createTestCloud, type TestCloud } from '../../mocks/hosts/node.ts'
import { DOCS_SEARCH, OTHER_HOSTS, STATUS_PAGE } from '../../mocks/third-party/third-party-hosts.ts'
import { noThirdParties, type ThirdParties } from '../../src/lib/third-parties.ts'
import { checkAgainstContract, json, openApp, TOKEN_KEY, type Answer, type Asked } from './open-app.tsx'

type Person = Parameters<TestCloud['token']>[0]

export interface OpenWorldOptions {
  /** Null: nobody is signed in. */
  as?: Person | null
  scenario?: string
  platform?: 'hosted' | 'open'
  /** With the parts of a simulated world, including stand-in pages for third parties. */
  simulated?: boolean
  /** Responds instead of the cloud. */
  answer?: Answer
  /** Changes the rows of a response, for states that no scenario has. */
  change?: (url: string, rows: Record<string, unknown>[]) => Record<string, unknown>[]
  /** With a captcha. */
  captchaKey?: string
}

export interface OpenedWorld {
  world: TestCloud
  asked: Asked[]
  /** Requests since the last call, as decoded paths. */
  newRequests: () => string[]
  /** Opens the same world in a new tab with the same session storage and URL. */
  reopen: () => Promise<unknown>
}

const { check } = createValidator()

/** The cloud responds for them. */
const PARTIES: ThirdParties = {
  ...noThirdParties,
  statusUrl: STATUS_PAGE,
  docsSearch: { url: `${DOCS_SEARCH}/1/indexes/docs`, appId: 'test', apiKey: 'test' },
}

const worlds: TestCloud[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

/** A cloud whose clock the test controls; disposed after the test. */
export function aWorld(
  scenario = 'first-look',
  platform: OpenWorldOptions['platform'] = 'hosted',
): TestCloud {
  const world = createTestCloud(scenario, { platform })
  worlds.push(world)
  return world
}

/** Opens the dashboard at a URL, with a cloud. The URL may depend on the world. */
export async function openWorld(
  path: string | ((world: TestCloud) => Promise<string>),
  { as = 'ada', scenario, platform, answer, change, simulated = false, captchaKey }: OpenWorldOptions = {},
): Promise<OpenedWorld> {
  const world = aWorld(scenario, platform)
  if (as !== null) localStorage.setItem(TOKEN_KEY, await world.token(as))
  const open = (address: string) =>
    openApp(
      address,
      async (request) =>
        isOwnServer(request) ? undefined : ((await answer?.(request)) ?? handle(world, request, change)),
      { simulated, captchaKey: captchaKey ?? null, parties: PARTIES },
    )
  const { asked } = await open(typeof path === 'string' ? path : await path(world))
  let reported = 0
  return {
    world,
    asked,
    reopen: () => open(window.location.pathname + window.location.search),
    newRequests() {
      const from = reported
      reported = asked.length
      return asked.slice(from).map(({ method, url }) => `${method} ${readable(url)}`)
    },
  }
}

/** Requests for the dashboard's own files are not for the platform. */
const isOwnServer = (request: Request) => new URL(request.url).origin === window.location.origin

async function handle(
  world: TestCloud,
  request: Request,
  change: OpenWorldOptions['change'],
): Promise<Response> {
  const response = await world.cloud.handle(request)
  // The contract does not cover responses of third parties.
  if (!OTHER_HOSTS.includes(new URL(request.url).origin)) checkAgainstContract(check(request, response))
  if (change === undefined || request.method !== 'GET' || !request.url.includes('/v7/')) return response
  const body = (await response.clone().json()) as { d: Record<string, unknown>[] | number }
  return typeof body.d === 'number' ? response : json({ d: change(readable(request.url), body.d) })
}

/** A decoded URL. */
export const readable = (url: string) => decodeURIComponent(url)

/** The id of a fleet, app or block by name. */
export async function fleetId(world: TestCloud, name: string): Promise<number> {
  const [row] = await world.rows(`/v7/application?$select=id&$filter=app_name eq '${name}'`, 'ada')
  if (typeof row?.id !== 'number') throw new Error(`No fleet ${name}`)
  return row.id
}

/** The row of a table with this name. */
export async function findRow(name: string | RegExp) {
  const link = await screen.findByRole('link', { name })
  const row = link.closest('tr')
  if (row === null) throw new Error(`No row of ${String(name)}`)
  return within(row)
}
