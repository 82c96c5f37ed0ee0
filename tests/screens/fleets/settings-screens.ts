import { screen, within } from '@testing-library/react'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { fleetId } from '../open-world.tsx'

/** The URL of the settings of a fleet, app or block. */
export const settingsOf =
  (name: string, list = 'fleets') =>
  async (world: TestCloud) =>
    `/${list}/${await fleetId(world, name)}/settings`

/** A setting by name. */
export const setting = async (name: string) => within(await screen.findByRole('group', { name }))

/** Reads an application from the platform. */
export async function fleetRow(world: TestCloud, id: number) {
  const fields =
    'app_name,is_public,is_stored_at__repository_url,is_accessible_by_support_until__date,should_track_latest_release'
  const [row] = await world.rows(
    `/v7/application(${id})?$select=${fields}&$expand=application_type($select=slug),organization($select=name),is_for__device_type($select=slug),should_be_running__release($select=raw_version)`,
    'ada',
  )
  return row
}
