export interface ContractVariable {
  name: string
  value: string
}

/** The parts of a `balena.yml` that matter for deployment. */
export interface DeployContract {
  name: string | null
  /** `sw.application` or `sw.block`; null if missing. */
  type: string | null
  version: string | null
  defaultDeviceType: string | null
  /** Slugs; empty if missing. */
  supportedDeviceTypes: readonly string[]
  configVariables: readonly ContractVariable[]
  environmentVariables: readonly ContractVariable[]
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Thrown for an invalid contract. */
class InvalidContract extends Error {}

function textIn(fields: Fields, key: string): string | null {
  const value = fields[key]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new InvalidContract(key)
}

function textsIn(fields: Fields, key: string): string[] {
  const value = fields[key]
  if (value === undefined || value === null) return []
  const isTexts = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((each) => typeof each === 'string')
  if (!isTexts(value)) throw new InvalidContract(key)
  return value
}

/** Parses an entry of a list of variables: `NAME: value` or `NAME=value`. */
function variablesOf(entry: unknown, key: string): ContractVariable[] {
  if (typeof entry === 'string') {
    const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(entry) ?? []
    if (name === undefined || value === undefined) throw new InvalidContract(key)
    return [{ name, value }]
  }
  if (!isFields(entry)) throw new InvalidContract(key)
  return Object.entries(entry).map(([name, value]) => {
    if (value === null) return { name, value: '' }
    if (typeof value === 'string') return { name, value }
    if (typeof value === 'number' || typeof value === 'boolean') return { name, value: String(value) }
    throw new InvalidContract(key)
  })
}

/** Parses a list of entries or a single mapping. The last entry with a name wins. */
function variablesIn(fields: Fields, key: string): ContractVariable[] {
  const value = fields[key]
  if (value === undefined || value === null) return []
  const all = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => variablesOf(entry, key))
  return [...new Map(all.map((variable) => [variable.name, variable])).values()]
}

/** The contract in a parsed `balena.yml`; undefined if it is invalid. */
export function deployContract(parsed: unknown): DeployContract | undefined {
  try {
    if (!isFields(parsed)) return undefined
    const { data = {} } = parsed
    if (!isFields(data)) return undefined
    return {
      name: textIn(parsed, 'name'),
      type: textIn(parsed, 'type'),
      version: textIn(parsed, 'version'),
      defaultDeviceType: textIn(data, 'defaultDeviceType'),
      supportedDeviceTypes: textsIn(data, 'supportedDeviceTypes'),
      configVariables: variablesIn(data, 'applicationConfigVariables'),
      environmentVariables: variablesIn(data, 'applicationEnvironmentVariables'),
    }
  } catch (error) {
    if (error instanceof InvalidContract) return undefined
    throw error
  }
}
