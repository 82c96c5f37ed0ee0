import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fleetId, openWorld, type OpenWorldOptions } from '../open-world.tsx'

export interface OpenSelectionOptions extends OpenWorldOptions {
  fleet?: string
  /** The query of the URL, which filters the list. */
  search?: string
  /** The first two, the page, or all that match. */
  select?: 'two' | 'page' | 'all'
}

/** Opens the devices of a fleet with some selected, and the menu of actions. */
export async function openSelection({
  fleet = 'cold-chain-eu',
  search = '',
  select = 'two',
  ...options
}: OpenSelectionOptions = {}) {
  const opened = await openWorld(
    async (world) => `/fleets/${await fleetId(world, fleet)}/devices${search}`,
    options,
  )
  if (select === 'two') {
    for (const nth of [0, 1]) {
      const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })
      const box = boxes[nth]
      if (box === undefined) throw new Error('Too few devices to select')
      await userEvent.click(box)
      await screen.findByText(`${nth + 1} selected`)
    }
  } else {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    if (select === 'all') await userEvent.click(await screen.findByText(/^Select all [\d,]+$/))
  }
  // The actions are loaded with the first selection. Found by text, because a query by role through the whole table takes
  // longer than loading.
  await userEvent.click(await screen.findByText(/^More actions/))
  return { ...opened, menu: within(await screen.findByRole('menu')) }
}
