import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { releasePage, releaseRow } from './release-screens.ts'

const FLEET = 'cold-chain-eu'

test('the page of an older release rolls back to it, after showing the effect on devices', async () => {
  const { world } = await openWorld(releasePage(FLEET, '4.11.0'))
  await findHeading('4.11.0')
  const { id } = await releaseRow(world, FLEET, '4.11.0')
  const of = `belongs_to__application/app_name eq '${FLEET}'`
  const count = (where: string) => world.count(`/v7/device/$count?$filter=${of} and ${where}`, 'ada')
  const another = `is_pinned_on__release eq null and (is_running__release eq null or is_running__release ne ${id})`
  const [updates, online, pinned] = await Promise.all([
    count(another),
    count(`${another} and is_online eq true`),
    count('is_pinned_on__release ne null'),
  ])
  const button = await screen.findByRole('button', { name: 'Roll back to 4.11.0' })
  await waitFor(() => expect(reasonOf(button)).toBeUndefined())
  await userEvent.click(button)
  const dialog = await dialogNamed(`Roll back to 4.11.0 on ${FLEET}?`)
  const items = await dialog.findAllByRole('listitem')
  expect(items[0]?.textContent).toContain(`${updates} devices will update (${online} online now).`)
  expect(items.some(({ textContent }) => textContent.startsWith(`${pinned} device`))).toBe(pinned > 0)
  expect(dialog.getByText(/no longer tracks the latest/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Roll back to 4.11.0' }))
  await untilClosed()
  expect(await screen.findByText(`${FLEET} pinned to 4.11.0`)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Roll back to 4.11.0' })).toBeNull())
  const [fleet] = await world.rows(
    `/v7/application(${await fleetId(world, FLEET)})?$select=should_be_running__release,should_track_latest_release`,
    'ada',
  )
  expect(fleet).toMatchObject({
    should_be_running__release: { __id: id },
    should_track_latest_release: false,
  })
})

test('the card of the target release rolls back to the previous one, and from there to the newest', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, FLEET)}`)
  const card = within(await screen.findByRole('region', { name: 'Target release' }))
  const back = await card.findByRole('button', { name: /^Roll back to / })
  await userEvent.click(back)
  const name = back.textContent
  const dialog = await dialogNamed(`${name} on ${FLEET}?`)
  await userEvent.click(dialog.getByRole('button', { name }))
  await untilClosed()
  expect(await card.findByRole('button', { name: /^Run \d.* on the fleet$/ })).toBeVisible()
})

test('users who may not change the fleet see why the release cannot be run', async () => {
  await openWorld(releasePage(FLEET, '4.11.0'), { as: 'olive' })
  const button = await screen.findByRole('button', { name: 'Roll back to 4.11.0' })
  expect(reasonOf(button)).toMatch(/\S/)
})
