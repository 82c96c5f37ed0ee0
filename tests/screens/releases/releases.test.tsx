import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address, findHeading, refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { listedVersions, releaseRow, releasesOf } from './release-screens.ts'

const rowOf = async (version: string) => {
  const link = await screen.findByRole('link', { name: version })
  const row = link.closest('tr')
  if (row === null) throw new Error(`No row of ${version}`)
  return within(row)
}

test('releases of every status are listed, newest first, fifty per page [ROUTE-059, REL-031]', async () => {
  const { asked } = await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  await waitFor(() => expect(document.title).toBe('Releases · bench-lab · Flotilla'))
  expect(listedVersions().map((version) => version?.slice(0, 5))).toEqual([
    '0.9.0',
    '0.8.6',
    '0.8.5',
    '0.8.4',
    '0.8.3',
  ])
  expect((await rowOf('0.8.5')).getByText('Failed')).toBeVisible()
  expect((await rowOf('0.8.6')).getByText('Cancelled')).toBeVisible()
  expect((await rowOf('0.8.4')).getByText('target')).toBeVisible()
  const read = asked.find(({ url }) => url.startsWith('/v7/release?') && url.includes('$top=50'))
  expect(readable(read?.url ?? '')).toMatch(/\$orderby=created_at desc/)
  expect(readable(read?.url ?? '')).not.toMatch(/status eq/)
  const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
  expect(tabs.getByRole('link', { name: 'Releases' }).getAttribute('aria-current')).toBe('page')
})

test.each(['apps', 'blocks'])('%s have releases too, and a wrong prefix is corrected', async (list) => {
  await openWorld(
    async (world) =>
      `/fleets/${await fleetId(world, list === 'apps' ? 'label-printer' : 'edge-metrics')}/releases`,
  )
  await findHeading('Releases')
  expect(address()).toMatch(new RegExp(`^/${list}/\\d+/releases$`))
})

test.each([
  ['a version', '4.11', ['4.11.0']],
  ['the name of a tag', 'CHANNEL', ['4.12.1']],
  ['the value of a tag', 'cold-9', ['4.12.1', '4.11.0']],
])(
  'the search finds releases by %s, case-insensitive [REL-026, REL-027, REL-028]',
  async (_by, text, found) => {
    await openWorld(releasesOf('cold-chain-eu', `?q=${text}`))
    await findHeading('Releases')
    expect(listedVersions()).toEqual(found)
  },
)

