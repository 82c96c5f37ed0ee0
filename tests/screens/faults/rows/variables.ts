import { fireEvent, screen } from '@testing-library/react'
import type { TestCloud } from '../../../../mocks/hosts/node.ts'
import { fleetId } from '../../open-world.tsx'
import { aDeviceOf, serviceId } from '../../variables/variable-screens.ts'
import { countOf, dialog, pressMain, type Fields, type Row } from '../row.ts'
import { untilGone } from './fleets.ts'

const FLEET = 'cold-chain-eu'

const fleet = async (world: TestCloud) => ({ application: await fleetId(world, FLEET) })
const device = async (world: TestCloud) => ({ device: (await aDeviceOf(world, FLEET)).id })
const service = async (world: TestCloud) => ({ service: await serviceId(world, FLEET, 'uplink') })

async function install(world: TestCloud) {
  const { id } = await aDeviceOf(world, FLEET)
  const where = `device eq ${id} and installs__service eq ${await serviceId(world, FLEET, 'uplink')}`
  const [row] = await world.rows(`/v7/service_install?$select=id&$filter=${where}`, 'ada')
  return { service_install: Number(row?.['id']) }
}

const ofFleet = (tab: string) => async (world: TestCloud) => `/fleets/${await fleetId(world, FLEET)}/${tab}`
const ofDevice = (tab: string) => async (world: TestCloud) =>
  `/devices/${(await aDeviceOf(world, FLEET)).uuid}/${tab}`

interface Kind {
  resource: string
  at: (world: TestCloud) => Promise<string>
  owner: (world: TestCloud) => Promise<object>
  /** The prefix of its name. */
  prefix?: string
  /** The service, as in its row. */
  service?: string
}

const kinds: readonly Kind[] = [
  { resource: 'application_environment_variable', at: ofFleet('envvars'), owner: fleet },
  { resource: 'service_environment_variable', at: ofFleet('envvars'), owner: service, service: 'uplink' },
  { resource: 'application_config_variable', at: ofFleet('config'), owner: fleet, prefix: 'BALENA_' },
  { resource: 'device_environment_variable', at: ofDevice('envvars'), owner: device },
  {
    resource: 'device_service_environment_variable',
    at: ofDevice('envvars'),
    owner: install,
    service: 'uplink',
  },
  { resource: 'device_config_variable', at: ofDevice('config'), owner: device, prefix: 'BALENA_' },
]

/** Stages a change in a dialog, unless it is still staged. The bar shows whether it was applied. */
const staged =
  (button: string | RegExp, title: string | RegExp | null, fields: (nth: number) => Fields = () => ({})) =>
  async (nth: number | null) => {
    if (nth !== null && title === null) await pressMain(button)
    else if (nth !== null) {
      const opened = await dialog(() => pressMain(button), title ?? '', fields)(nth)
      fireEvent.submit(opened.querySelector('form') ?? opened)
      await untilGone(String(title))
    }
    return screen.findByRole('region', { name: 'Staged changes' })
  }

/** Variables and configuration of fleets and devices: staged in the tab, then applied together. */
export const variables: readonly Row[] = kinds.flatMap(({ resource, at, owner, prefix, service }): Row[] => {
  const name = `${prefix ?? ''}SEEDED`
  const label = service === undefined ? name : `${name} · ${service}`
  const seeded = async (world: TestCloud) => {
    const body = { ...(await owner(world)), name, value: '4' }
    const answer = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
    return at(world)
  }
  const common = { submit: 'Apply all', kept: /not applied yet/ }
  const add = prefix === undefined ? 'Add variable' : 'Add custom setting'
  return [
    {
      write: `POST ${resource}`,
      at,
      open: staged(add, /^Add a/, (nth) => ({
        Name: `${prefix ?? ''}ADDED_${nth}`,
        ...(service === undefined ? {} : { Service: service }),
        Value: '10',
      })),
      ...common,
      isTyped: true,
      count: countOf(resource),
    },
    {
      write: `PATCH ${resource}`,
      at: seeded,
      open: staged(`Edit ${label}`, /^Edit/, (nth) => ({ Value: `1${nth}` })),
      ...common,
      isTyped: true,
    },
    {
      write: `DELETE ${resource}`,
      at: seeded,
      open: staged(`Delete ${label}`, null),
      ...common,
      count: countOf(resource),
      by: -1,
    },
  ]
})
