import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import type { Asked } from '../open-app.tsx'
import { fleetId, readable } from '../open-world.tsx'

/** The URL of a fleet's variables. */
export const fleetPage = (name: string, tab: 'envvars' | 'config') => async (world: TestCloud) =>
  `/fleets/${await fleetId(world, name)}/${tab}`

export interface KnownDevice {
  id: number
  uuid: string
}

/** The first healthy device of a fleet, by name. */
export async function aDeviceOf(world: TestCloud, fleet: string): Promise<KnownDevice> {
  const where = `belongs_to__application/app_name eq '${fleet}' and overall_status eq 'operational'`
  const [row] = await world.rows(
    `/v7/device?$select=id,uuid&$top=1&$orderby=device_name asc&$filter=${where}`,
    'ada',
  )
  return { id: Number(row?.['id']), uuid: String(row?.['uuid']) }
}

export async function serviceId(world: TestCloud, fleet: string, name: string): Promise<number> {
  const where = `service_name eq '${name}' and application/app_name eq '${fleet}'`
  const [row] = await world.rows(`/v7/service?$select=id&$filter=${where}`, 'ada')
  return Number(row?.['id'])
}

/** The table row with this name as header. */
export async function rowNamed(table: string, name: string) {
  const tableElement = await screen.findByRole('table', { name: table })
  return waitFor(() => {
    const heading = within(tableElement)
      .getAllByRole('rowheader')
      .find((each) => each.querySelector('code')?.textContent === name)
    const row = heading?.closest('tr')
    if (!row) throw new Error(`No row ${name} in ${table}`)
    return within(row)
  })
}

/** The bar at the bottom of the page while changes are staged. */
export const changeBar = () => within(screen.getByRole('region', { name: 'Staged changes' }))

/** Stages another value, and waits until the dialog closes. */
export async function stageValue(label: string, value: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: `Edit ${label}` }))
  await fillValue(value)
  await userEvent.click(screen.getByRole('button', { name: 'Stage change' }))
  await waitFor(() => {
    if (screen.queryByRole('dialog') !== null) throw new Error('The dialog is still open')
  })
}

export async function fillValue(value: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Value' })
  await userEvent.clear(field)
  await write(field, value)
}

/** Sets the text at once, because typing each character is slow. */
export async function write(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field)
  if (text !== '') await userEvent.paste(text)
}

/** Stages a new variable. */
export async function stageNew(name: string, value: string, service?: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Add variable' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a variable' }))
  await write(dialog.getByRole('textbox', { name: 'Name' }), name)
  if (service !== undefined)
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Service' }), service)
  await write(dialog.getByRole('textbox', { name: 'Value' }), value)
  await userEvent.click(dialog.getByRole('button', { name: 'Add variable' }))
  await waitFor(() => {
    if (screen.queryByRole('dialog') !== null) throw new Error('The dialog is still open')
  })
}

/** The writes sent to the platform, in order. */
export const writes = (asked: readonly Asked[]) =>
  asked
    .filter(({ method, url }) => method !== 'GET' && url.startsWith('/v7/'))
    .map(({ method, url }) => `${method} ${readable(url)}`)

/** Why a control is disabled; undefined if it is not. */
export function reasonOf(control: HTMLElement): string | undefined {
  if (control.getAttribute('aria-disabled') !== 'true') return undefined
  return document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
}
