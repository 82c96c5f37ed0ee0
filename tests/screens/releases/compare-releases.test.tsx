import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { findHeading } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { releasesOf } from './release-screens.ts'
import { reasonOf } from '../variables/variable-screens.ts'

beforeAll(() => import('../../../src/features/releases/CompareReleasesDialog.tsx'), 60_000)

test('two releases are compared, the older one first; all or only what differs [OPS-106]', async () => {
  await openWorld(releasesOf('bench-lab'))
  await findHeading('Releases')
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })
  await userEvent.click(boxes[0] ?? document.body)
  const compare = screen.getByRole('button', { name: 'Compare' })
  expect(reasonOf(compare)).toBe('Select two releases to compare them')
  await userEvent.click(boxes[3] ?? document.body)
  await userEvent.click(compare)
  const dialog = within(await screen.findByRole('dialog', { name: /^Compare 0\.8\.4.* with 0\.9\.0/ }))
  const table = within(dialog.getByRole('table', { name: 'Differences' }))
  expect(table.getByText('Commit')).toBeVisible()
  expect(table.queryByText('Status')).toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Only differences' }))
  expect(table.getByText('Status')).toBeVisible()
  expect(dialog.getByRole('heading', { name: 'Compose file' })).toBeVisible()
})
