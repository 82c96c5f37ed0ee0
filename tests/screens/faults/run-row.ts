import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { matchOperation } from '../../../mocks/base/contract/match.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { commonText, formText } from '../../../src/messages/common/common.ts'
import { dismissAllToasts } from '../../../src/ui/feedback/toasts.ts'
import { address } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { listen, type Heard } from '../spoken/heard.ts'
import { reasonOf } from '../variables/variable-screens.ts'
import type { Row } from './row.ts'

export interface Fault {
  name: string
  kind: string
  status?: number
  retryAfter?: number
  ms?: number
}

/** The write is rejected: the form shows that, keeps the input, and does not retry. */
export const REFUSALS: readonly Fault[] = [
  { name: 'timeout', kind: 'latency', ms: 600_000 },
  { name: '429 long', kind: 'status', status: 429, retryAfter: 3600 },
  { name: '500', kind: 'status', status: 500 },
  { name: '503', kind: 'status', status: 503 },
  { name: 'no network', kind: 'network' },
]
const SHORT_LIMIT: Fault = { name: '429 short', kind: 'status', status: 429, retryAfter: 1 }
const LOST: Fault = { name: 'answer lost', kind: 'lost-answer' }
const CUT: Fault = { name: 'answer cut', kind: 'truncate' }

const PATIENCE_MS = 50_000
const LIMITED_MS = 5_000

/** The start time of the world; requests after a lost response filter by it. */
const START = Date.parse('2026-11-20T14:00Z')

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const nameOfField = (field: Field, at: number) =>
  `${field.type} ${field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? at}`

/** The values of a form, by label. */
const valuesIn = (form: HTMLElement, isWanted: (field: Field) => boolean = () => true) =>
  Object.fromEntries(
    [...form.querySelectorAll<Field>('input, select, textarea')]
      .filter(isWanted)
      .map((field, at) => [
        nameOfField(field, at),
        field instanceof HTMLInputElement && /checkbox|radio/.test(field.type) ? field.checked : field.value,
      ]),
  )

/** Without fields that drafts do not store. */
const keptIn = (form: HTMLElement) =>
  valuesIn(form, ({ type, autocomplete }) => !/password|file/.test(type) && autocomplete !== 'one-time-code')

/** Shortens timeouts on request: that of a request, and the wait of a rate-limited one. */
function createTimeouts() {
  const hurry = { timeouts: false, limits: false }
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const wait = globalThis.setTimeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (!hurry.timeouts || ms < PATIENCE_MS) return timeout(ms)
    // The page recognizes only the errors of its own window.
    const late = new AbortController()
    wait(() => late.abort(new DOMException('The operation timed out', 'TimeoutError')), 150)
    return late.signal
  })
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    wait(run, hurry.limits && ms === LIMITED_MS ? 0 : ms, ...args),
  )
  return hurry
}

/** Like a browser: an aborted request rejects immediately. */
const untilAborted = ({ signal }: Request, answer: Promise<Response>) =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
  ])

const nameOf = (request: { method: string; url: string }) => {
  const { pathname } = new URL(request.url, 'https://any.example')
  const { id, rows } = matchOperation(request.method, pathname) ?? { id: '' }
  return rows === undefined ? id : `${request.method} ${rows}`
}

const labelOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent

/** What ends while something is typed: the session, at the submit, or the page. */
export type Interruption = 'session' | 'page'

/**
 * Submits one form with these refusals, then with lost and cut responses and these interruptions, and returns a line with the
 * message for each. Throws if anything is lost or runs twice.
 */
