import { test as base, expect } from 'playwright/test'
import { World } from './world.ts'

export { expect }
export { expectAccessible } from './accessible.ts'
export { signIn } from './sign-in.ts'
export { typeInto } from './typing.ts'

interface Fixtures {
  /** The simulated world behind the page. */
  world: World
  /** Errors that all tests of a file or group cause on purpose, for `test.use`. */
  expectedErrors: RegExp[]
  /** Errors that this test causes on purpose, such as the browser's line about a 401; any other fails it. */
  causedErrors: RegExp[]
  watched: void
}

export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],

  causedErrors: async ({ expectedErrors }, use) => {
    await use([...expectedErrors])
  },

  world: async ({ page, baseURL }, use) => {
    await use(await World.behind(page, baseURL ?? ''))
  },

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
