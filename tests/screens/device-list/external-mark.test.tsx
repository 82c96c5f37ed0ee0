import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { api } from '../../../src/api/api.ts'
import { aMachine } from '../../contract/machine.ts'
import { aDevice } from '../../contract/subjects.ts'
import { findHeading, json } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'

const MARK = { title: 'Not simulated: a real device, or another client that uses its key' }

/** The name of a machine that joins a fleet, and its UUID. */
async function join(world: TestCloud) {
  const machine = await aMachine(world, 'cold-chain-eu')
  await machine.poll()
  await world.request(`/v7/device(${machine.id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { device_name: '0-on-the-desk' },
  })
  return machine
}

const marks = () => screen.queryAllByTitle(MARK.title)

test.each(PLATFORM_NAMES)(
  'a device with its own software is marked among simulated ones, in the list and on its page: %s',
  async (platform) => {
    await openWorld(async (world) => `/fleets/${(await join(world)).fleetId}/devices?sort=device_name:asc`, {
      platform,
    })
    const row = (await screen.findByRole('link', { name: '0-on-the-desk' })).closest('tr')
    if (row === null) throw new Error('The device is not in a row')
    expect(await within(row).findByText('External')).toHaveAttribute('title', MARK.title)
    expect(marks()).toHaveLength(1)
    await userEvent.click(screen.getByRole('link', { name: '0-on-the-desk' }))
    await findHeading('0-on-the-desk')
    expect(await screen.findByTitle(MARK.title)).toBeVisible()
  },
)

test.each(PLATFORM_NAMES)('a simulated device has no mark: %s', async (platform) => {
  await openWorld(
    async (world) => {
      await join(world)
      const { uuid } = await aDevice(world, 'cold-chain-eu', "device_name ne '0-on-the-desk'")
      return `/devices/${uuid}`
    },
    { platform },
  )
  await screen.findByRole('region', { name: 'Device' })
  expect(marks()).toEqual([])
})

test('a real platform is not asked which of its devices are simulated', async () => {
  const { asked } = await openWorld('/fleets', {
    answer: ({ url }) =>
      new URL(url).pathname === '/config' ? json({ deviceUrlsBase: 'devices.example' }) : undefined,
  })
  await findHeading('Fleets')
  expect(api().isMock).toBe(false)
  expect(asked.map(({ url }) => url).filter((url) => url.includes('__flotilla'))).toEqual([])
})
