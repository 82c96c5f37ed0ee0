import { dataRequest, type Writable } from '@/api/data-request.ts'
import { serviceRequest } from '@/api/service-client.ts'
import type { Permission } from '@/domain/access/permissions.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { operationReason as reason } from '@/messages/operations/operations.ts'
import { deviceCalls } from './device-calls.ts'
import { isInLocalMode, whyNoLocalMode } from './local-mode.ts'
import {
  LOCAL_MODE_VARIABLE,
  type CommandedDevice,
  type OperatedDevice,
  type Operation,
  type OperationCommands,
  type OperationInputs,
  type OperationName,
  type OperationSetting,
} from './operation.ts'
import { whyUnreachable } from './reach.ts'

const DOCS = 'https://docs.balena.io'
const ACTIONS = `${DOCS}/learn/manage/actions`

type WhyNot = Operation<undefined>['whyNot']

const whyNotReach: WhyNot = (device) => whyUnreachable(device)

/** The same for operations on the fleet's services, which a device in local mode does not run. */
const whyNotServices: WhyNot = (device, setting) => {
  const unreachable = whyNotReach(device, setting)
  if (unreachable !== undefined) return unreachable
  if (device.belongs_to__application.length === 0) return reason.noFleet
  return isInLocalMode(device) ? reason.notInLocalMode : undefined
}

const whyNotChange: WhyNot = (device) => (device.is_frozen ? reason.frozen : undefined)

/** An update of the device's row, unless it is frozen or `already` gives a reason. */
const unless =
  (already: (device: OperatedDevice, setting: OperationSetting) => string | undefined): WhyNot =>
  (device, setting) =>
    whyNotChange(device, setting) ?? already(device, setting)

const supervisorWrite: Permission = 'resin.device.supervisor-proxy-write'
const deviceUpdate: Permission = 'resin.device.update'
const configuration: Permission = 'resin.device_config_variable.all'

const plain = { dangerous: false, canForce: false, single: false } as const
const dangerous = { ...plain, dangerous: true } as const

/** The proxy call for each device, with its fleet. */
const proxyCalls = (
  call: (device: { deviceId: number; appId: number }) => PlatformCall,
): ((devices: readonly CommandedDevice[]) => PlatformCall[]) => {
  return (devices) =>
    devices.map(({ id, belongs_to__application: [fleet] }) => call({ deviceId: id, appId: fleet?.id ?? 0 }))
}

const which = (devices: readonly { id: number }[]) =>
  ({ resource: 'device', filter: `id in (${devices.map(({ id }) => id).join(',')})` }) as const

const patch = (devices: readonly { id: number }[], body: Partial<Writable<'device'>>): PlatformCall[] => [
  dataRequest('patch', { ...which(devices), body }),
]

/** A change of the devices' own rows, several in one request: how it is sent, and the commands that do the same. */
const rowChange = <Input>(
  fields: (input: Input) => Partial<Writable<'device'>>,
  cli: OperationCommands<Input>['cli'],
): Pick<Operation<Input>, 'performance' | 'commands'> => ({
  performance: { kind: 'together', perform: (ids, input) => deviceCalls.change(ids, fields(input)) },
  commands: { cli, calls: (devices, input) => patch(devices, fields(input)) },
})

const eachUuid =
  (...words: string[]): OperationCommands<unknown>['cli'] =>
  (uuids) =>
    uuids.map((uuid) => ['device', words[0] ?? '', uuid, ...words.slice(1)])

const localModeCalls = (value: '0' | '1') => (devices: readonly CommandedDevice[]) =>
  devices.map(({ id }): PlatformCall =>
    dataRequest('post', {
      resource: 'device_config_variable',
      body: { device: id, name: LOCAL_MODE_VARIABLE, value },
    }),
  )

const HOUR_MS = 3_600_000

