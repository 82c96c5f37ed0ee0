import { compareText } from '@/lib/format.ts'
/** A variable of the platform. `serviceId` is null for all services. */
export interface Variable {
  id: number
  name: string
  value: string
  serviceId: number | null
}

export type VariableName = Pick<Variable, 'name' | 'serviceId'>

/** A requested change of one variable; a null value removes it. */
export interface Intent extends VariableName {
  value: string | null
}

/** Requested changes that have not been applied, by variable key. */
export type Staged = Readonly<Record<string, Intent>>

export const nothingStaged: Staged = {}

export type ChangeState = 'added' | 'updated' | 'deleted'

/** A variable in the table: the value saved here, the inherited one, and its staged change. */
export interface VariableRow extends VariableName {
  key: string
  /** The variable saved here; null if there is none. */
  saved: Variable | null
  /** On a device: the fleet's variable. */
  inherited: Variable | null
  change: { state: ChangeState; value: string | null } | null
}

export interface ChangedRow extends VariableRow {
  change: NonNullable<VariableRow['change']>
}

/** Name, scope (fleet-wide or service) and service id. */
export function variableKey({ name, serviceId }: VariableName): string {
  return serviceId === null ? `all:${name}` : `service:${serviceId}:${name}`
}

/** Adds changes; a null value removes the variable. */
export function stage(staged: Staged, ...intents: readonly Intent[]): Staged {
  return { ...staged, ...Object.fromEntries(intents.map((intent) => [variableKey(intent), intent])) }
}

/** Discards the changes of these variables. */
export function unstage(staged: Staged, ...keys: readonly string[]): Staged {
  return Object.fromEntries(Object.entries(staged).filter(([key]) => !keys.includes(key)))
}

/**
 * The rows of a table. A change is a difference from the values saved now: if another user has made it in the
 * meantime, it is none; if they have removed the variable, it is added again.
 */
export function variableRows(
  saved: readonly Variable[],
  staged: Staged,
  inherited: readonly Variable[] = [],
): VariableRow[] {
  const savedBy = byKey(saved)
  const inheritedBy = byKey(inherited)
  const keys = new Set([...savedBy.keys(), ...inheritedBy.keys()])
  for (const [key, { value }] of Object.entries(staged)) if (value !== null) keys.add(key)
  return [...keys]
    .flatMap((key) => {
      const own = savedBy.get(key) ?? null
      const below = inheritedBy.get(key) ?? null
      const intent = staged[key]
      const named = own ?? below ?? intent
      if (named === undefined) return []
      const { name, serviceId } = named
      return [{ key, name, serviceId, saved: own, inherited: below, change: changeOf(own, intent) }]
    })
    .toSorted((one, other) => compareText(one.name, other.name) || compareText(one.key, other.key))
}

function changeOf(saved: Variable | null, intent: Intent | undefined): VariableRow['change'] {
  if (intent === undefined) return null
  if (intent.value === null) return saved === null ? null : { state: 'deleted', value: null }
  if (saved === null) return { state: 'added', value: intent.value }
  return saved.value === intent.value ? null : { state: 'updated', value: intent.value }
}

function byKey(variables: readonly Variable[]): Map<string, Variable> {
  return new Map(variables.map((variable) => [variableKey(variable), variable]))
}

/** The rows with staged changes. */
export function changedRows(rows: readonly VariableRow[]): ChangedRow[] {
  return rows.flatMap((row) => (row.change === null ? [] : [{ ...row, change: row.change }]))
}

/** The value here once all changes are applied; null if none is set here. */
export function valueHere({ saved, change }: Pick<VariableRow, 'saved' | 'change'>): string | null {
  return change === null ? (saved?.value ?? null) : change.value
}

/**
 * Whether a fleet's value for one service has no effect, because the device sets the name for all services: any value
 * of the device takes precedence over its fleet's.
 */
export function isCovered(row: VariableRow, rows: readonly VariableRow[]): boolean {
  if (row.serviceId === null || row.inherited === null || valueHere(row) !== null) return false
  const allServicesKey = variableKey({ name: row.name, serviceId: null })
  return rows.some((each) => each.key === allServicesKey && valueHere(each) !== null)
}

/** Whether a variable with this name and service already exists or is staged. */
export function isTaken(rows: readonly VariableRow[], name: VariableName): boolean {
  const key = variableKey(name)
  return rows.some((row) => row.key === key && (row.saved !== null || row.change !== null))
}
