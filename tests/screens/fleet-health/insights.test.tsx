import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { deviceListState } from '../../../src/features/device-list/data/device-list-state.ts'
import { readTotal } from '../../../src/features/device-list/data/devices.queries.ts'
import { refuse } from '../open-app.tsx'
import { fleetId, openWorld, type OpenWorldOptions } from '../open-world.tsx'

const FLEET = 'cold-chain-eu'
const organizationId = async (world: TestCloud) => {
  const [row] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
  return Number(row?.['id'])
}

const CHARTS = ['Status', 'Connectivity', 'Issues', 'Releases', 'Updates by release', 'Host OS', 'Supervisor']

const open = (options: OpenWorldOptions = {}) =>
  openWorld(async (world) => `/fleets/${await fleetId(world, FLEET)}/insights`, {
    as: 'omar',
    scenario: 'bad-release',
    ...options,
  })

const barsOf = async (chart: string) =>
  within(await screen.findByRole('list', { name: chart })).getAllByRole('listitem')

/** The number of a bar: "Operational2,156 90 %" contains 2156. */
const figureOf = (bar: HTMLElement) =>
  Number(
    within(bar)
      .getByText(/^[\d,]+$/, { selector: 'b' })
      .textContent?.replaceAll(',', ''),
  )

test.each(['bad-release', 'ageing-os', 'offline-storm', 'first-look'])(
  'each bar of the charts of %s links to the devices it counts [OPS-033]',
  async (scenario) => {
    const { world } = await open({ scenario, as: 'ada' })
    const fleet = await fleetId(world, FLEET)
    const shown = CHARTS.filter((chart) => scenario === 'bad-release' || chart !== 'Issues')
    for (const chart of shown)
      for (const bar of await barsOf(chart)) {
        const { search } = within(bar).getByRole<HTMLAnchorElement>('link')
        const total = await readTotal(
          fleet,
          deviceListState(new URLSearchParams(search)),
          new AbortController().signal,
        )
        // Bars of updates count the updated devices, and link to all that have the release as target.
        const note = within(bar).queryByText(/^of [\d,]+/)?.textContent
        const of = note === undefined ? figureOf(bar) : Number(/[\d,]+/.exec(note)?.[0].replaceAll(',', ''))
        expect(`${chart}: ${of}`).toBe(`${chart}: ${total}`)
      }
  },
)

test('the OS versions of a fleet are counted with their release line, most frequent first [OPS-034]', async () => {
  const { world } = await open({ scenario: 'ageing-os', as: 'ada' })
  const fleet = await fleetId(world, FLEET)
  const bars = await barsOf('Host OS')
  const counts = bars.map(figureOf)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(
    await world.count(`/v7/device/$count?$filter=belongs_to__application eq ${fleet}`, 'ada'),
  )
  expect(bars.some((bar) => /outdated/.test(bar.textContent))).toBe(true)
  expect(bars.some((bar) => /support ends soon/.test(bar.textContent))).toBe(true)
})

test('updates are counted by release: done, failed and in progress [OPS-035]', async () => {
  const { world } = await open()
  const fleet = await fleetId(world, FLEET)
  const [bar] = await barsOf('Updates by release')
  const rejected = await world.count(
    `/v7/device/$count?$filter=belongs_to__application eq ${fleet} and update_status eq 'rejected'`,
    'ada',
  )
  expect(bar?.textContent).toMatch(new RegExp(`^4\\.12\\.1 of 2,400, ${rejected} failed`))
})

test('the length of a bar is its share on a scale that says what 100 % is; parts of a whole are one bar [OPS-033]', async () => {
  await open()
  for (const chart of ['Issues', 'Updates by release']) {
    const bars = await barsOf(chart)
    const shares = bars.map((bar) => Number.parseFloat(within(bar).getByText(/ %$/).textContent ?? ''))
    const lengths = bars.map((bar) =>
      Number.parseFloat(bar.querySelector<HTMLElement>('[style]')?.style.width ?? ''),
    )
    for (const [nth, length] of lengths.entries())
      expect(Math.round(length)).toBeCloseTo(shares[nth] ?? -1, 0)
  }
  expect(screen.getByText('100 % = 2,400 devices')).toBeInTheDocument()
  expect(screen.getByText('100 % = all devices with this target')).toBeInTheDocument()
  // Statuses, connectivity, releases and versions: each device once, so that the parts make up the whole.
  const versions = (await screen.findByRole('list', { name: 'Host OS' })).previousElementSibling
  const parts = [...(versions?.children ?? [])].map((part) => Number((part as HTMLElement).style.flexGrow))
  expect(parts.length).toBe((await barsOf('Host OS')).length)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100)
  // The statuses are a field of cells, whose numbers are those of the list.
  expect(await screen.findByRole('img', { name: 'Status' })).toBeInTheDocument()
  expect((await barsOf('Status')).map(figureOf)).toEqual([2_400])
})

