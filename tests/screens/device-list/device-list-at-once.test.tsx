import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, refuse } from '../open-app.tsx'
import { readable } from '../open-world.tsx'
import {
  findTable,
  isListRead,
  loadParts,
  openDevices,
  pathOf,
  rows,
  searchField,
  shownNames,
} from './device-list-screens.ts'

loadParts()

/** Opens the devices of a fleet; all further requests of the list wait until they are released. */
async function openWithPendingList(search = '') {
  let gate: PromiseWithResolvers<void> | undefined
  await openDevices('kiosk-lobby', search, {
    answer: async (request) => {
      if (isListRead(pathOf(request))) await gate?.promise
      return undefined
    },
  })
  await findTable()
  return {
    hold: () => void (gate = Promise.withResolvers()),
    letGo: () => gate?.resolve(),
  }
}

const order = (column: string) => screen.getByRole('columnheader', { name: column }).getAttribute('aria-sort')
const isBusy = () => screen.getByRole('table').getAttribute('aria-busy') === 'true'
const pressHeader = (column: string) => userEvent.click(screen.getByRole('button', { name: column }))
const statusLink = (name: RegExp) =>
  within(screen.getByRole('list', { name: 'Filter by status' })).getByRole('link', { name })

test('controls show the requested state while rows load, and quick clicks add up', async () => {
  const { hold, letGo } = await openWithPendingList()
  await screen.findByRole('list', { name: 'Filter by status' })
  const before = { address: address(), names: shownNames() }
  hold()
  await pressHeader('Name')
  await waitFor(() => expect(order('Name')).toBe('descending'))
  expect(isBusy()).toBe(true)
  await userEvent.click(statusLink(/^Operational/))
  await waitFor(() => expect(statusLink(/^Operational/).getAttribute('aria-current')).toBe('true'))
  expect(screen.getByRole('button', { name: 'Change filter Status Operational' })).toBeVisible()
  expect(order('Name')).toBe('descending')
  expect({ address: address(), names: shownNames() }).toEqual(before)
  letGo()
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(shownNames()).toEqual(before.names.toReversed().filter((name) => shownNames().includes(name)))
  await waitFor(() => expect(address()).toMatch(/\?sort=device_name%3Adesc&status=operational$/))
})

test('the back button takes precedence over a change that is still loading', async () => {
  const { hold, letGo } = await openWithPendingList()
  await pressHeader('Name')
  await waitFor(() => expect(address()).toMatch(/\?sort=device_name%3Adesc$/))
  await waitFor(() => expect(isBusy()).toBe(false))
  const ascending = shownNames().toReversed()
  hold()
  await pressHeader('Status')
  await waitFor(() => expect(order('Status')).toBe('ascending'))
  window.history.back()
  await waitFor(() => expect(order('Name')).toBe('ascending'))
  expect(order('Status')).toBeNull()
  letGo()
  await waitFor(() => expect(shownNames()).toEqual(ascending))
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(order('Name')).toBe('ascending')
  expect(address()).toMatch(/\/devices$/)
})

test('text typed while a response is pending is kept, and searched next', async () => {
  const { hold, letGo } = await openWithPendingList()
  const field = () => searchField() as HTMLInputElement
  const [name = ''] = shownNames()
  hold()
  await userEvent.type(field(), `${name.slice(0, 3)}{Enter}`)
  await waitFor(() => expect(isBusy()).toBe(true))
  expect(field().value).toBe(name.slice(0, 3))
  await userEvent.type(field(), name.slice(3, 5))
  expect(field().value).toBe(name.slice(0, 5))
  letGo()
  const searched = () => new URLSearchParams(window.location.search).get('q')
  await waitFor(() => expect(searched()).toBe(name.slice(0, 5)))
  expect(field().value).toBe(name.slice(0, 5))

  // Navigating within the pause includes the typed text.
  await userEvent.type(field(), name.slice(5))
  await pressHeader('Name')
  await waitFor(() => expect(address()).toMatch(/&sort=device_name%3Adesc$/))
  expect(searched()).toBe(name)
  expect(field().value).toBe(name)
})

test('a failed change replaces the list with an error, and a retry uses the requested state', async () => {
  let broken = false
  await openDevices('kiosk-lobby', '', {
    answer: (request) => (broken && isListRead(pathOf(request)) ? refuse(500) : undefined),
  })
  await findTable()
  const ascending = shownNames()
  broken = true
  await pressHeader('Name')
  expect(await screen.findByText('The devices could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await findTable()
  expect(order('Name')).toBe('descending')
  expect(shownNames()).toEqual(ascending.toReversed())
})

test('another page loads the visible rows first, from the top, then the others', async () => {
  await openDevices('cold-chain-eu', '', { scenario: 'release-day' })
  const table = await findTable()
  await waitFor(() => expect(rows()).toHaveLength(50))
  const region = screen.getByRole('region', { name: 'Devices of this fleet' })
  region.scrollTop = 900
  const counts: number[] = []
  const gaps: Element[] = []
  const observer = new MutationObserver(() => {
    const shown = table.querySelectorAll('tbody tr[aria-rowindex]')
    if (shown[0]?.getAttribute('aria-rowindex') !== '52') return
    counts.push(shown.length)
    // Placeholders of unloaded rows are not exposed as rows.
    gaps.push(...table.querySelectorAll('tbody tr:not([aria-rowindex])'))
  })
  observer.observe(table, { childList: true, subtree: true })
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(counts.at(-1)).toBe(50))
  observer.disconnect()
  expect(counts[0]).toBeLessThan(25)
  expect(gaps.length).toBeGreaterThan(0)
  for (const gap of gaps) expect(gap).toHaveAttribute('aria-hidden', 'true')
  expect(region.scrollTop).toBe(0)
})

test('rows are requested before the counts by status, which would use up the connections', async () => {
  const gate = Promise.withResolvers<void>()
  const seen: string[] = []
  const opened = openDevices('kiosk-lobby', '', {
    answer: async (request) => {
      seen.push(readable(request.url))
      if (isListRead(pathOf(request))) await gate.promise
      return undefined
    },
  })
  const counts = () => seen.filter((url) => url.includes('/$count') && url.includes('overall_status eq'))
  await waitFor(() => expect(seen.some((url) => url.includes('/v7/device?$select='))).toBe(true))
  expect(counts()).toEqual([])
  gate.resolve()
  await opened
  await findTable()
  await screen.findByRole('list', { name: 'Filter by status' })
  expect(counts().length).toBeGreaterThan(0)
})
