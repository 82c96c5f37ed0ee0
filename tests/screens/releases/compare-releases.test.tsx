import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { releasePage, releaseRow, releasesOf } from './release-screens.ts'

beforeAll(async () => {
  await import('../../../src/features/releases/CompareReleasesPage.tsx')
  await import('../../../src/features/releases/CompareReleaseWith.tsx')
}, 60_000)

test('two releases are compared, the older one first; all fields or only differences [OPS-106]', async () => {
  await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })
  await userEvent.click(boxes[0] ?? document.body)
  const compare = screen.getByRole('button', { name: 'Compare' })
  expect(reasonOf(compare)).toBe('Select two releases to compare them')
  await userEvent.click(boxes[3] ?? document.body)
  await userEvent.click(compare)
  await findHeading(/^Compare 0\.8\.4.* with 0\.9\.0/)
  const table = within(screen.getByRole('table', { name: 'Release' }))
  expect(table.getByRole('rowheader', { name: /Commit$/ })).toBeVisible()
  expect(table.queryByRole('rowheader', { name: /Status$/ })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only differences' }))
  expect(await table.findByRole('rowheader', { name: /Status$/ })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Compose file', level: 2 })).toBeVisible()
})

test('a release is compared with one selected on its page; the URL contains both [OPS-106]', async () => {
  const { world } = await openWorld(releasePage('cold-chain-eu', '4.12.0'))
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Compare 4\.12\.0.* with/ }))
  const compare = dialog.getByRole('button', { name: 'Compare' })
  expect(reasonOf(compare)).toBe('Choose a release first')
  await userEvent.click(await dialog.findByRole('radio', { name: /4\.11\.0/ }))
  await userEvent.click(compare)
  await findHeading(/^Compare 4\.12\.0.* with 4\.11\.0/)
  const [one, other] = [
    await releaseRow(world, 'cold-chain-eu', '4.12.0'),
    await releaseRow(world, 'cold-chain-eu', '4.11.0'),
  ]
  const fleet = await fleetId(world, 'cold-chain-eu')
  expect(address()).toBe(`/fleets/${fleet}/releases/${one.id}/compare/${other.id}`)
})

test.each(['999999', 'x'])(
  'a comparison with %s redirects to the releases of the fleet [OPS-106]',
  async (other) => {
    await openWorld(releasePage('cold-chain-eu', '4.12.0', `/compare/${other}`))
    await findHeading('Releases')
  },
)
