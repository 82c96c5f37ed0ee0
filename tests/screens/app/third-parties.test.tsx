import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { findHeading, refuse } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'

const openHelp = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }))
  return within(await screen.findByRole('menu', { name: 'Help' }))
}

const isDocsSearch = (url: string) => url.startsWith('https://search.flotilla.test/')

/** Opens the palette, for searching the documentation. */
async function openDocsSearch(options: Parameters<typeof openWorld>[1] = {}) {
  const opened = await openWorld('/404', options)
  await findHeading('Page not found')
  const help = await openHelp()
  await userEvent.click(help.getByRole('menuitem', { name: 'Search the docs' }))
  return { ...opened, field: await screen.findByRole('combobox', { name: 'Search or jump to' }) }
}

test('help contains the status page, the help center, the documentation and its search, and support with its chat [SHELL-006]', async () => {
  await openWorld('/404', { as: 'mel', simulated: true })
  await findHeading('Page not found')
  const help = await openHelp()
  for (const name of ['Platform status', 'Help centre', 'Documentation']) {
    expect(help.getByRole('menuitem', { name }).getAttribute('href')).toMatch(/^https:/)
  }
  expect(help.getByRole('menuitem', { name: 'Search the docs' })).toBeTruthy()
  await userEvent.click(help.getByRole('menuitem', { name: 'Support' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Support' }))
  const chat = await drawer.findByRole('button', { name: 'Chat with support' })
  await waitFor(() => expect(chat.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(chat)
  expect(await screen.findByRole('dialog', { name: 'Support chat' })).toBeTruthy()
  expect(await screen.findByText('It would greet you as Mel Castellan, mel@flotilla.example.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('dialog', { name: 'Support' })).toBeTruthy()
})

test('the palette searches the documentation, opens a page in a new tab, and shows an empty result [SHELL-031]', async () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const { asked, field } = await openDocsSearch()
  await userEvent.type(field, 'update lock')
  const docs = within(await screen.findByRole('group', { name: 'Documentation' }))
  await userEvent.click(docs.getByRole('option', { name: /^Update locking/ }))
  expect(open).toHaveBeenCalledWith(
    expect.stringMatching(/^https:.*update-locking\/$/),
    '_blank',
    'noopener,noreferrer',
  )
  const search = asked.find(({ url }) => isDocsSearch(url))
  expect(search?.headers.get('authorization')).toBeNull()
})

test('a failed documentation search is shown with a retry [SHELL-031]', async () => {
  let broken = true
  const { field } = await openDocsSearch({
    answer: ({ url }) => (broken && isDocsSearch(url) ? refuse(503) : undefined),
  })
  await userEvent.type(field, 'xylophone')
  await screen.findByText('The documentation could not be searched')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing matches “xylophone”')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('The documentation could not be searched')).toBeNull())
})

test('an admin account sees planned maintenance from the status page [SHELL-028]', async () => {
  await openWorld('/404', { as: 'pat', simulated: true })
  expect(
    await screen.findByText(/^Maintenance is planned from 21 Nov 2026.*Database maintenance\.$/),
  ).toBeTruthy()
})
