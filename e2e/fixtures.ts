import { test as base, expect } from 'playwright/test'
import { reportLostFocus } from './lost-focus.ts'
import { mendFill } from './typing.ts'
import { World } from './world.ts'

export { expect }
export { expectAccessible } from './accessible.ts'
export { signIn } from './sign-in.ts'
export { typeInto } from './typing.ts'

/** Options that a project of the configuration can set. */
export interface TestOptions {
  /** Removes the Content-Security-Policy from documents, for a browser in which it blocks scripts of the test. */
  withoutPolicy: boolean
}

interface Fixtures {
  /** The simulated world behind the page. */
  world: World
  /** Errors that all tests of a file or group expect; set with `test.use`. */
  expectedErrors: RegExp[]
  /** Errors that this test expects, such as the browser's message about a 401; any other error fails it. */
  causedErrors: RegExp[]
  policyTaken: void
  watched: void
}

/** Logged by Firefox when leaving a page cancels a request through the service worker. */
const CUT_BY_LEAVING =
  /^page error: Failed to load ‘’\. A ServiceWorker intercepted the request and encountered an unexpected error\./

export const test = base.extend<Fixtures & TestOptions>({
  expectedErrors: [[], { option: true }],

  causedErrors: async ({ expectedErrors, browserName }, use) => {
    await use([...expectedErrors, ...(browserName === 'firefox' ? [CUT_BY_LEAVING] : [])])
  },

  world: async ({ page, baseURL }, use) => {
    await use(await World.behind(page, baseURL ?? ''))
  },

  page: async ({ page, browserName }, use) => {
    if (browserName === 'firefox') mendFill(page)
    await use(page)
  },

  withoutPolicy: [false, { option: true }],

  policyTaken: [
    async ({ context, withoutPolicy }, use) => {
      if (withoutPolicy)
        await context.route(
          // Files are not intercepted: each intercepted request costs a round trip to the test.
          ({ pathname }) => !/\.\w+$/.test(pathname),
          async (route) => {
            if (route.request().resourceType() !== 'document') return route.fallback()
            const response = await route.fetch()
            const headers = response.headers()
            delete headers['content-security-policy']
            const page = await response.text()
            return route.fulfill({
              response,
              headers,
              body: page.replace(/<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i, ''),
            })
          },
        )
      await use()
    },
    { auto: true },
  ],

  /** Fails a test whose page logs an error, throws, violates the content security policy, or contacts a host other than its own and the cloud's. */
  watched: [
    async ({ page, world, causedErrors }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`page error: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error')
          problems.push(`console error: ${message.text()} (${message.location().url})`)
      })
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url())
        if (/^(http|ws)s?:$/.test(protocol) && !world.owns(host))
          problems.push(`asked another host: ${request.url()}`)
      })
      // The browser does not log all violations to the console.
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(
            `violates the content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
          ),
        ),
      )
      await page.addInitScript(reportLostFocus)
      await use()
      const unexpected = problems.filter(
        (problem) => !causedErrors.some((expected) => expected.test(problem)),
      )
      expect(unexpected, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
})