test('a chart is available as a table, and saved as CSV [OPS-036]', async () => {
  const files: Promise<string>[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.revokeObjectURL = () => {}
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) files.push(blob.text())
    return 'blob:chart'
  }
  await open()
  await barsOf('Issues')
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Issues' }))
  const table = screen.getByRole('table', { name: 'Issues' })
  expect(within(table).getByRole('row', { name: /^Update rejected 244 10 %$/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV: Issues' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0])?.split('\r\n').slice(0, 2)).toEqual([
    'Issue,Devices,Share in %',
    'Update rejected,244,10.2',
  ])
})

test('a chart that fails to load can be retried, independently of the others [OPS-037]', async () => {
  let isAway = true
  await open({
    answer: ({ url }) =>
      isAway && decodeURIComponent(url).includes('supervisor_version') ? refuse(400) : undefined,
  })
  expect(await screen.findByText('The insights could not be loaded')).toBeVisible()
  expect(await barsOf('Status')).toHaveLength(1)
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await barsOf('Supervisor')).length).toBeGreaterThan(0)
})

const sumOf = (bars: readonly HTMLElement[]) => bars.reduce((sum, bar) => sum + figureOf(bar), 0)

/** The total number of devices in the lists that the bars of fleets link to. */
async function devicesBehind(bars: readonly HTMLElement[]) {
  const totals = await Promise.all(
    bars.map((bar) => {
      const { pathname, search } = within(bar).getByRole<HTMLAnchorElement>('link')
      const list = deviceListState(new URLSearchParams(search))
      return readTotal(Number(pathname.split('/')[2]), list, new AbortController().signal)
    }),
  )
  return totals.reduce((sum, total) => sum + total, 0)
}

test('each bar of the charts of an organization links to the fleets of its devices, and those to the devices [OPS-038]', async () => {
  const user = userEvent.setup()
  const { world } = await openWorld(async (cloud) => `/orgs/${await organizationId(cloud)}/insights`, {
    as: 'olive',
    scenario: 'bad-release',
  })
  const id = await organizationId(world)
  const all = await world.count(
    `/v7/device/$count?$filter=belongs_to__application/any(a:a/organization eq ${id})`,
    'olive',
  )
  const fleets = await barsOf('Fleets')
  expect(fleets.length).toBeGreaterThan(1)
  expect([sumOf(fleets), await devicesBehind(fleets)]).toEqual([all, all])
  for (const chart of ['Status', 'Connectivity', 'Issues', 'Host OS', 'Supervisor']) {
    const bars = await barsOf(chart)
    if (chart !== 'Issues') expect(`${chart} ${sumOf(bars)}`).toBe(`${chart} ${all}`)
    for (const { textContent } of bars) {
      const bar = (await barsOf(chart)).find((each) => each.textContent === textContent)
      if (bar === undefined) throw new Error(`No bar ${textContent}`)
      await user.click(within(bar).getByRole('link'))
      const narrowed = within(await screen.findByRole('list', { name: /^Fleets: / })).getAllByRole('listitem')
      expect(`${textContent} ${sumOf(narrowed)}`).toBe(`${textContent} ${figureOf(bar)}`)
      expect(`${textContent} ${await devicesBehind(narrowed)}`).toBe(`${textContent} ${figureOf(bar)}`)
      await user.click(screen.getByRole('link', { name: 'Show all devices' }))
      await screen.findByRole('list', { name: 'Fleets' })
    }
  }
})

test('an invalid filter in the URL is shown, and all devices are counted [OPS-038]', async () => {
  await openWorld(
    async (world) =>
      `/orgs/${await organizationId(world)}/insights?q=${encodeURIComponent('status = nothing')}`,
    {
      as: 'olive',
      scenario: 'first-look',
    },
  )
  expect(await screen.findByText(/“nothing” is not one of/)).toBeVisible()
  expect((await barsOf('Fleets')).length).toBeGreaterThan(0)
})
