import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { WebDriver, WebElement } from 'selenium-webdriver'
import { reportLostFocus } from '../lost-focus.ts'
import type { WorldPage } from '../world.ts'

/** Role and name queries as in the screen tests; loaded into each page on first use. */
const QUERIES = readFileSync(
  join(
    dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)
const PATIENCE_MS = 20_000

/** One step of a path of roles, as sent to the page. */
interface Step {
  role: string
  name: { text: string } | { pattern: string; flags: string } | null
  nth: number
}

/** A page in WebKit, controlled over WebDriver. Has what `World` needs of a page. */
export class Tab {
  readonly driver: WebDriver
  readonly #origin: string
  readonly #initial: (() => Promise<unknown>)[] = []
  #isOpen = false

  constructor(driver: WebDriver, origin: string) {
    this.driver = driver
    this.#origin = origin
  }

  /** As a page of Playwright, of which it has what a `World` uses: functions are sent as text in the same way. */
  asPage(): WorldPage {
    return this as unknown as WorldPage
  }

  async goto(path: string): Promise<void> {
    if (!this.#isOpen && this.#initial.length > 0) {
      // WebDriver has no scripts that run before the page: they run once in another document of the origin.
      await this.driver.get(new URL('/config.json', this.#origin).href)
      for (const run of this.#initial) await run()
    }
    this.#isOpen = true
    await this.driver.get(new URL(path, this.#origin).href)
    await this.#watch()
  }

  async reload(): Promise<void> {
    await this.driver.navigate().refresh()
    await this.#watch()
  }

  /** Reloads a page that asks before it is left, and answers yes. */
  async leaveAndReload(): Promise<void> {
    // The driver answers the browser's question itself, with no; a page without listeners does not ask.
    await this.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true }),
    )
    await this.reload()
  }

  /** Runs a function in the page, which is sent as text, and awaits its result. */
  async evaluate<Result, Argument = void>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    const [error, result] = await this.driver.executeAsyncScript<[string | null, Awaited<Result>]>(
      `const done = arguments[1]
       Promise.resolve().then(() => (${String(run)})(arguments[0])).then(
         (result) => done([null, result]), (error) => done([String(error?.stack ?? error), null]))`,
      argument,
    )
    if (error !== null) throw new Error(error)
    return result
  }

  async waitForFunction<Argument = undefined>(
    isTrue: (argument: Argument) => boolean,
    argument?: Argument,
  ): Promise<void> {
    await this.driver.wait(() => this.evaluate(isTrue, argument as Argument), PATIENCE_MS)
  }

  async addInitScript<Argument>(run: (argument: Argument) => void, argument: Argument): Promise<void> {
    this.#initial.push(() => this.evaluate(run, argument))
  }

  /** Records errors of the page from now on, for `problems`. */
  async #watch(): Promise<void> {
    const isNew = await this.evaluate(() => {
      const page = window as unknown as { problemsOfThisPage?: string[] }
      if (page.problemsOfThisPage !== undefined) return false
      const problems: string[] = []
      page.problemsOfThisPage = problems
      window.addEventListener('error', ({ message }) => problems.push(`error: ${message}`))
      window.addEventListener('unhandledrejection', ({ reason }) =>
        problems.push(`unhandled: ${String(reason)}`),
      )
      const { error } = console
      console.error = (...all: unknown[]) => {
        problems.push(`console: ${all.map(String).join(' ')}`)
        error.apply(console, all)
      }
      return true
    })
    if (isNew) await this.evaluate(reportLostFocus)
  }

  problems(): Promise<string[]> {
    return this.evaluate(
      () => (window as unknown as { problemsOfThisPage?: string[] }).problemsOfThisPage ?? [],
    )
  }

  /** The visible elements with a role and an accessible name: exact text, or a pattern. */
  role(role: string, name?: string | RegExp): Target {
    return new Target(this, []).role(role, name)
  }

  /** Sends keys to the focused element. */
  async press(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform()
  }

  async bodyText(): Promise<string> {
    return this.evaluate(() => document.body.innerText)
  }

  /** The visible elements of a path of roles, or what an expression of `element` says about each. */
  async find<Found = WebElement>(steps: readonly Step[], what = 'element'): Promise<Found[]> {
    if (!(await this.evaluate(() => 'TestingLibraryDom' in window))) await this.driver.executeScript(QUERIES)
    return this.driver.executeScript<Found[]>(
      `let within = [document.body]
       for (const { role, name, nth } of arguments[0]) {
         const options = name === null ? {} : { name: 'text' in name ? name.text : new RegExp(name.pattern, name.flags) }
         within = within.flatMap((each) => TestingLibraryDom.queryAllByRole(each, role, { ...options, hidden: true }))
           .filter((each) => each.closest('[aria-hidden="true"], [hidden], [inert]') === null &&
             each.checkVisibility({ visibilityProperty: true }))
         if (nth >= 0) within = within.slice(nth, nth + 1)
       }
       return within.map((element) => ${what})`,
      steps,
    )
  }
}

/** Elements by role and name, looked up anew for each use. */
export class Target {
  readonly #tab: Tab
  readonly #steps: readonly Step[]

  constructor(tab: Tab, steps: readonly Step[]) {
    this.#tab = tab
    this.#steps = steps
  }

  /** Elements within these. */
  role(role: string, name?: string | RegExp): Target {
    const sent =
      name === undefined
        ? null
        : typeof name === 'string'
          ? { text: name }
          : { pattern: name.source, flags: name.flags }
    return new Target(this.#tab, [...this.#steps, { role, name: sent, nth: -1 }])
  }

  nth(nth: number): Target {
    const last = this.#steps.at(-1)
    if (last === undefined) throw new Error('There is no step to count')
    return new Target(this.#tab, [...this.#steps.slice(0, -1), { ...last, nth }])
  }

  toString(): string {
    return this.#steps.map(({ role, name }) => `${role} ${JSON.stringify(name ?? {})}`).join(' > ')
  }

  async count(): Promise<number> {
    return (await this.#tab.find(this.#steps)).length
  }

  /** Does something with the first element as soon as there is one, again if the page replaced it meanwhile. */
  async #with<Result>(what: string, use: (element: WebElement) => Promise<Result>): Promise<Result> {
    const latest = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        const [element] = await this.#tab.find(this.#steps)
        if (element !== undefined) return await use(element)
        if (Date.now() > latest) throw new Error(`not found`)
      } catch (error) {
        if (Date.now() > latest)
          throw new Error(`${what} ${this.toString()}: ${String(error)}`, { cause: error })
      }
      await this.#tab.driver.sleep(100)
    }
  }

  async shown(): Promise<void> {
    await this.#with('wait for', async () => {})
  }

  async click(): Promise<void> {
    await this.#with('click', async (element) => {
      if ((await element.getAttribute('aria-disabled')) === 'true') throw new Error('it is disabled')
      await this.#tab.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
      await element.click()
    })
  }

  async type(text: string): Promise<void> {
    await this.#with('type into', (element) => element.sendKeys(text))
  }

  /** Replaces the value of a field. */
  async fill(text: string): Promise<void> {
    await this.#with('fill', async (element) => {
      await this.#tab.driver.executeScript('arguments[0].focus(); arguments[0].select()', element)
      await element.sendKeys(text)
    })
  }

  /** Selects an option of a list by its label. */
  async select(label: string): Promise<void> {
    // A native menu would stay open above the page and take the next click.
    await this.#with(`select ${label} in`, async (element) => {
      const isSelected = await this.#tab.driver.executeScript<boolean>(
        `const [list, label] = arguments
         const option = [...list.options].find((each) => each.label === label)
         if (option === undefined) return false
         list.focus()
         option.selected = true
         list.dispatchEvent(new Event('input', { bubbles: true }))
         list.dispatchEvent(new Event('change', { bubbles: true }))
         return true`,
        element,
        label,
      )
      if (!isSelected) throw new Error('there is no such option')
    })
  }

  /** The text as displayed, or the value of a field; empty while there is no such element. */
  async text(): Promise<string> {
    return (await this.texts())[0] ?? ''
  }

  async texts(): Promise<string[]> {
    return this.#tab.find<string>(this.#steps, "(element.innerText || element.value || '').trim()")
  }

  /** An attribute of the first element; null while there is none. */
  async attribute(name: string): Promise<string | null> {
    const [value] = await this.#tab.find<string | null>(
      this.#steps,
      `element.getAttribute(${JSON.stringify(name)})`,
    )
    return value ?? null
  }

  /** The role that the browser gives to assistive technology. */
  async computedRole(): Promise<string> {
    return this.#with('role of', (element) => element.getAriaRole())
  }
}
