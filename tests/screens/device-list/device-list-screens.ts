import { screen, within } from '@testing-library/react'
import { beforeAll } from 'vitest'
import { fleetId, openWorld, readable, type OpenWorldOptions } from '../open-world.tsx'

/** Opens the devices tab of a fleet; `search` is the query of the URL. */
export const openDevices = (fleet: string, search = '', options: OpenWorldOptions = {}) =>
  openWorld(async (world) => `/fleets/${await fleetId(world, fleet)}/devices${search}`, options)

export const findTable = () => screen.findByRole('table', { name: 'Devices of this fleet' })
export const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
export const shownNames = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent ?? '')

/** Preloads lazy parts, which can take long on a busy machine. */
export const loadParts = () =>
  beforeAll(async () => {
    await Promise.all([
      import('../../../src/features/device-list/selection/SelectionActions.tsx'),
      import('../../../src/features/device-list/columns/ColumnsDrawer.tsx'),
      import('../../../src/features/device-list/map/DeviceMap.tsx'),
      import('../../../src/features/device-list/export/CopyMenu.tsx'),
      import('../../../src/features/device-list/views/ViewsDialog.tsx'),
    ])
  }, 60_000)

/** The text of the selection bar; its actions are loaded with the first selection. */
export const selected = async () =>
  (await screen.findByRole('group', { name: 'Actions on the selected devices' })).previousSibling?.textContent
export const action = (name: string) => screen.findByRole('button', { name })
export const searchField = () => screen.getByRole('combobox', { name: /^Search devices/ })
export const pathOf = ({ url }: Request) => url.slice(new URL(url).origin.length)
export const isListRead = (url: string) => readable(url).startsWith('/v7/device?') && url.includes('$top=')
