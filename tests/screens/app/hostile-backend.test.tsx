import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { visits, type Visit } from '../../../e2e/routes.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { pageText } from '../../../src/messages/app/shell.ts'
import { json, openApp, TOKEN_KEY } from '../open-app.tsx'
import { aWorld, fleetId } from '../open-world.tsx'

const JUMP = 'javascript:window.taken=1'

/** Attack texts: elements, links, templates, bidirectional and control characters, terminal sequences, and length. */
const ATTACKS = [
  '<img src=x onerror="window.taken=1"><script>window.taken=1</script><a href="' + JUMP + '">a</a>',
  '<svg onload=window.taken=1><style>*{display:none}</style><iframe srcdoc="<script>parent.taken=1</script>">',
  `[link](${JUMP}) ![image](${JUMP}) {{constructor.constructor('window.taken=1')()}} \${window.taken=1} %s %c`,
  `\u202egnp.exe\u2066\u200f\u0000\u0007 \u001b]8;;${JUMP}\u0007click\u001b]8;;\u0007 \u001b]52;c;Zm9v\u0007 \u001b[31m`,
].join(' ')
const ENDLESS = ATTACKS + 'W'.repeat(100_000)

/** Fields by which pages are found; they are not changed. */
const UNCHANGED = new Set([
  'uuid',
  'slug',
  'handle',
  'actorType',
  'is_of__class',
  'status',
  'overall_status',
  'tier',
])
const LINK = /^https?:/
const MOMENT = /^\d{4}-\d\d-\d\dT/

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const hostile =
  (nasty: string) =>
  (value: Json, key = ''): Json => {
    if (typeof value === 'string') {
      if (UNCHANGED.has(key) || MOMENT.test(value) || value === '') return value
      return LINK.test(value) ? JUMP : nasty
    }
    if (Array.isArray(value)) return value.map((one) => hostile(nasty)(one, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(nasty)(one, name)]))
  }

/** Rows with nothing but their id, and invalid rows. */
const truncated = (value: Json): Json => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Array.isArray(value['d']))
    return value
  const short = value['d'].map((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row)
      ? Object.fromEntries(Object.entries(row).filter(([name]) => ['id', 'uuid', 'slug'].includes(name)))
      : row,
  )
  return { d: [...short, null, 'row', 7] }
}

/** Rows with values of the wrong type. */
const garbled = (value: Json, key = ''): Json => {
  if (Array.isArray(value)) return value.map((one) => garbled(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, garbled(one, name)]))
  if (key === 'id' || UNCHANGED.has(key)) return value
  return typeof value === 'string' ? { not: ['a text'] } : 'not a number'
}

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
function logOf(message: string): Response {
  const line = { createdAt: 1, timestamp: 1, isSystem: false, isStdErr: false, serviceId: 1, message }
  const text = [line, { ...line, isSystem: true }, { ...line, message: 7 }, {}]
    .map((one) => `${JSON.stringify(one)}\n`)
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

async function sweep(change: (value: Json) => Json, log: string, visited: readonly Visit[] = pages) {
  const world = aWorld()
  const resolve = pathResolver(world)
  // Paths are resolved before responses are changed.
  const addresses: string[] = []
  for (const { path } of visited)
    addresses.push(await path(resolve as unknown as Parameters<Visit['path']>[0]))
  localStorage.setItem(TOKEN_KEY, await world.token('ada'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await openApp('/404', async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    if (origin === window.location.origin) return undefined
    if (searchParams.get('stream') === '1') return logOf(log)
    const response = await world.cloud.handle(request)
    if (request.method !== 'GET' || pathname.startsWith('/actor/') || !response.ok) return response
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response
    return json(change((await response.json()) as Json), response.status)
  })
  await screen.findAllByRole('heading', { level: 1 })
  const failed: string[] = []
  for (const address of addresses) {
    await visit(address)
    if (screen.queryAllByText(pageText.failed).length > 0)
      failed.push(
        `${address}: ${screen
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join()}`,
      )
    failed.push(...foreignElements().map((what) => `${address}: ${what}`))
  }
  await visit('/404')
  failed.push(...(await foreignElementsInOverlays()))

  vi.restoreAllMocks()
  expect(failed).toEqual([])
}

test(
  'no text of a hostile backend is interpreted as anything but text, on any page',
  () => sweep(hostile(ATTACKS), ATTACKS),
  300_000,
)

test(
  'texts of a hundred thousand characters are shown, and break no page',
  () => sweep(hostile(ENDLESS), ENDLESS),
  300_000,
)

test('truncated rows break no page', () => sweep(truncated, 'a line'), 300_000)

test('rows with values of the wrong type break no page', () => sweep(garbled, 'a line'), 300_000)
