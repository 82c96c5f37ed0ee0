/** Rules for variable names, served to clients and enforced by the cloud (docs/platform/errors.md, docs/platform/configuration-variables.md). */
export const reservedNames = ['RESIN', 'BALENA', 'USER']

export const reservedNamespaces = ['RESIN_', 'BALENA_']

const withBothPrefixes = (names: readonly string[]): string[] =>
  reservedNamespaces.flatMap((prefix) => names.map((name) => prefix + name))

export const whiteListedNames = withBothPrefixes([
  'APP_RESTART_POLICY',
  'APP_RESTART_RETRIES',
  'DEPENDENT_DEVICES_HOOK_ADDRESS',
  'OVERRIDE_LOCK',
  'SUPERVISOR_CONNECTIVITY_CHECK',
  'SUPERVISOR_HANDOVER_TIMEOUT',
  'SUPERVISOR_LOCAL_MODE',
  'SUPERVISOR_LOG_CONTROL',
  'SUPERVISOR_POLL_INTERVAL',
  'SUPERVISOR_UPDATE_STRATEGY',
  'SUPERVISOR_VPN_CONTROL',
  'SUPERVISOR_PERSISTENT_LOGGING',
  'SUPERVISOR_INSTANT_UPDATE_TRIGGER',
  'SUPERVISOR_HARDWARE_METRICS',
])

export const whiteListedNamespaces = withBothPrefixes(['HOST_', 'UI_'])

export const blackListedNames = withBothPrefixes([
  'RESTART',
  'DEVICE_RESTART',
  'SUPERVISOR_OVERRIDE_LOCK',
  'SUPERVISOR_NATIVE_LOGGER',
  'HOST_LOG_TO_DISPLAY',
])

export const invalidName = /^\d|\W/

export const invalidConfigName = /^[\d:]|[^A-Za-z0-9_:]/
