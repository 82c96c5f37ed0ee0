import { HttpError } from '../base/http-error.ts'
import { checkLength } from '../base/values.ts'
import type { ResourceRules, RuleContext, RulesFor } from '../http/resource-rules.ts'
import type { RowInput } from '../store/stored-row.ts'
import type { Value } from '../store/table.ts'
import { invalidConfigName, invalidName, reservedNames, reservedNamespaces } from './variable-names.ts'

/** All variables have a name and a value. */
type VariableInput = Pick<RowInput<'device_config_variable'>, 'name' | 'value'>

/** Maximum length of a value (docs/platform/errors.md). */
const MAX_VALUE_LENGTH = 100_000

function checkValue(subject: string, value: Value | undefined): void {
  if (typeof value === 'string' && /[\r\n]/.test(value)) {
    throw new HttpError(400, 'Variable values cannot contain line break characters')
  }
  checkLength(subject, value, MAX_VALUE_LENGTH)
}

function refuseReserved(what: string, name: string): void {
  if (!reservedNames.includes(name)) return
  throw new HttpError(400, `${what} ${reservedNames.join(', ')} are reserved`)
}

function checkEnvironment(subject: string, { name, value }: VariableInput): void {
  if (typeof name === 'string') {
    if (invalidName.test(name)) {
      throw new HttpError(
        400,
        'Environment variable names can only contain alphanumeric characters and underscores.',
      )
    }
    refuseReserved('Environment variables', name)
    if (reservedNamespaces.some((prefix) => name.startsWith(prefix))) {
      throw new HttpError(
        400,
        `Environment variables beginning with ${reservedNamespaces.join(', ')} are reserved.`,
      )
    }
  }
  checkValue(subject, value)
}

function checkConfiguration(subject: string, { name, value }: VariableInput): void {
  if (typeof name === 'string') {
    if (invalidConfigName.test(name)) {
      throw new HttpError(
        400,
        'Configuration variable names can only contain alphanumeric characters, underscores or a colon',
      )
    }
    refuseReserved('Configuration variables', name)
    if (!reservedNamespaces.some((prefix) => name.startsWith(prefix))) {
      throw new HttpError(
        400,
        `Configuration variables must be part of one of the following namespaces: ${reservedNamespaces.join(', ')}`,
      )
    }
  }
  checkValue(subject, value)
}

/** Rules of environment variables; error messages start with `owner`. */
export const environmentRules = (owner: string): RulesFor<VariableInput> => ({
  check: (values) => checkEnvironment(`${owner} environment variable`, values),
})

/** The service of a device variable is identified by its `service_install`. */
export const deviceServiceVariableRules: ResourceRules<'device_service_environment_variable'> = {
  check: environmentRules('device service').check,
  create({ store, rows }, values) {
    const { service_install: install, name } = values
    const variables = store.rows('device_service_environment_variable')
    const taken =
      typeof install === 'number' ? Array.from(variables.find('service_install', install) ?? []) : []
    if (taken.some((handle) => !rows.includes(handle) && variables.row(handle).name === name)) {
      throw new HttpError(409, '"device" and "service" and "name" must be unique.')
    }
    return values
  },
}

/** Notifies devices of the new value of a configuration variable; null when it is deleted. */
type NotifyDevices = (context: RuleContext, owner: number, name: string, value: string | null) => void

function configurationRules(
  resource: 'application_config_variable' | 'device_config_variable',
  notifyDevices: NotifyDevices,
): RulesFor<VariableInput> {
  const of = ({ store }: RuleContext, handle: number) => {
    const row = store.rows(resource).row(handle)
    return { id: 'device' in row ? row.device : row.application, name: row.name, value: row.value }
  }
  return {
    check: (values) => checkConfiguration(resource.replaceAll('_', ' '), values),
    created(context, handle) {
      const { id, name, value } = of(context, handle)
      notifyDevices(context, id, name, value)
    },
    updated(context, handle) {
      const { id, name, value } = of(context, handle)
      notifyDevices(context, id, name, value)
    },
    removing(context, handle) {
      const { id, name } = of(context, handle)
      notifyDevices(context, id, name, null)
    },
  }
}

export const deviceConfigRules = configurationRules(
  'device_config_variable',
  ({ store }, device, name, value) => {
    const index = store.world.indexOfId(device)
    if (index >= 0) store.world.setConfig(index, name, value)
  },
)

export const applicationConfigRules = configurationRules(
  'application_config_variable',
  ({ store }, fleet, name, value) => {
    if (store.registered.fleets.has(fleet)) store.world.setFleetConfig(fleet, name, value)
  },
)