test('the list is searched and filtered by the platform, and the URL contains the filter', async () => {
  const { world } = await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  await userEvent.click(screen.getByRole('button', { name: /^Status/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Failed' }))
  await waitFor(() => expect(listedVersions()).toEqual(['0.8.5']))
  expect(address()).toContain('status=failed')
  const { commit } = await releaseRow(world, 'bench-lab', '0.8.5')
  await userEvent.type(screen.getByRole('searchbox', { name: /^Filter releases/ }), commit.slice(0, 7))
  await waitFor(() => expect(address()).toContain(`q=${commit.slice(0, 7)}`))
  expect(listedVersions()).toEqual(['0.8.5'])
  await userEvent.clear(screen.getByRole('searchbox', { name: /^Filter releases/ }))
  await userEvent.type(screen.getByRole('searchbox', { name: /^Filter releases/ }), 'nowhere')
  expect(await screen.findByText('No releases match this filter')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show all releases' }))
  await waitFor(() => expect(listedVersions()).toHaveLength(5))
})

test('an invalid filter is reported, and all releases are shown [ERR-032]', async () => {
  await openWorld(releasesOf('bench-lab', '?status=lost'))
  await findHeading('Releases')
  expect(screen.getByText(/Unknown status in the URL: lost\. All releases are shown\./)).toBeVisible()
  expect(listedVersions()).toHaveLength(5)
})

test('the list shows eight statuses as five: failed, error, interrupted and timeout are failed [REL-009, REL-010, REL-011]', async () => {
  const words = {
    success: 'Succeeded',
    running: 'Running',
    failed: 'Failed',
    error: 'Failed',
    interrupted: 'Failed',
    cancelled: 'Cancelled',
    timeout: 'Failed',
    local: 'Local',
  }
  const now = new Date().toISOString()
  await openWorld(releasesOf('bench-lab'), {
    change: (url, rows) =>
      url.includes('/v7/release?') && url.includes('$top=50')
        ? Object.keys(words).map((status, nth) => ({
            ...rows[0],
            id: 1_000 + nth,
            raw_version: `1.0.${nth}`,
            status,
            update_timestamp: now,
          }))
        : rows,
  })
  await findHeading('Releases')
  const shown = Object.keys(words).map(async (_, nth) => {
    const row = await rowOf(`1.0.${nth}`)
    return row.getByText(/^(Succeeded|Running|Failed|Cancelled|Local)$/).textContent
  })
  expect(await Promise.all(shown)).toEqual(Object.values(words))
})

test('a build without an update for over 120 s is shown as failed, timed out [REL-010, REL-012]', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  await openWorld(releasesOf('bench-lab'), {
    change: (url, rows) =>
      url.includes('/v7/release?')
        ? rows.map((row, place) => ({
            ...row,
            status: 'running',
            update_timestamp: ago(place === 0 ? 1_000 : 121_000),
          }))
        : rows,
  })
  await findHeading('Releases')
  expect(screen.getAllByText('Running')).toHaveLength(1)
  const failed = screen.getAllByText('Failed')
  expect(failed).toHaveLength(4)
  expect(failed[0]?.title).toBe('timed out')
})

test('the list is polled every 6 s [REL-037]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { newRequests } = await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  newRequests()
  const lists = () => newRequests().filter((asked) => asked.includes('$top=50')).length
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(lists()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(lists()).toBe(1)
})

test('a fleet without releases explains how to create one with the latest CLI [REL-007, DEVLIST-024]', async () => {
  const { asked } = await openWorld(releasesOf('depot-pilot'))
  expect(await screen.findByText('Releases appear here')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add release' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a release' }))
  expect(dialog.getByText('balena push acme_logistics/depot-pilot')).toBeVisible()
  expect(await dialog.findByText(/The latest version of the CLI is \d+\.\d+\.\d+\.$/)).toBeVisible()
  const metadata = asked.find(({ url }) =>
    url.startsWith('https://raw.githubusercontent.com/balena-io/balena-cli/master/package.json'),
  )
  expect(metadata?.headers.has('authorization')).toBe(false)
  await userEvent.click(dialog.getByRole('radio', { name: 'Git' }))
  expect(
    await dialog.findByText('git remote add flotilla ada@git.flotilla.test:acme_logistics/depot-pilot.git'),
  ).toBeVisible()
  expect(dialog.getByText('git push flotilla HEAD:master')).toBeVisible()
})

test('releases that fail to load can be retried', async () => {
  let broken = true
  await openWorld(releasesOf('bench-lab'), {
    answer: (request) => (broken && request.url.includes('/v7/release?') ? refuse(500) : undefined),
  })
  expect(await screen.findByText('The releases could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await findHeading('Releases')
  await waitFor(() => expect(listedVersions()).toHaveLength(5))
})

test('selected releases are deleted in one request by their ids [REL-047]', async () => {
  const { world, asked } = await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  const ids = [
    (await releaseRow(world, 'bench-lab', '0.8.6')).id,
    (await releaseRow(world, 'bench-lab', '0.8.5')).id,
  ]
  await userEvent.click((await rowOf('0.8.6')).getByRole('checkbox'))
  await userEvent.click((await rowOf('0.8.5')).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 releases?' }))
  expect(dialog.getByText('0.8.6')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete 2 releases' }))
  await waitFor(() => expect(listedVersions()).toHaveLength(3))
  const calls = asked.filter(({ method }) => method === 'DELETE').map(({ url }) => readable(url))
  expect(calls).toEqual([`/v7/release?$filter=id in (${ids.join(',')})`])
})

test('a pinned or target release cannot be deleted with others [REL-025]', async () => {
  const { asked } = await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  await userEvent.click((await rowOf('0.8.6')).getByRole('checkbox'))
  await userEvent.click((await rowOf('0.8.4')).getByRole('checkbox'))
  const remove = screen.getByRole('button', { name: 'Delete' })
  expect(reasonOf(remove)).toBe('Cannot delete pinned releases: this is the target release of its fleet.')
  await userEvent.click(remove)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
})

test('several releases are tagged together: missing tags are added, existing ones changed [TAG-004]', async () => {
  const { world, asked } = await openWorld(releasesOf('cold-chain-eu'))
  await findHeading('Releases')
  await userEvent.click((await rowOf('4.12.1')).getByRole('checkbox'))
  await userEvent.click((await rowOf('4.12.0')).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Edit tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 2 releases' }))
  const channel = dialog.getByRole('textbox', { name: 'channel' })
  expect(dialog.getAllByText('On 1 of 2').length).toBeGreaterThan(0)
  await userEvent.clear(channel)
  await userEvent.type(channel, 'edge')
  await userEvent.click(dialog.getByRole('button', { name: 'Save channel' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save channel' })).toBeNull())
  const writes = asked
    .filter(({ method, url }) => method !== 'GET' && url.startsWith('/v7/release_tag'))
    .map(({ method }) => method)
  expect(writes.toSorted()).toEqual(['PATCH', 'POST'])
  for (const version of ['4.12.0', '4.12.1']) {
    const { id } = await releaseRow(world, 'cold-chain-eu', version)
    expect(
      await world.rows(
        `/v7/release_tag?$select=value&$filter=release eq ${id} and tag_key eq 'channel'`,
        'ada',
      ),
    ).toEqual([{ value: 'edge' }])
  }
})

test('a dialog about selected releases stays, with what was typed in it, when their rows leave the list', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isEmptied = false
  await openWorld(releasesOf('bench-lab'), {
    change: (url, list) => (isEmptied && url.includes('/v7/release?') ? [] : list),
  })
  await findHeading('Releases')
  await userEvent.click((await rowOf('0.8.6')).getByRole('checkbox'))
  await userEvent.click((await rowOf('0.8.5')).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Edit tags' }))
  const dialog = await screen.findByRole('dialog', { name: 'Tags of 2 releases' })
  const key = await within(dialog).findByLabelText('Tag name')
  await userEvent.type(key, 'shelf')
  isEmptied = true
  focusManager.setFocused(true)
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Releases' })).toBeNull())
  expect(key.isConnected).toBe(true)
  expect(key).toHaveValue('shelf')
  expect(dialog).toHaveAccessibleName('Tags of 2 releases')
  focusManager.setFocused(undefined)
})

test.each([
  ['olive', 'Observer', { add: true, tag: true, delete: true }],
  ['omar', 'Operator', { add: true, tag: true, delete: true }],
  ['sadie', 'Limited developer', { add: false, tag: false, delete: true }],
  ['devi', 'Developer', { add: false, tag: false, delete: false }],
] as const)(
  '%s sees what the role does not allow [PERM-031, PERM-032, PERM-066, PERM-083, PERM-084, PERM-085]',
  async (as, role, refused) => {
    await openWorld(releasesOf('bench-lab'), { as })
    await findHeading('Releases')
    expect(listedVersions()).toHaveLength(5)
    await userEvent.click((await rowOf('0.8.5')).getByRole('checkbox'))
    for (const [name, isRefused] of [
      ['Add release', refused.add],
      ['Edit tags', refused.tag],
      ['Delete', refused.delete],
    ] as const) {
      const reason = reasonOf(screen.getByRole('button', { name }))
      if (isRefused) expect(reason).toContain(role)
      else expect(reason).toBeUndefined()
    }
  },
)

test('J and K move between releases, X selects one and O opens it [OPS-093]', async () => {
  await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  const [, second = ''] = listedVersions()
  const user = userEvent.setup()
  await user.keyboard('jjx')
  await waitFor(() => expect(document.activeElement?.textContent).toBe(second))
  const row = await rowOf(second)
  await waitFor(() => expect(row.getByRole('checkbox')).toBeChecked())
  await user.keyboard('kjo')
  await waitFor(() => expect(address()).toMatch(/\/releases\/\d+/))
})
