import { screen, within } from '@testing-library/react'
import type { TestCloud } from '../../../../mocks/hosts/node.ts'
import { fleetId } from '../../open-world.tsx'
import { aDeviceOf } from '../../variables/variable-screens.ts'
import { countOf, dialog, fill, part, press, pressMain, type Row } from '../row.ts'

const at =
  (tab = '', fleet = 'cold-chain-eu') =>
  async (world: TestCloud) =>
    `/devices/${(await aDeviceOf(world, fleet)).uuid}${tab}`

/** A supervisor command with a confirmation. */
const asked = (write: string, path: string, button: string, title: string): Row => ({
  write,
  method: 'POST',
  path: `/supervisor/v1/${path}`,
  at: at('/actions'),
  open: dialog(button, title),
  submit: button,
  // It went offline, so the command was executed.
  isDone: (form) => /Device is not online/.test(form.textContent),
})

const ofService = async () => {
  const services = await screen.findByRole('region', { name: 'Services' })
  return within(services).findByRole('listitem', { name: 'uplink' })
}

/** A command for one service, in its row. */
const service = (write: string, verb: string, before: typeof at = at): Row => ({
  write,
  method: 'POST',
  path: `/supervisor/v2/*/${verb.toLowerCase()}-service`,
  at: before(),
  open: ofService,
  submit: `${verb} uplink`,
  isDone: (row) =>
    within(row).queryByRole('alert') === null && row.querySelector('[aria-busy=true]') === null,
})

/** With a stopped service. */
const stopped = () => async (world: TestCloud) => {
  const { id } = await aDeviceOf(world, 'cold-chain-eu')
  const [install] = await world.rows(
    `/v7/image_install?$select=id&$expand=image($select=id)&$filter=device eq ${id} and image/any(i:i/is_a_build_of__service/any(s:s/service_name eq 'uplink'))`,
    'ada',
  )
  const fleet = await fleetId(world, 'cold-chain-eu')
  const [image] = (install?.['image'] ?? []) as { id: number }[]
  const body = { deviceId: id, appId: fleet, data: { appId: fleet, imageId: image?.id } }
  const path = `/supervisor/v2/applications/${fleet}/stop-service`
  const answer = await world.request(path, { as: 'ada', method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  world.clock.advanceTo(world.clock.now() + 30_000)
  return at()(world)
}

/** A script with its own panel. */
const script = (write: string, tab: string, name: string, submit: string): Row => ({
  write,
  method: 'POST',
  path: '/v1/*',
  at: at(`/diagnostics${tab}`),
  open: part('region', name),
  submit,
  isDone: (panel) =>
    within(panel).queryByRole('alert') === null && panel.querySelector('[aria-busy=true]') !== null,
})

/** Writes of one device: its properties and its commands. */
export const devices: readonly Row[] = [
  {
    write: 'PATCH device',
    at: at(),
    open: dialog('Edit name', 'Rename device', (nth) => ({ 'Device name': `dock-${nth}` })),
    submit: 'Rename',
    isTyped: true,
  },
  {
    write: 'PATCH device',
    way: 'its note',
    at: at(),
    open: async (nth) => {
      if (nth !== null) await pressMain('Edit notes')
      const area = await screen.findByLabelText('Notes, in Markdown')
      const form = area.closest('form') ?? area
      if (nth !== null) await fill(form, { 'Notes, in Markdown': `Key ${nth} is at the gate.` })
      return form
    },
    submit: 'Save',
    isTyped: true,
  },
  {
    write: 'DELETE device',
    at: at('/settings'),
    open: async () => {
      const opened = await dialog('Delete device', 'Delete the device?')(null)
      const [, name = ''] = /Type (\S+) to confirm/.exec(opened.textContent) ?? []
      await fill(opened, { 'Type*': name })
      return opened
    },
    submit: 'Delete device',
    count: countOf('device'),
    by: -1,
  },
  asked('proxy.restart', 'restart', 'Restart services', 'Restart the services?'),
  asked('proxy.reboot', 'reboot', 'Reboot', 'Reboot the device?'),
  asked('proxy.shutdown', 'shutdown', 'Shut down', 'Shut down the device?'),
  asked('proxy.purge', 'purge', 'Purge data', 'Purge the data?'),
  {
    write: 'proxy.blink',
    method: 'POST',
    path: '/supervisor/v1/blink',
    at: at('/actions'),
    open: part('main', undefined),
    submit: 'Identify',
    isNotified: true,
    isDone: () => screen.queryByText(/is blinking$/) !== null,
  },
  service('proxy.restartService', 'Restart'),
  service('proxy.stopService', 'Stop'),
  service('proxy.startService', 'Start', stopped),
  script('actions.runChecks', '', 'Device health checks', 'Run checks'),
  script('actions.runDiagnostics', '/diagnose', 'Device diagnostics', 'Run diagnostics'),
  {
    write: 'actions.startOsUpdate',
    method: 'POST',
    path: '/v2/*',
    at: async (world) => {
      const where =
        "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational' and os_version eq 'balenaOS 6.0.24'"
      const [row] = await world.rows(`/v7/device?$select=uuid&$top=1&$filter=${where}`, 'ada')
      return `/devices/${String(row?.['uuid'])}/settings`
    },
    open: async () => {
      await press('Update OS')
      const opened = await screen.findByRole('dialog', { name: /^Update the operating system of / })
      await within(opened).findByRole('radiogroup', { name: 'OS versions' })
      return opened
    },
    submit: 'Start update',
  },
]
