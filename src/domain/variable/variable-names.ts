import type { ConfigVariables } from '@/api/model.ts'
import { variableProblemText } from '@/messages/variables.ts'

/** The lists of names that the platform tells (docs/platform/configuration-variables.md). */
export type NameLists = Pick<
  ConfigVariables,
  'reservedNames' | 'reservedNamespaces' | 'whiteListedNames' | 'whiteListedNamespaces' | 'blackListedNames'
>

const environmentName = /^[A-Za-z][A-Za-z0-9_]*$/
const configurationName = /^[A-Za-z][A-Za-z0-9_:]*$/

const isIn = (namespaces: readonly string[], name: string) =>
  namespaces.some((namespace) => name.startsWith(namespace))

/** Why this cannot be the name of an environment variable; undefined when it can. */
export function environmentNameProblem(name: string, lists: NameLists): string | undefined {
  if (name === '') return variableProblemText.nameMissing
  if (!environmentName.test(name)) return variableProblemText.environmentName
  if (lists.reservedNames.includes(name) || lists.blackListedNames.includes(name))
    return variableProblemText.reserved
  if (isConfigurationName(name, lists)) return variableProblemText.onConfigurationPage
  return undefined
}

/** Why this cannot be the name of a configuration variable; undefined when it can. */
export function configurationNameProblem(name: string, lists: NameLists): string | undefined {
  if (name === '') return variableProblemText.nameMissing
  if (!configurationName.test(name)) return variableProblemText.configurationName
  if (lists.blackListedNames.includes(name)) return variableProblemText.reserved
  if (!isConfigurationName(name, lists)) return variableProblemText.namespace(lists.reservedNamespaces)
  return undefined
}

/** Whether a name belongs to the configuration of devices rather than to their environment. */
function isConfigurationName(name: string, lists: NameLists): boolean {
  return (
    isIn(lists.reservedNamespaces, name) ||
    lists.whiteListedNames.includes(name) ||
    isIn(lists.whiteListedNamespaces, name)
  )
}

/** The same setting under the other of the two prefixes, which devices read alike; undefined without a prefix (docs/decisions/product-rules.md, 23). */
export function twinOf(name: string): string | undefined {
  if (name.startsWith('RESIN_')) return `BALENA_${name.slice('RESIN_'.length)}`
  if (name.startsWith('BALENA_')) return `RESIN_${name.slice('BALENA_'.length)}`
  return undefined
}

/** The longest value that the platform means people to use (docs/platform/errors.md). */
export const LONGEST_VALUE = 100_000

/** Why this cannot be the value of an environment variable; undefined when it can. */
export function environmentValueProblem(value: string): string | undefined {
  return value.length > LONGEST_VALUE ? variableProblemText.valueTooLong : undefined
}
