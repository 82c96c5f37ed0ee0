import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, findHeading } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import {
  changeBar,
  fleetPage,
  rowNamed,
  serviceId,
  stageNew,
  stageValue,
  write,
  writes,
} from './variable-screens.ts'

const page = fleetPage('cold-chain-eu', 'envvars')
const table = 'Variables of this fleet'
const keptKeys = () => Object.keys(sessionStorage).filter((key) => key.includes('staged'))

test('edits are staged in the browser, and nothing is sent before they are applied [FVAR-003, FVAR-008, FVAR-009, FVAR-010]', async () => {
  const { world, asked } = await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  const row = await rowNamed(table, 'MQTT_HOST')
  expect(row.getByText('Updated')).toBeVisible()
  expect(row.getByText('broker.acme-logistics.example').closest('del')).not.toBeNull()
  expect(row.getByText('mqtt.example').closest('ins')).not.toBeNull()

  await stageNew('LOG_LEVEL', 'debug')
  expect((await rowNamed(table, 'LOG_LEVEL')).getByText('Added')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete DOOR_ALARM_C' }))
  const removedRow = await rowNamed(table, 'DOOR_ALARM_C')
  expect(removedRow.getByText('Deleted')).toBeVisible()
  expect(removedRow.getByText('-15').closest('del')).not.toBeNull()

  const bar = changeBar()
  expect(bar.getByText('3 changes not applied yet')).toBeVisible()
  expect(bar.getByRole('button', { name: 'Revert all' })).toBeVisible()
  expect(bar.getByRole('button', { name: 'Apply all' })).toBeVisible()
  expect(writes(asked)).toEqual([])
  expect(await world.rows("/v7/application_environment_variable?$filter=name eq 'LOG_LEVEL'", 'ada')).toEqual(
    [],
  )
})

test('each change can be undone, and all of them after confirmation [FVAR-011, FVAR-012]', async () => {
  const { asked } = await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  await stageValue('REPORT_EVERY_S', '60')
  await stageNew('LOG_LEVEL', 'debug')
  await userEvent.click(screen.getByRole('button', { name: 'Undo change of MQTT_HOST' }))
  expect((await rowNamed(table, 'MQTT_HOST')).queryByText('Updated')).toBeNull()
  expect(changeBar().getByText('2 changes not applied yet')).toBeVisible()

  await userEvent.click(changeBar().getByRole('button', { name: 'Revert all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert all changes?' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'LOG_LEVEL',
    'REPORT_EVERY_S',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(changeBar().getByText('2 changes not applied yet')).toBeVisible()
  await userEvent.click(changeBar().getByRole('button', { name: 'Revert all' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Revert all changes?' })).getByRole('button', {
      name: 'Revert all',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull())
  expect(screen.queryByText('LOG_LEVEL')).toBeNull()
  expect(writes(asked)).toEqual([])
})

test('changes of the fleet and of a service are applied with the platform’s endpoints, then read again [FVAR-006, FVAR-007, FVAR-013, FVAR-015, FVAR-038, FVAR-039, FVAR-041, FVAR-043]', async () => {
  const { world, asked, newRequests } = await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  await stageNew('LOG_LEVEL', 'debug')
  await stageNew('LOG_LEVEL', 'trace', 'sensor-hub')
  const levels = screen.getAllByRole('row', { name: /LOG_LEVEL/ }).map(({ textContent }) => textContent)
  expect(levels).toHaveLength(2)
  expect(levels.find((text) => text.includes('debug'))).toContain('All services')
  expect(levels.find((text) => text.includes('trace'))).toContain('sensor-hub')
  await userEvent.click(screen.getByRole('button', { name: 'Delete DOOR_ALARM_C' }))
  newRequests()
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  expect(await screen.findByText('4 changes applied')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()

  // Sent in parallel; the order depends on the preceding reads.
  expect(writes(asked).toSorted()).toEqual([
    expect.stringMatching(/^DELETE \/v7\/application_environment_variable\(\d+\)$/),
    expect.stringMatching(/^PATCH \/v7\/application_environment_variable\(\d+\)$/),
    expect.stringMatching(/^POST \/v7\/application_environment_variable$/),
    expect.stringMatching(/^POST \/v7\/service_environment_variable$/),
  ])
  expect(
    newRequests().filter((line) => line.startsWith('GET /v7/application_environment_variable?')),
  ).toHaveLength(1)
  const saved = await world.rows(
    "/v7/application_environment_variable?$select=name,value&$orderby=name asc&$filter=application/any(a:a/app_name eq 'cold-chain-eu')",
    'ada',
  )
  expect(saved).toEqual([
    { name: 'LOG_LEVEL', value: 'debug' },
    { name: 'MQTT_HOST', value: 'mqtt.example' },
    { name: 'REPORT_EVERY_S', value: '30' },
  ])
  const hub = await serviceId(world, 'cold-chain-eu', 'sensor-hub')
  expect(
    await world.rows(`/v7/service_environment_variable?$select=name,value&$filter=service eq ${hub}`, 'ada'),
  ).toEqual([{ name: 'LOG_LEVEL', value: 'trace' }])
})

test('a variable of one service is changed and removed by its id [FVAR-040, FVAR-042]', async () => {
  const { world, asked } = await openWorld(async (cloud) => {
    const service = await serviceId(cloud, 'cold-chain-eu', 'uplink')
    for (const name of ['QUEUE', 'RETRY']) {
      const body = { service, name, value: '1' }
      await cloud.request('/v7/service_environment_variable', { as: 'ada', method: 'POST', body })
    }
    return page(cloud)
  })
  await findHeading('Variables')
  await stageValue('QUEUE · uplink', '2')
  await userEvent.click(screen.getByRole('button', { name: 'Delete RETRY · uplink' }))
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  await screen.findByText('2 changes applied')
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^PATCH \/v7\/service_environment_variable\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/service_environment_variable\(\d+\)$/),
  ])
  expect(await world.rows('/v7/service_environment_variable?$select=name,value', 'ada')).toEqual([
    { name: 'QUEUE', value: '2' },
  ])
})

test('a variable that somebody else has set in the meantime is changed instead of rejected', async () => {
  const { world, asked } = await openWorld(page)
  await findHeading('Variables')
  await stageNew('LOG_LEVEL', 'debug')
  const [fleet] = await world.rows("/v7/application?$select=id&$filter=app_name eq 'cold-chain-eu'", 'ada')
  const body = { application: fleet?.['id'], name: 'LOG_LEVEL', value: 'info' }
  await world.request('/v7/application_environment_variable', { as: 'devi', method: 'POST', body })
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  await screen.findByText('1 change applied')
  expect(writes(asked)[1]).toMatch(
    /^PATCH \/v7\/application_environment_variable\?\$filter=.*name eq 'LOG_LEVEL'/,
  )
  expect(
    await world.rows("/v7/application_environment_variable?$select=value&$filter=name eq 'LOG_LEVEL'", 'ada'),
  ).toEqual([{ value: 'debug' }])
})

test('failed changes stay staged with their reason, applied ones do not [FVAR-016]', async () => {
  let broken = true
  const { asked } = await openWorld(page, {
    answer: (request) =>
      broken && request.method === 'PATCH'
        ? Response.json('The broker is being moved.', { status: 400 })
        : undefined,
  })
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  await stageNew('LOG_LEVEL', 'debug')
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  expect(await screen.findByText('Some changes failed to apply: The broker is being moved.')).toBeVisible()
  const row = await rowNamed(table, 'MQTT_HOST')
  expect(row.getByText('Not applied: The broker is being moved.')).toBeVisible()
  expect(row.getByText('mqtt.example')).toBeVisible()
  expect((await rowNamed(table, 'LOG_LEVEL')).queryByText('Added')).toBeNull()
  expect(changeBar().getByText('1 change not applied yet')).toBeVisible()

  broken = false
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  await screen.findByText('1 change applied')
  expect(screen.queryByText(/Some changes failed/)).toBeNull()
  expect(writes(asked).filter((line) => line.startsWith('POST'))).toHaveLength(1)
})

test('changes are applied ten at a time [FVAR-014]', async () => {
  const waiting: (() => void)[] = []
  let held = true
  await openWorld(page, {
    answer: async ({ method, url }) => {
      if (held && method === 'POST' && url.includes('/v7/application_environment_variable'))
        await new Promise<void>((resolve) => waiting.push(resolve))
      return undefined
    },
  })
  await findHeading('Variables')
  await userEvent.click(screen.getByRole('button', { name: 'Import .env' }))
  const lines = Array.from({ length: 12 }, (_, at) => `BULK_${at}=${at}`)
  await write(await screen.findByRole('textbox', { name: 'Lines' }), lines.join('\n'))
  await userEvent.click(screen.getByRole('button', { name: 'Add 12 changes' }))
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  await waitFor(() => expect(waiting).toHaveLength(10))
  expect(screen.getByText('Applying 0 of 12')).toBeVisible()
  waiting[0]?.()
  expect(await screen.findByText('Applying 1 of 12')).toBeVisible()
  await waitFor(() => expect(waiting).toHaveLength(11))
  held = false
  for (const release of waiting) release()
  expect(await screen.findByText('12 changes applied')).toBeVisible()
})

test('leaving with changes asks for confirmation, and staying keeps them [FVAR-017]', async () => {
  await openWorld(page)
  await findHeading('Variables')
  const here = address()
  await stageValue('MQTT_HOST', 'mqtt.example')
  const leave = async () => {
    const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
    await userEvent.click(tabs.getByRole('link', { name: 'Summary' }))
    return within(await screen.findByRole('dialog', { name: 'Changes not saved' }))
  }
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(unload()).toBe(true)
  const dialog = await leave()
  expect(dialog.getByText('Changes not saved, click OK to proceed.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Stay' }))
  expect(address()).toBe(here)
  expect(changeBar().getByText('1 change not applied yet')).toBeVisible()

  await userEvent.click((await leave()).getByRole('button', { name: 'OK' }))
  await findHeading('cold-chain-eu')
  expect(unload()).toBe(false)
  await userEvent.click(screen.getByRole('link', { name: 'Variables' }))
  await findHeading('Variables')
  expect(changeBar().getByText('1 change not applied yet')).toBeVisible()
})

test('a reload restores staged changes', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  await stageNew('LOG_LEVEL', 'debug')
  cleanup()
  await openWorld(page)
  await findHeading('Variables')
  expect((await rowNamed(table, 'LOG_LEVEL')).getByText('Added')).toBeVisible()
  expect((await rowNamed(table, 'MQTT_HOST')).getByText('mqtt.example').closest('ins')).not.toBeNull()
  expect(changeBar().getByText('2 changes not applied yet')).toBeVisible()
})

test('invalid stored changes are ignored', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  const [key = ''] = keptKeys()
  cleanup()
  sessionStorage.setItem(key, JSON.stringify({ a: 5, b: { name: 'B', serviceId: 'x', value: '1' } }))
  await openWorld(page)
  await rowNamed(table, 'MQTT_HOST')
  expect(screen.queryByRole('region', { name: 'Staged changes' })).toBeNull()
})

test('a service that was deleted before applying is not found [FVAR-030]', async () => {
  const { world, asked } = await openWorld(page)
  await findHeading('Variables')
  await stageNew('LOG_LEVEL', 'debug', 'watchdog')
  const watchdog = await serviceId(world, 'cold-chain-eu', 'watchdog')
  const [key = ''] = keptKeys()
  const kept = sessionStorage.getItem(key) ?? ''
  cleanup()
  sessionStorage.setItem(key, kept.replaceAll(String(watchdog), '987654'))
  const again = await openWorld(page)
  await findHeading('Variables')
  await userEvent.click(changeBar().getByRole('button', { name: 'Apply all' }))
  expect(await screen.findByText('Not applied: Service not found')).toBeVisible()
  expect(writes([...asked, ...again.asked])).toEqual([])
})

test('every change is shown as a command, without the token', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', "it's here")
  await stageNew('LOG_LEVEL', 'debug', 'uplink')
  await userEvent.click(screen.getByRole('button', { name: 'Delete DOOR_ALARM_C' }))
  await userEvent.click(changeBar().getByRole('button', { name: 'Commands' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your changes as commands' }))
  const cli = dialog.getByRole('region', { name: 'CLI' }).textContent
  expect(cli).toMatch(/^balena env rm \d+ --yes\n/)
  expect(cli).toContain(
    'balena env set LOG_LEVEL debug --fleet acme_logistics/cold-chain-eu --service uplink',
  )
  expect(cli).toContain(
    String.raw`balena env set MQTT_HOST 'it'\''s here' --fleet acme_logistics/cold-chain-eu`,
  )
  await userEvent.click(dialog.getByRole('radio', { name: 'curl' }))
  const curl = dialog.getByRole('region', { name: 'curl' }).textContent ?? ''
  expect(curl).toMatch(
    /curl -X DELETE 'https:\/\/api\.platform\.example\/v7\/application_environment_variable\(\d+\)'/,
  )
  expect(curl).toContain(String.raw`--data-raw '{"value":"it'\''s here"}'`)
  expect(curl).toContain('Bearer $FLOTILLA_TOKEN')
  expect(readable(curl)).not.toContain(
    localStorage.getItem('flotilla:live:api.platform.example:token') ?? '?',
  )
})

test('signing out deletes staged changes and drafts of notes', async () => {
  await openWorld(page)
  await findHeading('Variables')
  await stageValue('MQTT_HOST', 'mqtt.example')
  expect(keptKeys()).not.toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await findHeading('Sign in')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('flotilla.draft'))).toEqual([])
})
