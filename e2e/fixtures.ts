import { test as base, expect } from 'playwright/test'
import { World } from './world.ts'

export { expect }
export { expectAccessible } from './accessible.ts'
export { signIn } from './sign-in.ts'
export { typeInto } from './typing.ts'

/** What a project of the configuration may set. */
export interface TestOptions {
  /** Documents come without their Content-Security-Policy, for a browser in which it binds the test's own scripts. */
  withoutPolicy: boolean
}

interface Fixtures {
  /** The simulated world behind the page. */
  world: World
  /** Errors that all tests of a file or group cause on purpose, for `test.use`. */
  expectedErrors: RegExp[]
  /** Errors that this test causes on purpose, such as the browser's line about a 401; any other fails it. */
  causedErrors: RegExp[]
  policyTaken: void
  watched: void
}

/** What older releases of Firefox log of a request through the service worker that a reload cuts off. */
const CUT_BY_A_RELOAD =
  /^page error: Failed to load ‘’\. A ServiceWorker intercepted the request and encountered an unexpected error\./

export const test = base.extend<Fixtures & TestOptions>({
  expectedErrors: [[], { option: true }],

  causedErrors: async ({ expectedErrors, withoutPolicy }, use) => {
    await use([...expectedErrors, ...(withoutPolicy ? [CUT_BY_A_RELOAD] : [])])
  },

  world: async ({ page, baseURL }, use) => {
    await use(await World.behind(page, baseURL ?? ''))
  },

  withoutPolicy: [false, { option: true }],

  policyTaken: [
    async ({ context, withoutPolicy }, use) => {
      if (withoutPolicy)
        await context.route(
          // Files are left alone: each request that is looked at costs a round trip to the test.
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

  /** Fails a test whose page logs an error, throws, violates the content security policy, or asks a host that is neither its own nor the cloud's. */
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
      // The browser tells of most in the console, but not of what a page does to get round it.
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(
            `violates the content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
          ),
        ),
      )
      await use()
      const unexpected = problems.filter(
        (problem) => !causedErrors.some((expected) => expected.test(problem)),
      )
      expect(unexpected, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
})