/** All operations on devices: their input, conditions and requests. */
export const operations: { readonly [Name in OperationName]: Operation<OperationInputs[Name]> } = {
  identify: {
    ...plain,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#blink`,
    whyNot: (device, setting) =>
      whyNotReach(device, setting) ??
      (device.is_of__device_type.some(({ slug }) => setting.cannotBlink?.has(slug))
        ? reason.noBlink(1)
        : undefined),
    performance: { kind: 'each', perform: ({ uuid }) => deviceCalls.identify(uuid) },
    commands: {
      cli: eachUuid('identify'),
      calls: (devices) =>
        devices.map(({ uuid }) => serviceRequest('post', '/supervisor/v1/blink', { body: { uuid } })),
    },
  },
  restart: {
    ...plain,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#restart-application`,
    whyNot: whyNotServices,
    performance: { kind: 'each', perform: (device) => deviceCalls.restartApplication(device) },
    commands: {
      cli: eachUuid('restart'),
      calls: proxyCalls(({ deviceId, appId }) =>
        serviceRequest('post', '/supervisor/v1/restart', { body: { deviceId, appId, data: { appId } } }),
      ),
    },
  },
  reboot: {
    ...dangerous,
    canForce: true,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#reboot`,
    whyNot: whyNotReach,
    performance: { kind: 'each', perform: ({ id }, _, { force }) => deviceCalls.reboot(id, force) },
    commands: {
      cli: eachUuid('reboot'),
      calls: (devices) =>
        devices.map(({ id }) =>
          serviceRequest('post', '/supervisor/v1/reboot', { body: { deviceId: id, data: { force: false } } }),
        ),
    },
  },
  shutdown: {
    ...dangerous,
    canForce: true,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#shutdown`,
    whyNot: (device, setting) =>
      whyNotReach(device, setting) ??
      (device.belongs_to__application.length === 0 ? reason.noFleet : undefined),
    performance: { kind: 'each', perform: (device, _, { force }) => deviceCalls.shutdown(device, force) },
    commands: {
      cli: eachUuid('shutdown'),
      calls: proxyCalls(({ deviceId, appId }) =>
        serviceRequest('post', '/supervisor/v1/shutdown', {
          body: { deviceId, appId, data: { force: false } },
        }),
      ),
    },
  },
  purge: {
    ...dangerous,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#purge-data`,
    whyNot: whyNotServices,
    performance: { kind: 'each', perform: (device) => deviceCalls.purge(device) },
    commands: {
      cli: eachUuid('purge'),
      calls: proxyCalls(({ deviceId, appId }) =>
        serviceRequest('post', '/supervisor/v1/purge', { body: { deviceId, appId, data: { appId } } }),
      ),
    },
  },
  rename: {
    ...plain,
    single: true,
    permission: deviceUpdate,
    docs: `${DOCS}/learn/manage/devices/`,
    whyNot: whyNotChange,
    performance: { kind: 'each', perform: ({ id }, { name }) => deviceCalls.rename(id, name) },
    commands: {
      cli: (uuids, { name }) => uuids.map((uuid) => ['device', 'rename', uuid, name]),
      calls: (devices, { name }) => patch(devices, { device_name: name }),
    },
  },
  note: {
    ...plain,
    single: true,
    permission: deviceUpdate,
    docs: `${DOCS}/learn/manage/devices/`,
    whyNot: whyNotChange,
    performance: { kind: 'each', perform: ({ id }, { note }) => deviceCalls.setNote(id, note) },
    commands: {
      cli: (uuids, { note }) => uuids.map((uuid) => ['device', 'note', note, '--device', uuid]),
      calls: (devices, { note }) => patch(devices, { note }),
    },
  },
  pin: {
    ...plain,
    permission: deviceUpdate,
    docs: `${DOCS}/learn/deploy/release-strategy/release-policy/`,
    whyNot: whyNotChange,
    ...rowChange<OperationInputs['pin']>(
      ({ releaseId }) => ({ is_pinned_on__release: releaseId }),
      (uuids, { commit }) => uuids.map((uuid) => ['device', 'pin', uuid, commit]),
    ),
  },
  track: {
    ...plain,
    permission: deviceUpdate,
    docs: `${DOCS}/learn/deploy/release-strategy/release-policy/`,
    whyNot: unless(({ is_pinned_on__release: pin }) => (pin.length === 0 ? reason.following : undefined)),
    ...rowChange(() => ({ is_pinned_on__release: null }), eachUuid('track-fleet')),
  },
  enableUrl: {
    ...plain,
    permission: deviceUpdate,
    docs: `${ACTIONS}/#enable-public-device-url`,
    whyNot: unless((device, { supportsWebUrl }) => {
      if (device.is_web_accessible) return reason.urlOn
      return supportsWebUrl === false ? reason.noWebUrl : undefined
    }),
    ...rowChange(() => ({ is_web_accessible: true }), eachUuid('public-url', '--enable')),
  },
  disableUrl: {
    ...plain,
    permission: deviceUpdate,
    docs: `${ACTIONS}/#enable-public-device-url`,
    whyNot: unless((device) => (device.is_web_accessible ? undefined : reason.urlOff)),
    ...rowChange(() => ({ is_web_accessible: false }), eachUuid('public-url', '--disable')),
  },
  enableLocalMode: {
    ...plain,
    permission: configuration,
    docs: `${DOCS}/learn/develop/local-mode/`,
    whyNot: unless((device) => (isInLocalMode(device) ? reason.localModeOn : whyNoLocalMode(device))),
    performance: { kind: 'each', perform: ({ id }) => deviceCalls.enableLocalMode(id) },
    commands: { cli: eachUuid('local-mode', '--enable'), calls: localModeCalls('1') },
  },
  disableLocalMode: {
    ...plain,
    permission: configuration,
    docs: `${DOCS}/learn/develop/local-mode/`,
    whyNot: unless((device) => (isInLocalMode(device) ? undefined : reason.localModeOff)),
    performance: { kind: 'each', perform: ({ id }) => deviceCalls.disableLocalMode(id) },
    commands: { cli: eachUuid('local-mode', '--disable'), calls: localModeCalls('0') },
  },
  grantSupport: {
    ...plain,
    permission: deviceUpdate,
    docs: `${ACTIONS}/#grant-support-access`,
    whyNot: whyNotChange,
    ...rowChange<OperationInputs['grantSupport']>(
      ({ until }) => ({ is_accessible_by_support_until__date: until }),
      (uuids, { until, from }) => [
        [
          ...['support', 'enable', '--device', uuids.join(',')],
          ...['--duration', `${Math.max(1, Math.ceil((until - from) / HOUR_MS))}h`],
        ],
      ],
    ),
  },
  revokeSupport: {
    ...plain,
    permission: deviceUpdate,
    docs: `${ACTIONS}/#grant-support-access`,
    whyNot: unless(({ is_accessible_by_support_until__date: until }) =>
      until === null ? reason.noSupportAccess : undefined,
    ),
    ...rowChange(
      () => ({ is_accessible_by_support_until__date: null }),
      (uuids) => [['support', 'disable', '--device', uuids.join(',')]],
    ),
  },
  move: {
    ...plain,
    permission: 'resin.device.move',
    docs: `${ACTIONS}/#move-to-another-fleet`,
    whyNot: whyNotChange,
    ...rowChange<OperationInputs['move']>(
      ({ fleetId }) => ({ belongs_to__application: fleetId }),
      (uuids, { slug }) => [['device', 'move', uuids.join(','), '--fleet', slug]],
    ),
  },
  deactivate: {
    ...plain,
    permission: 'resin.application.deactivate-device',
    docs: `${ACTIONS}/#deactivate-device`,
    whyNot: unless((device, { isFreePlan }) => {
      if (!device.is_active) return reason.alreadyInactive
      if (isFreePlan) return reason.upgradePlan
      return device.is_connected_to_vpn ? reason.mustBeOffline : undefined
    }),
    ...rowChange(() => ({ is_active: false }), eachUuid('deactivate', '--yes')),
  },
  delete: {
    ...dangerous,
    permission: 'resin.device.delete',
    docs: `${ACTIONS}/#delete-device`,
    whyNot: whyNotChange,
    performance: { kind: 'together', perform: (ids) => deviceCalls.remove(ids) },
    commands: {
      cli: (uuids) => [['device', 'rm', uuids.join(','), '--yes']],
      calls: (devices) => [dataRequest('delete', which(devices))],
    },
  },
}
