import { dataRequest, type Writable } from '@/api/data-request.ts'
import { supervisor, supervisorCalls } from '@/api/supervisor.ts'
import type { Permission } from '@/domain/access/permissions.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { operationReason as reason } from '@/messages/operations/operations.ts'
import { deviceCalls, deviceRequests, localModeCalls } from './device-calls.ts'
import { isInLocalMode, whyNoLocalMode } from './local-mode.ts'
import {
  type CommandedDevice,
  type OperatedDevice,
  type Operation,
  type OperationCommands,
  type OperationInputs,
  type OperationName,
  type OperationSetting,
  type PerformOptions,
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

type Cli<Input> = OperationCommands<Input>['cli']

/** What an operation sends and shows: one request for several devices, made from its input. */
const together = <Input>(
  callOf: (devices: readonly { id: number }[], input: Input) => PlatformCall,
  cli: Cli<Input>,
): Pick<Operation<Input>, 'performance' | 'commands'> => ({
  performance: {
    kind: 'together',
    perform: (ids, input) =>
      deviceCalls.send(
        callOf(
          ids.map((id) => ({ id })),
          input,
        ),
      ),
  },
  commands: { cli, calls: (devices, input) => [callOf(devices, input)] },
})

/** The same with a request for each device. `send` is how it gets there: as a row, or to the device's supervisor. */
const forEach = <Input>(
  send: (call: PlatformCall) => Promise<unknown>,
  callOf: (device: CommandedDevice, input: Input, options: PerformOptions) => PlatformCall,
  cli: Cli<Input>,
): Pick<Operation<Input>, 'performance' | 'commands'> => ({
  performance: { kind: 'each', perform: (device, input, options) => send(callOf(device, input, options)) },
  commands: { cli, calls: (devices, input) => devices.map((device) => callOf(device, input, {})) },
})

const toSupervisor = (call: PlatformCall) => supervisor().send(call)

const which = (devices: readonly { id: number }[]) =>
  ({ resource: 'device', filter: `id in (${devices.map(({ id }) => id).join(',')})` }) as const

/** A change of the devices' own rows. */
const rowChange = <Input>(
  fields: (input: Input) => Partial<Writable<'device'>>,
  cli: Cli<Input>,
): Pick<Operation<Input>, 'performance' | 'commands'> =>
  together((devices, input) => dataRequest('patch', { ...which(devices), body: fields(input) }), cli)

/** A device with its fleet, for calls to its supervisor; `whyNot` rules out devices without one before anything is sent. */
const inFleet = ({ id, belongs_to__application: [fleet] }: CommandedDevice) => ({
  deviceId: id,
  appId: fleet?.id ?? 0,
})

const eachUuid =
  (...words: string[]): Cli<unknown> =>
  (uuids) =>
    uuids.map((uuid) => ['device', words[0] ?? '', uuid, ...words.slice(1)])

const localMode = (
  value: '0' | '1',
  cli: Cli<undefined>,
): Pick<Operation<undefined>, 'performance' | 'commands'> => ({
  performance: { kind: 'each', perform: ({ id }) => deviceCalls.setLocalMode(id, value) },
  commands: { cli, calls: (devices) => devices.map(({ id }) => localModeCalls(id, value).create) },
})

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
    ...forEach(toSupervisor, ({ uuid }) => supervisorCalls.identify(uuid), eachUuid('identify')),
  },
  restart: {
    ...plain,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#restart-application`,
    whyNot: whyNotServices,
    ...forEach(
      toSupervisor,
      (device) => supervisorCalls.restartServices(inFleet(device)),
      eachUuid('restart'),
    ),
  },
  reboot: {
    ...dangerous,
    canForce: true,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#reboot`,
    whyNot: whyNotReach,
    ...forEach(toSupervisor, ({ id }, _, { force }) => supervisorCalls.reboot(id, force), eachUuid('reboot')),
  },
  shutdown: {
    ...dangerous,
    canForce: true,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#shutdown`,
    whyNot: (device, setting) =>
      whyNotReach(device, setting) ??
      (device.belongs_to__application.length === 0 ? reason.noFleet : undefined),
    ...forEach(
      toSupervisor,
      (device, _, { force }) => supervisorCalls.shutdown(inFleet(device), force),
      eachUuid('shutdown'),
    ),
  },
  purge: {
    ...dangerous,
    permission: supervisorWrite,
    docs: `${ACTIONS}/#purge-data`,
    whyNot: whyNotServices,
    ...forEach(toSupervisor, (device) => supervisorCalls.purge(inFleet(device)), eachUuid('purge')),
  },
  rename: {
    ...plain,
    single: true,
    permission: deviceUpdate,
    docs: `${DOCS}/learn/manage/devices/`,
    whyNot: whyNotChange,
    ...forEach<OperationInputs['rename']>(
      deviceCalls.send,
      ({ id }, { name }) => deviceRequests.rename(id, name),
      (uuids, { name }) => uuids.map((uuid) => ['device', 'rename', uuid, name]),
    ),
  },
  note: {
    ...plain,
    single: true,
    permission: deviceUpdate,
    docs: `${DOCS}/learn/manage/devices/`,
    whyNot: whyNotChange,
    ...forEach<OperationInputs['note']>(
      deviceCalls.send,
      ({ id }, { note }) => deviceRequests.setNote(id, note),
      (uuids, { note }) => uuids.map((uuid) => ['device', 'note', note, '--device', uuid]),
    ),
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
    ...localMode('1', eachUuid('local-mode', '--enable')),
  },
  disableLocalMode: {
    ...plain,
    permission: configuration,
    docs: `${DOCS}/learn/develop/local-mode/`,
    whyNot: unless((device) => (isInLocalMode(device) ? undefined : reason.localModeOff)),
    ...localMode('0', eachUuid('local-mode', '--disable')),
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
          'support',
          'enable',
          '--device',
          uuids.join(','),
          '--duration',
          `${Math.max(1, Math.ceil((until - from) / HOUR_MS))}h`,
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
    ...together(
      (devices) => dataRequest('delete', which(devices)),
      (uuids) => [['device', 'rm', uuids.join(','), '--yes']],
    ),
  },
}
