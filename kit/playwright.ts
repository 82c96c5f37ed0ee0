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
  /** CSS selectors of the parts to check and to skip; by default the whole page is checked. */
  include?: string
  exclude?: readonly string[]
  /** Tags of axe rules; by default WCAG 2.2, levels A and AA. */
  tags?: readonly string[]
}

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Asserts that axe finds no violation on the page. */
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
  'scenario' | 'world' | 'seed' | 'devices' | 'at' | 'platform' | 'speed' | 'rateLimit' | 'as'
> {
  /** The fixed API address of a page that cannot be configured: its requests there are answered by the cloud. */
  apiUrl?: string
}

export interface KitFixtures {
  /** Options of the cloud of each test; `test.use({ kit: { scenario: 'bad-release' } })`. */
  kit: KitOptions
  /** A cloud for this test only, at `cloud.url`. */
  cloud: Cloud
  world: World
  clock: Clock
  faults: Faults
  /** Asserts that axe finds no violation on the page of the test. */
  expectAccessible: (options?: AccessibleOptions) => Promise<void>
}

/** Routes requests of a context's pages to the cloud. Responses are buffered, so a followed log never arrives. */
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

/** Playwright's `test`, with a simulated platform for the page. */
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
