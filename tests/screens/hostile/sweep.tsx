import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { visits, type Visit } from '../../../e2e/routes.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { pageText } from '../../../src/messages/app/pages.ts'
import { json, openApp, TOKEN_KEY } from '../open-app.tsx'
import { aWorld, fleetId } from '../open-world.tsx'
import type { Json } from './corruptions.ts'

/** Resolves the paths of the browser tests, with a cloud in this process. */
function pathResolver(world: TestCloud) {
  const idOf = async (resource: string, field: string, name: string) => {
    const [row] = await world.rows(`/v7/${resource}?$select=id&$filter=${field} eq '${name}'`, 'ada')
    return Number(row?.id)
  }
  const membership = async (username: string, handle: string) => {
    const where = `user/any(u:u/username eq '${username}') and is_member_of__organization/any(o:o/handle eq '${handle}')`
    const [row] = await world.rows(`/v7/organization_membership?$select=id&$filter=${where}`, 'ada')
    return Number(row?.id)
  }
  return {
    apiUrl: 'https://api.platform.example',
    fleet: (name: string) => fleetId(world, name),
    organization: (handle: string) => idOf('organization', 'handle', handle),
    team: (name: string) => idOf('team', 'name', name),
    membership,
    async targetRelease(fleet: number) {
      const [row] = await world.rows(`/v7/application(${fleet})?$select=should_be_running__release`, 'ada')
      const release = row?.['should_be_running__release'] as { __id: number } | undefined
      return release?.__id ?? 0
    },
    async anyDevice(fleet: string) {
      const where = `belongs_to__application eq ${await fleetId(world, fleet)} and overall_status eq 'operational'`
      const [row] = await world.rows(`/v7/device?$select=uuid&$filter=${where}&$top=1`, 'ada')
      return String(row?.uuid)
    },
  }
}

/** A log stream with a message, which never ends. */
function logOf(message: string, more: readonly string[]): Response {
  const line = { createdAt: 1, timestamp: 1, isSystem: false, isStdErr: false, serviceId: 1, message }
  const text = [line, { ...line, isSystem: true }, { ...line, message: 7 }, {}]
    .map((one) => JSON.stringify(one))
    .concat(more)
    .map((one) => `${one}\n`)
    .join('')
  return new Response(
    new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(text)) }),
  )
}

async function visit(path: string) {
  await act(async () => {
    window.history.pushState({ usr: null, key: path, idx: window.history.length }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  await waitFor(() => {
    const { pathname, search } = window.location
    expect(document.documentElement.dataset.shown).toBe(pathname + search)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })
  // Panels that wait for a response of their own.
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull(), {
    timeout: 3000,
  }).catch(() => {})
}

/** Elements and links that no page of the dashboard has. */
function foreignElements(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('script, iframe, img[src="x"], svg[onload], body style'))
    found.push(element.outerHTML.slice(0, 200))
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name)
      if (name.startsWith('on') || (isAddress && /^\s*(javascript|data:text)/i.test(value)))
        found.push(`${element.localName} ${name}=${value.slice(0, 80)}`)
    }
  }
  if ('taken' in window) found.push('a script has run')
  return found
}

/** Checks the search results and the ticket form, which open over any page. */
async function foreignElementsInOverlays(): Promise<string[]> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), 'cold')
  await waitFor(() => expect(screen.queryAllByRole('option').length).toBeGreaterThan(0))
  const found = foreignElements()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Support' }))
  await screen.findByRole('dialog', { name: 'Support' })
  await waitFor(() => expect(document.querySelector('[role="dialog"] [aria-busy="true"]')).toBeNull())
  found.push(...foreignElements())
  const raise = screen.queryByRole('button', { name: 'Raise a ticket' })
  if (raise === null || raise.getAttribute('aria-disabled') === 'true') return found
  await userEvent.click(raise)
  await screen.findByRole('dialog', { name: 'New ticket' })
  await waitFor(() => expect(document.querySelector('[role="dialog"] [aria-busy="true"]')).toBeNull())
  return [...found, ...foreignElements()]
}

const pages = visits.filter(({ signedOut }) => signedOut !== true)

