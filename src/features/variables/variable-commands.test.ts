import { beforeEach, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import type { ChangedRow } from './staged-variables.ts'
import { changeCommands } from './variable-commands.ts'
import type { WriteTarget } from './variable-writes.ts'

beforeEach(() => {
  connectApi({ apiUrl: 'https://api.example', terminalUrl: 'wss://x.example', tokenKey: 'test' })
})

const fleet: WriteTarget = {
  owner: { kind: 'fleet', id: 4, uuid: 'f', name: 'cold', slug: 'acme/cold', deviceType: 'raspberrypi4-64' },
  kind: 'environment',
  services: [{ id: 7, name: 'uplink' }],
}
const device: WriteTarget = {
  owner: { kind: 'device', id: 9, uuid: 'abc', name: 'gate', deviceType: 'raspberrypi4-64', fleetId: 4 },
  kind: 'environment',
  services: [{ id: 7, name: 'uplink', installId: 70 }],
}

const row = (change: ChangedRow['change'], more: Partial<ChangedRow> = {}): ChangedRow => ({
  key: 'k',
  name: 'A',
  serviceId: null,
  inherited: null,
  saved: { id: 5, name: 'A', value: '1', serviceId: null },
  change,
  ...more,
})
const added = { state: 'added', value: 'x y' } as const
const updated = { state: 'updated', value: '-15' } as const
const deleted = { state: 'deleted', value: null } as const

test.each<[string, WriteTarget, ChangedRow, string, RegExp]>([
  [
    'a new variable of the fleet',
    fleet,
    row(added, { saved: null }),
    "balena env set A 'x y' --fleet acme/cold",
    /-X POST https:\/\/api\.example\/v7\/application_environment_variable [^]*'\{"application":4,"name":"A","value":"x y"\}'/,
  ],
  [
    'a value that looks like an option',
    fleet,
    row(updated),
    'balena env set --fleet acme/cold -- A -15',
    /-X PATCH '[^']*\/application_environment_variable\(5\)'/,
  ],
  [
    'a new variable of a service on a device',
    device,
    row(added, { saved: null, serviceId: 7 }),
    "balena env set A 'x y' --device abc --service uplink",
    /device_service_environment_variable [^]*'\{"service_install":70,"name":"A","value":"x y"\}'/,
  ],
  [
    'a variable of a service that goes from a device',
    device,
    row(deleted, { serviceId: 7 }),
    'balena env rm 5 --device --service --yes',
    /-X DELETE '[^']*\/device_service_environment_variable\(5\)'/,
  ],
  [
    'a setting that goes from a device',
    { ...device, kind: 'configuration' },
    row(deleted),
    'balena env rm 5 --device --config --yes',
    /-X DELETE '[^']*\/device_config_variable\(5\)'/,
  ],
])('%s, as a command', (_what, target, change, cli, curl) => {
  const commands = changeCommands(target, change)
  expect(commands.cli).toBe(cli)
  expect(commands.curl).toMatch(curl)
})
