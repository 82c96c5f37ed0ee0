import { fireEvent, screen, within } from '@testing-library/react'
import type { TestCloud } from '../../../../mocks/hosts/node.ts'
import { fleetId } from '../../open-world.tsx'
import { membershipOf, ofMember } from '../../organizations/organization-screens.ts'
import { releasePage, releaseRow } from '../../releases/release-screens.ts'
import { aDeviceOf } from '../../variables/variable-screens.ts'
import { countOf, dialog, press, type Row } from '../row.ts'
import { untilGone } from './fleets.ts'

const FLEET = 'cold-chain-eu'

interface Tagged {
  resource: string
  /** The owner, as a field of the tag. */
  owner: (world: TestCloud) => Promise<object>
  at: (world: TestCloud) => Promise<string>
}

const tagged: readonly Tagged[] = [
  {
    resource: 'application_tag',
    owner: async (world) => ({ application: await fleetId(world, FLEET) }),
    at: async (world) => `/fleets/${await fleetId(world, FLEET)}`,
  },
  {
    resource: 'device_tag',
    owner: async (world) => ({ device: (await aDeviceOf(world, FLEET)).id }),
    at: async (world) => `/devices/${(await aDeviceOf(world, FLEET)).uuid}`,
  },
  {
    resource: 'release_tag',
    owner: async (world) => ({ release: (await releaseRow(world, FLEET, '4.12.1')).id }),
    at: releasePage(FLEET, '4.12.1'),
  },
  {
    resource: 'organization_membership_tag',
    owner: async (world) => ({ organization_membership: await membershipOf(world, 'olive') }),
    at: ofMember('', 'olive'),
  },
]

const close = async () => {
  const opened = await screen.findByRole('dialog', { name: 'Tags' })
  const [, last] = within(opened).getAllByRole('button', { name: 'Close' })
  fireEvent.click(last ?? opened)
  await untilGone('Tags')
}

const has = (form: HTMLElement, button: string) =>
  within(form).queryByRole('button', { name: button }) !== null

/** Tags of fleets, devices, releases and members: three writes each, with one dialog. */
const ofThings: readonly Row[] = tagged.flatMap(({ resource, owner, at }): Row[] => {
  const seeded = async (world: TestCloud) => {
    const body = { ...(await owner(world)), tag_key: 'shelf', value: '4' }
    await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
    return at(world)
  }
  const open = /^(Edit tags|Tag this (fleet|device|release))$/
  const steps = async () => press(open)
  return [
    {
      write: `POST ${resource}`,
      at,
      open: dialog(steps, 'Tags', (nth) => ({ 'Tag name': `ring${nth}`, Value: 'first' })),
      submit: 'Add tag',
      isTyped: true,
      isDone: (form) => within(form).getByLabelText<HTMLInputElement>('Tag name').value === '',
      after: close,
      count: countOf(resource),
    },
    {
      write: `PATCH ${resource}`,
      at: seeded,
      open: dialog(steps, 'Tags', (nth) => ({ shelf: `${nth}` })),
      submit: 'Save shelf',
      isTyped: true,
      isDone: (form) => !has(form, 'Save shelf'),
      after: close,
    },
    {
      write: `DELETE ${resource}`,
      at: seeded,
      open: dialog(steps, 'Tags'),
      submit: 'Remove shelf',
      isDone: (form) => !has(form, 'Remove shelf'),
      count: countOf(resource),
      by: -1,
    },
  ]
})

/** A view of the device list, which is stored as a tag of the fleet. */
const ofViews: Row = {
  write: 'POST application_tag',
  way: 'a view for the team',
  at: async (world) => `/fleets/${await fleetId(world, FLEET)}/devices?status=operational`,
  open: dialog(
    async () => {
      await screen.findByRole('table', { name: 'Devices of this fleet' })
      // When one is saved, the button has its name.
      await press(/^(Views|View \d)$/)
      fireEvent.click(await screen.findByRole('menuitem', { name: /^Save this view/ }))
    },
    'Save this view',
    (nth) => ({ Name: `View ${nth}`, 'Share it with everyone*': true }),
  ),
  submit: 'Save',
  isTyped: true,
  count: countOf('application_tag'),
}

export const tags: readonly Row[] = [...ofThings, ofViews]
