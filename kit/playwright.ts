import AxeBuilder from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type {
  BrowserContext,
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import { createCloud } from './cloud.ts'
import type { Clock, Cloud, CloudOptions, Faults, World } from './cloud.ts'

export { expect }

export interface AccessibleOptions {
  /** CSS selectors of the parts that are looked at, and of those that are not: all of the page when left out. */
  include?: string
  exclude?: readonly string[]
  /** Tags of axe: levels A and AA of WCAG 2.2 when left out. */
  tags?: readonly string[]
}

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Axe finds nothing on what the page shows now. */
export async function expectAccessible(page: Page, options: AccessibleOptions = {}): Promise<void> {
  const { include, exclude = [], tags = LEVELS } = options
  let axe = new AxeBuilder({ page }).withTags([...tags])
  if (include !== undefined) axe = axe.include(include)
  for (const part of exclude) axe = axe.exclude(part)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id} (${help}): ${html.slice(0, 200)}\n${failureSummary}`),
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

export interface KitOptions extends Pick<
  CloudOptions,
  'scenario' | 'seed' | 'devices' | 'at' | 'platform' | 'as'
> {
  /** The address that the page asks and cannot be told another: what it asks there is answered by the cloud. */
  apiUrl?: string
}

export interface KitFixtures {
  /** What is opened for each test; `test.use({ kit: { scenario: 'bad-release' } })`. */
  kit: KitOptions
  /** A cloud of this test alone, at `cloud.url`. */
  cloud: Cloud
  world: World
  clock: Clock
  faults: Faults
  /** Axe finds nothing on what the page of the test shows now. */
  expectAccessible: (options?: AccessibleOptions) => Promise<void>
}

/** Hands what the pages of a context ask at an address to the cloud. Answers come whole: a followed log never does. */
async function answerAt(context: BrowserContext, apiUrl: string, cloud: Cloud): Promise<void> {
  const { origin } = new URL(apiUrl)
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      const request = route.request()
      const body = request.postDataBuffer()
      try {
        const response = await cloud.fetch(request.url(), {
          method: request.method(),
          headers: await request.allHeaders(),
          ...(body === null ? {} : { body: new Uint8Array(body) }),
        })
        await route.fulfill({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: Buffer.from(await response.arrayBuffer()),
        })
      } catch {
        await route.abort('failed')
      }
    },
  )
}

/** Playwright's `test`, with a simulated platform beside the page. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & KitFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<KitFixtures>({
  kit: [{}, { option: true }],

  cloud: async ({ kit: { apiUrl: _apiUrl, ...options } }, use) => {
    const cloud = createCloud(options)
    await cloud.listen()
    await use(cloud)
    await cloud.close()
  },
  world: async ({ cloud }, use) => use(cloud.world),
  clock: async ({ cloud }, use) => use(cloud.clock),
  faults: async ({ cloud }, use) => use(cloud.faults),

  context: async ({ context, cloud, kit: { apiUrl } }, use) => {
    if (apiUrl !== undefined) await answerAt(context, apiUrl, cloud)
    await use(context)
  },

  expectAccessible: async ({ page }, use) => use((options) => expectAccessible(page, options)),
})
