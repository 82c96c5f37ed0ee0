import type { ConfigVariables } from '@/api/model.ts'
import { variableProblemText } from '@/messages/variables/variables.ts'

/** Names listed by the platform (docs/platform/configuration-variables.md). */
export type NameLists = Pick<
  ConfigVariables,
  'reservedNames' | 'reservedNamespaces' | 'whiteListedNames' | 'whiteListedNamespaces' | 'blackListedNames'
>

const environmentName = /^[A-Za-z][A-Za-z0-9_]*$/
const configurationName = /^[A-Za-z][A-Za-z0-9_:]*$/

const isIn = (namespaces: readonly string[], name: string) =>
  namespaces.some((namespace) => name.startsWith(namespace))

/** Why this is not a valid name of an environment variable; undefined if it is. */
export function environmentNameProblem(name: string, lists: NameLists): string | undefined {
  if (name === '') return variableProblemText.nameMissing
  if (!environmentName.test(name)) return variableProblemText.environmentName
  if (lists.reservedNames.includes(name) || lists.blackListedNames.includes(name))
    return variableProblemText.reserved
  if (isConfigurationName(name, lists)) return variableProblemText.onConfigurationPage
  return undefined
}

/** Why this is not a valid name of a configuration variable; undefined if it is. */
export function configurationNameProblem(name: string, lists: NameLists): string | undefined {
  if (name === '') return variableProblemText.nameMissing
  if (!configurationName.test(name)) return variableProblemText.configurationName
  if (lists.blackListedNames.includes(name)) return variableProblemText.reserved
  if (!isConfigurationName(name, lists)) return variableProblemText.namespace(lists.reservedNamespaces)
  return undefined
}

/** Whether a name is that of a configuration variable. */
function isConfigurationName(name: string, lists: NameLists): boolean {
  return (
    isIn(lists.reservedNamespaces, name) ||
    lists.whiteListedNames.includes(name) ||
    isIn(lists.whiteListedNamespaces, name)
  )
}

/**
 * The same setting with the other of the two equivalent prefixes; undefined without a prefix
 * (docs/decisions/product-rules.md, 23).
 */
export function counterpartName(name: string): string | undefined {
  if (name.startsWith('RESIN_')) return `BALENA_${name.slice('RESIN_'.length)}`
  if (name.startsWith('BALENA_')) return `RESIN_${name.slice('BALENA_'.length)}`
  return undefined
}

/** Maximum length of a value (docs/platform/errors.md). */
export const LONGEST_VALUE = 100_000

/** Why this is not a valid value of an environment variable; undefined if it is. */
export function environmentValueProblem(value: string): string | undefined {
  // The platform refuses them, so a certificate or a key must be encoded.
  if (/[\r\n]/.test(value)) return variableProblemText.valueLineBreak
  return value.length > LONGEST_VALUE ? variableProblemText.valueTooLong : undefined
}