/** What no page may show, whatever it was sent. */
const LEFTOVERS = /\bundefined\b|\bNaN|\[object \w+\]|Invalid Date|\bInfinity\b/
/** A number that was not formatted; code, files and what the platform says of a request may have it. */
const UNFORMATTED = /^(?!Malformed url: ).*\b\d+(?:\.\d+)?e[+-]\d+\b/s

/** Attributes that are read aloud, shown, or sent. */
const SHOWN_ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
  'href',
  'download',
]

/** Values of the program in what is read aloud, shown on hover, or written in a field. */
function leftoversOfElements(): string[] {
  const found = LEFTOVERS.exec(document.title) === null ? [] : [`is titled "${document.title}"`]
  for (const element of document.querySelectorAll('body *')) {
    for (const name of SHOWN_ATTRIBUTES) {
      const value = element.getAttribute(name)
      if (value !== null && (LEFTOVERS.test(value) || /(?:^|\/)null(?:\/|$)/.test(value)))
        found.push(`${element.localName} ${name}="${value.slice(0, 100)}"`)
    }
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (isField && (LEFTOVERS.test(element.value) || element.value === 'null'))
      found.push(`${element.localName} has "${element.value.slice(0, 100)}"`)
  }
  return found
}

/** Values of the program that are visible as text. */
function leftovers(): string[] {
  const text = document.body.textContent ?? ''
  const found = LEFTOVERS.exec(text)
  const shown =
    found === null ? [] : [`shows "${text.slice(Math.max(0, found.index - 40), found.index + 40)}"`]
  for (const element of document.querySelectorAll('body *:not(option)')) {
    if (element.childElementCount > 0) continue
    if (element.textContent.trim() === 'null')
      shown.push(`shows null: ${element.parentElement?.outerHTML.slice(0, 200) ?? ''}`)
    if (UNFORMATTED.test(element.textContent) && element.closest('code, pre, textarea') === null)
      shown.push(`shows an unformatted number: ${element.outerHTML.slice(0, 200)}`)
  }
  return [...shown, ...leftoversOfElements()]
}

/** Options of a sweep. */
export interface SweepOptions {
  /** The message of every log line. */
  log?: string
  /** More lines of the log stream, as a device could have sent them. */
  lines?: readonly string[]
  visited?: readonly Visit[]
  /** Also checks what opens over a page: search and support. */
  overlays?: boolean
}

/** Visits every page with changed responses; returns what broke. */
export async function sweep(
  change: (value: Json) => Json,
  { log = 'a line', lines = [], visited = pages, overlays = true }: SweepOptions = {},
): Promise<string[]> {
  const world = aWorld()
  const resolve = pathResolver(world)
  // Paths are resolved before responses are changed.
  const addresses: string[] = []
  for (const { path } of visited)
    addresses.push(await path(resolve as unknown as Parameters<Visit['path']>[0]))
  localStorage.setItem(TOKEN_KEY, await world.token('ada'))
  const failed: string[] = []
  let shown = '/404'
  // React reports errors of components here, also of parts that nobody looks at.
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    const error = said.find((one) => one instanceof Error)
    if (error !== undefined && /^(Type|Range|Syntax|Reference)Error/.test(error.stack ?? ''))
      failed.push(`${shown}: ${error.stack?.split('\n').slice(0, 3).join(' ') ?? error.message}`)
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await openApp('/404', async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    if (origin === window.location.origin) return undefined
    if (searchParams.get('stream') === '1') return logOf(log, lines)
    const response = await world.cloud.handle(request)
    if (request.method !== 'GET' || pathname.startsWith('/actor/') || !response.ok) return response
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response
    return json(change((await response.json()) as Json), response.status)
  })
  await screen.findAllByRole('heading', { level: 1 })
  for (const address of addresses) {
    shown = address
    await visit(address)
    if (screen.queryAllByText(pageText.failed).length > 0)
      failed.push(
        `${address}: ${screen
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join()}`,
      )
    failed.push(...[...foreignElements(), ...leftovers()].map((what) => `${address}: ${what}`))
  }
  await visit('/404')
  if (overlays) failed.push(...(await foreignElementsInOverlays()))
  vi.restoreAllMocks()
  return [...new Set(failed)]
}
