import { screen, within } from '@testing-library/react'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { fleetId } from '../open-world.tsx'

/** The page of a fleet's releases. */
export const releasesOf =
  (fleet: string, search = '') =>
  async (world: TestCloud) =>
    `/fleets/${await fleetId(world, fleet)}/releases${search}`

/** The row of a release, by fleet and version. */
export async function releaseRow(world: TestCloud, fleet: string, semver: string, select = 'id') {
  const filter = `belongs_to__application/app_name eq '${fleet}' and semver eq '${semver}'`
  const [row] = await world.rows(`/v7/release?$select=id,commit,${select}&$filter=${filter}`, 'ada')
  if (typeof row?.id !== 'number') throw new Error(`No release ${semver} of ${fleet}`)
  return { ...row, id: row.id, commit: String(row['commit']) }
}

/** The page of a release, or a part of it. */
export const releasePage =
  (fleet: string, semver: string, part = '') =>
  async (world: TestCloud) => {
    const { id } = await releaseRow(world, fleet, semver)
    return `/fleets/${await fleetId(world, fleet)}/releases/${id}${part}`
  }

/** The versions in the order of the list. */
export const listedVersions = () =>
  within(screen.getByRole('table', { name: 'Releases' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

/** Changes the release in responses, for states that no world has. */
export const changingRelease =
  (change: (row: Record<string, unknown>) => Record<string, unknown>) =>
  (url: string, rows: Record<string, unknown>[]) =>
    /\/v7\/release\(\d+\)/.test(url) ? rows.map((row) => ({ ...row, ...change(row) })) : rows
