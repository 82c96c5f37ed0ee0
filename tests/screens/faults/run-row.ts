import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { matchOperation } from '../../../mocks/contract/match.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { errorText, formText } from '../../../src/messages/common.ts'
import { address } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import type { Row } from './rows.ts'

interface Fault {
  name: string
  kind: string
  status?: number
  retryAfter?: number
  ms?: number
}

/** Nothing is done: the form says so, keeps everything, and asks nobody a second time. */
const REFUSALS: readonly Fault[] = [
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

/** What time it is in the world; what is read back is asked for by its time. */
const START = Date.parse('2026-11-20T14:00Z')

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What stands in a form: of everything that can be filled in. */
const valuesIn = (form: HTMLElement) =>
  [...form.querySelectorAll<Field>('input, select, textarea')].map((field) =>
    field instanceof HTMLInputElement && /checkbox|radio/.test(field.type) ? field.checked : field.value,
  )

/** The limits of time in no time, while somebody asks for it: that of a request, and how long a throttled one waits. */
function createHurry() {
  const hurry = { timeouts: false, limits: false }
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    timeout(hurry.timeouts && ms >= PATIENCE_MS ? 150 : ms),
  )
  const wait = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    wait(run, hurry.limits && ms === LIMITED_MS ? 0 : ms, ...args),
  )
  return hurry
}

const nameOf = (request: { method: string; url: string }) => {
  const { pathname } = new URL(request.url, 'https://any.example')
  const { id, rows } = matchOperation(request.method, pathname) ?? { id: '' }
  return rows === undefined ? id : `${request.method} ${rows}`
}

/** Presses one form through every fault, and tells in a line for each what it said. Throws where anything is lost or done twice. */
export async function runRow(row: Row): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  // Faults answer otherwise than the contract says.
  const behind: { cloud?: TestCloud['cloud'] } = {}
  const { world, asked } = await openWorld(row.at, {
    as: row.as ?? 'ada',
    answer: (request) => behind.cloud?.handle(request),
    ...(row.scenario === undefined ? {} : { scenario: row.scenario }),
  })
  behind.cloud = world.cloud
  expect(world.clock.now()).toBe(START)
  const hurry = createHurry()
  const told: string[] = []
  const sent = () => asked.filter((each) => nameOf(each) === row.write).length
  const control = (method: string, path: string, body?: object) =>
    world.request(`/__flotilla/${path}`, { method, ...(body === undefined ? {} : { body }) })
  const strike = async (...faults: Fault[]) => {
    for (const { name: _, ...fault } of faults) {
      const response = await control('POST', 'faults', { route: `${methodOf(row)} *`, times: 1, ...fault })
      expect(response.status).toBe(201)
    }
  }
  const buttonOf = (form: HTMLElement) => {
    const button = within(form)
      .getAllByRole<HTMLButtonElement>('button')
      .find((each) => each.textContent === row.submit || each.textContent === 'Retry')
    if (button === undefined) throw new Error(`No ${row.submit} in ${form.textContent}`)
    return button
  }
  const press = (form: HTMLElement) => fireEvent.click(buttonOf(form))
  const opened = async (nth: number) => {
    const form = await row.open(nth)
    return { form, before: valuesIn(form) }
  }
  /** Presses and waits until it is said that this failed; everything typed must still stand there. */
  const failing = async (name: string, form: HTMLElement, before: unknown[], most: number) => {
    const already = sent()
    hurry.timeouts = name === 'timeout'
    hurry.limits = name.startsWith('429 short')
    press(form)
    await waitFor(() => expect(sent(), `${row.write}: sent at ${name}`).toBe(already + most))
    const alert = await waitFor(() => within(form).getAllByRole('alert').at(-1)?.textContent.trim() ?? '')
    if (row.isTyped) expect(form.textContent).toContain(formText.kept)
    Object.assign(hurry, { timeouts: false, limits: false })
    expect(sent(), `${row.write}: sent at ${name}`).toBe(already + most)
    expect(valuesIn(form), `${row.write}: what stands in the form after ${name}`).toEqual(before)
    expect(alert, `${row.write}: what ${name} says`).toMatch(/^[A-Z“].{12,200}\.?\s*$/)
    told.push(`${row.write} · ${name}: “${alert}” kept, sent ${most}`)
    return alert
  }
  /** Presses once more: then it is closed, or covered by what comes of it; or the form has seen by itself that it is done. */
  const retry = async (form: HTMLElement) => {
    if (reasonOf(buttonOf(form)) === undefined) press(form)
    const why = await waitFor(() => {
      const isCovered = screen.queryAllByRole('dialog', { hidden: true }).length > 1
      if (!form.isConnected || isCovered) return undefined
      const reason = reasonOf(buttonOf(form))
      // A busy button cannot be pressed and has no reason.
      if (reason === undefined || reason === '') throw new Error('The form is still open')
      return reason
    })
    const ended = isRow(row) ? 'done, once' : 'sent again by somebody who was told that it may have been done'
    told.push(`${row.write} · retry: ${why === undefined ? ended : `not needed: “${why}”`}`)
    if (why === undefined) return row.after?.()
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    return waitFor(() => expect(form.isConnected).toBe(false))
  }

  await screen.findByRole('heading', { level: 1 })
  const { form, before } = await opened(1)
  for (const fault of REFUSALS) {
    await strike(fault)
    await failing(fault.name, form, before, 1)
  }
  const count = async () => (row.count === undefined ? undefined : row.count(world))
  const had = await count()
  await strike(SHORT_LIMIT, LOST)
  const last = await failing('429 short, then answer lost', form, before, 2)
  // A row is found again before it is made again; of anything else it must be said.
  if (!isRow(row)) expect(last).toBe(errorText.mayBeDone)
  await retry(form)
  const has = await count()
  if (had !== undefined)
    expect((has ?? 0) - had, `${row.write}: done after a lost answer and a retry`).toBe(row.by ?? 1)

  if (row.isTyped) {
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
    await losesSession(row, control, press, told)
  }
  return told
}

/** Of the data API. */
const isRow = ({ write }: Row) => write.includes(' ')

const methodOf = ({ write, method }: Row) => method ?? write.split(' ')[0] ?? ''

/** The platform ends the session in the midst: after signing in again, on the same page, the form has what was typed. */
async function losesSession(
  row: Row,
  control: (method: string, path: string, body?: object) => Promise<Response>,
  press: (form: HTMLElement) => void,
  told: string[],
) {
  const form = await row.open(3)
  const before = valuesIn(form)
  const place = address()
  for (const route of [`${methodOf(row)} *`, 'GET /actor/*'])
    await control('POST', 'faults', { route, kind: 'status', status: 401 })
  press(form)
  const email = await screen.findByLabelText('Email')
  await control('DELETE', 'faults')
  fireEvent.change(email, { target: { value: `${row.as ?? 'ada'}@flotilla.example` } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'flotilla-demo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(address()).toBe(place))
  await screen.findByRole('heading', { level: 1 })
  const again = await row.open(null)
  await waitFor(() =>
    expect(valuesIn(again), `${row.write}: what stands in the form after signing in again`).toEqual(before),
  )
  told.push(`${row.write} · 401: signed in again, and what was typed is back`)
}