export async function runRow(
  row: Row,
  refusals: readonly Fault[],
  interruptions: readonly Interruption[],
): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  const { as = 'ada', scenario } = row
  // Faulty responses violate the contract.
  const behind: { cloud?: TestCloud['cloud'] } = {}
  const { world, asked, reopen } = await openWorld(row.at, {
    as,
    answer: (request) => behind.cloud && untilAborted(request, behind.cloud.handle(request)),
    simulated: row.simulated === true,
    ...(scenario === undefined ? {} : { scenario }),
  })
  behind.cloud = world.cloud
  vi.setSystemTime(world.clock.now())
  const hurry = createTimeouts()
  const lines: string[] = []
  const report = (name: string, what: string) => void lines.push(`${row.write} · ${name}: ${what}`)
  const sent = () => asked.filter((each) => nameOf(each) === row.write).length
  const control = (method: string, path: string, body?: object) =>
    world.request(`/__flotilla/${path}`, { method, ...(body === undefined ? {} : { body }) })
  const route = `${methodOf(row)} ${row.path ?? '*'}`
  const strike = async (...faults: Fault[]) => {
    for (const { name: _, ...fault } of faults) {
      const response = await control('POST', 'faults', { route, times: 1, ...fault })
      expect(response.status).toBe(201)
    }
  }
  const buttonOf = (form: HTMLElement) => {
    const isSubmit = (name: string) =>
      typeof row.submit === 'string' ? name === row.submit : row.submit.test(name)
    const button = [...form.querySelectorAll('button')].find(
      (each) => isSubmit(labelOf(each)) || labelOf(each) === commonText.retry,
    )
    if (button === undefined) throw new Error(`No ${String(row.submit)} in ${form.textContent}`)
    return button
  }
  // Some buttons ignore a second click within half a second.
  let offset = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + offset)
  const press = (form: HTMLElement) => {
    offset += 1_000
    return row.press === undefined ? fireEvent.click(buttonOf(form)) : row.press()
  }
  const whyNot = (form: HTMLElement) => (row.press === undefined ? reasonOf(buttonOf(form)) : undefined)
  const opened = async (nth: number) => {
    const form = await row.open(nth, world)
    await waitFor(() => expect(whyNot(form), `${row.write}: cannot be pressed`).toBeUndefined())
    return { form, before: valuesIn(form) }
  }
  const alertsOf = (form: HTMLElement) =>
    row.isNotified ? screen.getAllByRole('alert') : within(form).getAllByRole('alert')
  /** Submits and waits for the error; the input must be unchanged. */
  const failing = async (name: string, form: HTMLElement, before: object, most: number) => {
    const already = sent()
    const isSure = REFUSALS.some((fault) => fault.name === name)
    dismissAllToasts()
    hurry.timeouts = name === 'timeout'
    hurry.limits = name.startsWith('429 short')
    press(form)
    await waitFor(() => expect(sent(), `${row.write}: sent at ${name}`).toBe(already + most))
    // A disabled button or a new object may show that it succeeded despite the lost response.
    const isSeen = () =>
      !isSure && (!form.isConnected || row.isDone?.(form) === true || whyNot(form) !== undefined)
    const alert = await waitFor(() => {
      if (!isSure && (!form.isConnected || row.isDone?.(form) === true)) return undefined
      const text = alertsOf(form).at(-1)?.textContent.trim() ?? ''
      if (row.isTyped) expect(form.textContent).toMatch(row.kept ?? formText.kept)
      return text
    })
    if (alert === undefined) {
      report(name, `seen to be done, sent ${most}`)
      return undefined
    }
    Object.assign(hurry, { timeouts: false, limits: false })
    expect(sent(), `${row.write}: sent at ${name}`).toBe(already + most)
    if (!isSeen())
      expect(valuesIn(form), `${row.write}: what stands in the form after ${name}`).toMatchObject(before)
    expect(alert, `${row.write}: what ${name} says`).toMatch(/^[\p{L}“].{12,300}$/u)
    report(name, `“${alert}” ${row.isTyped ? 'kept, ' : ''}sent ${most}`)
    return alert
  }
  /** The user of a screen reader hears that it succeeded: in the live region, or by the page or dialog that follows. */
  const isAnnounced = async (heard: Heard) => {
    if (row.follows !== undefined) return
    await waitFor(() =>
      expect(heard.lines().join(' · '), `${row.write}: what is announced after success`).toMatch(
        /[\p{L}“].{5,}/u,
      ),
    )
    report('announced', heard.lines().join(' · '))
  }
  /** Submits again: the form is then closed or covered by its result, or has detected by itself that it succeeded. */
  const retry = async (form: HTMLElement) => {
    dismissAllToasts()
    const heard = listen()
    if (form.isConnected) await row.again?.(form)
    // Otherwise the page found out by itself that it was done, after it told that it might have been.
    const isPressed = form.isConnected && row.isDone?.(form) !== true && whyNot(form) === undefined
    if (isPressed) press(form)
    const why = await waitFor(() => {
      const isCovered = screen.queryAllByRole('dialog', { hidden: true }).length > 1
      if (!form.isConnected || isCovered || row.isDone?.(form) === true) return undefined
      const reason = whyNot(form)
      // A busy button is disabled without a reason.
      if (row.isDone !== undefined || reason === undefined || reason === '')
        throw new Error(`Not done: ${form.textContent}`)
      return reason
    })
    report('retry', why === undefined ? (isRow(row) ? 'done, once' : 'done') : `not needed: “${why}”`)
    if (why === undefined) {
      if (isPressed) await isAnnounced(heard)
      heard.end()
      return void (await row.after?.())
    }
    fireEvent.click(within(form).getByRole('button', { name: commonText.cancel }))
    return waitFor(() => expect(form.isConnected).toBe(false))
  }

  await screen.findByRole('heading', { level: 1 })
  const first = await opened(1)
  const { form, before } = (await closesByEscape(first.form)) ? await opened(1) : first
  for (const fault of refusals) {
    await strike(fault)
    await failing(fault.name, form, before, 1)
  }
  const count = async () => row.count?.(world)
  const had = await count()
  // Before sign-in there is no page to use meanwhile, so a limit is reported immediately.
  const isAnonymous = as === null || row.isAnonymous === true
  if (isAnonymous) await strike(LOST)
  else await strike(SHORT_LIMIT, LOST)
  const last = await failing(
    isAnonymous ? LOST.name : `${SHORT_LIMIT.name}, then ${LOST.name}`,
    form,
    before,
    isAnonymous ? 1 : 2,
  )
  // A row is looked up before it is created again; for other writes the lost response must be reported.
  if (!isRow(row) && !isAnonymous && last !== undefined) expect(last).toMatch(/No response was received/)
  await retry(form)
  const has = await count()
  if (had !== undefined)
    expect((has ?? 0) - had, `${row.write}: done after a lost answer and a retry`).toBe(row.by ?? 1)
  if (!row.isTyped || as === null) return lines

  if (methodOf(row) === 'POST') {
    const again = await opened(2)
    await strike(CUT)
    await control('POST', 'faults', { route: 'GET /v7/*', kind: 'stale-read', ms: 60_000 })
    await failing('answer cut, reads stale', again.form, again.before, 1)
    await retry(again.form)
    await control('DELETE', 'faults')
    const then = await count()
    if (has !== undefined)
      expect((then ?? 0) - has, `${row.write}: done after a cut answer and a retry`).toBe(1)
  }
  const typed = await row.open(3, world)
  const kept = keptIn(typed)
  const isBack = async (after: string) => {
    await screen.findByRole('heading', { level: 1 })
    const found = await row.open(null, world)
    await waitFor(() =>
      expect(keptIn(found), `${row.write}: what stands in the form after ${after}`).toEqual(kept),
    )
    report(after, 'what was typed is back')
  }
  if (interruptions.includes('session')) {
    await surviveSessionEnd(`${as}@flotilla.example`, () => press(typed), control, route)
    await isBack('401, signed in again')
  }
  if (interruptions.includes('page')) {
    cleanup()
    await reopen()
    await isBack('tab closed and opened again')
  }
  return lines
}

/** Escape closes a dialog; a form in the page stays. */
async function closesByEscape(form: HTMLElement): Promise<boolean> {
  if (form.getAttribute('role') !== 'dialog') return false
  fireEvent.keyDown(form, { key: 'Escape' })
  await waitFor(() => expect(form.isConnected, 'Escape leaves it open').toBe(false))
  return true
}

/** A write of the data API. */
const isRow = ({ write }: Row) => write.includes(' ')

const methodOf = ({ write, method }: Row) => method ?? write.split(' ')[0] ?? ''

/** The platform ends the session during input; after signing in again, the user is on the same page. */
async function surviveSessionEnd(
  email: string,
  press: () => void,
  control: (method: string, path: string, body?: object) => Promise<Response>,
  write: string,
) {
  const place = address()
  for (const route of [write, 'GET /actor/*'])
    await control('POST', 'faults', { route, kind: 'status', status: 401 })
  press()
  const field = await screen.findByLabelText('Email')
  await control('DELETE', 'faults')
  fireEvent.change(field, { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'flotilla-demo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(address()).toBe(place))
}
