import { serviceOperations } from '../../openapi/generated/operations.ts'
import type { ServiceOperationId } from '../../openapi/generated/operations.ts'

/** Values from earlier responses of one side, from which later paths are built. */
export interface Known {
  deviceUuid?: string
  deviceType?: string
  fleetUuid?: string
  organization?: number
  osVersion?: string
  username?: string
}

/** The path to request; undefined if a value it needs is unknown. */
type PathOf = (known: Known) => string | undefined

const fixed =
  (path: string): PathOf =>
  () =>
    path

const withDevice =
  (path: (uuid: string) => string): PathOf =>
  ({ deviceUuid }) =>
    deviceUuid === undefined ? undefined : path(deviceUuid)

const ofAccount =
  (part: string): PathOf =>
  ({ organization }) =>
    organization === undefined ? undefined : `/billing/v1/account/${organization}${part}`

/** The service operations that only read. */
export const requestPlans: Partial<Record<ServiceOperationId, PathOf>> = {
  'config.ping': fixed('/ping'),
  'config.connectivityCheck': fixed('/connectivity-check'),
  'config.platform': fixed('/config'),
  'config.featureFlags': fixed('/feature-flags/v1'),
  'config.variables': fixed('/config/vars'),
  'config.deviceTypes': fixed('/device-types/v1'),
  'config.deviceType': ({ deviceType }) => deviceType && `/device-types/v1/${deviceType}`,
  'config.imageSize': ({ deviceType, osVersion }) =>
    deviceType &&
    osVersion &&
    `/device-types/v1/${deviceType}/images/${encodeURIComponent(osVersion)}/download-size`,
  'config.hostServices': fixed('/os/v1/config'),
  'session.whoAmI': fixed('/actor/v1/whoami'),
  'session.whoAmIUser': fixed('/user/v1/whoami'),
  'keys.ofUser': ({ username }) => username && `/auth/v1/public-keys/${encodeURIComponent(username)}`,
  'proxy.hostAccess': withDevice((uuid) => `/access/v1/hostos/${uuid}`),
  'logs.read': withDevice((uuid) => `/device/v2/${uuid}/logs?count=10`),
  'state.readFleet': ({ fleetUuid }) => fleetUuid && `/device/v3/fleet/${fleetUuid}/state`,
  'billing.getAccount': ofAccount(''),
  'billing.getPlan': ofAccount('/plan'),
  'billing.getUsage': ofAccount('/usage'),
  'billing.canAccessSupport': ofAccount('/can-access-support'),
  'billing.getInfo': ofAccount('/info'),
  'billing.listInvoices': ofAccount('/invoices'),
  'support.getTicketFields': ({ organization }) =>
    organization === undefined ? undefined : `/zendesk/v1/${organization}/ticket-fields`,
}

const MAKES_CREDENTIAL = 'makes a credential'
const SIGNS_IN = 'is a step of signing in'
const IS_FILE = 'is a file, not a description'
const OTHER_HOST = 'is on the host of the actions'
const SIGN_OF_LIFE = 'may count as a sign of life of the device'

/** The other GET operations, with the reason why they are not requested. */
export const leftOut: Partial<Record<ServiceOperationId, string>> = {
  'session.refresh': MAKES_CREDENTIAL,
  'account.logOutOthers': 'ends sessions',
  'two-factor.setUp': MAKES_CREDENTIAL,
  'single-sign-on.start': SIGNS_IN,
  'single-sign-on.finish': SIGNS_IN,
  'single-sign-on.startSaml': SIGNS_IN,
  'registry.token': MAKES_CREDENTIAL,
  'identity.portal': MAKES_CREDENTIAL,
  'identity.chat': MAKES_CREDENTIAL,
  'downloads.image': IS_FILE,
  'downloads.config': MAKES_CREDENTIAL,
  'storage.file': IS_FILE,
  'billing.downloadInvoice': IS_FILE,
  'state.readV2': SIGN_OF_LIFE,
  'state.readV3': SIGN_OF_LIFE,
  'cloudlink.mayConnect': SIGN_OF_LIFE,
  'actions.readChecks': OTHER_HOST,
  'actions.readDiagnostics': OTHER_HOST,
  'actions.readOsUpdateAttached': OTHER_HOST,
  'actions.readOsUpdate': OTHER_HOST,
}

/** Every GET operation of the services; one that neither list contains is left out. */
export const serviceReads = serviceOperations
  .filter(({ method }) => method === 'GET')
  .map(({ id }) => {
    const path = requestPlans[id]
    return { id, path, why: path ? undefined : (leftOut[id] ?? 'is not known to be without effect') }
  })
