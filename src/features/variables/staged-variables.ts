/** A variable as the platform has it. `serviceId` is null for all services. */
export interface Variable {
  id: number
  name: string
  value: string
  serviceId: number | null
}

export type VariableName = Pick<Variable, 'name' | 'serviceId'>

/** What somebody wants of one variable; a null value: that it goes. */
export interface Intent extends VariableName {
  value: string | null
}

/** What has been asked for and not been applied yet, by the key of its variable. */
export type Staged = Readonly<Record<string, Intent>>

export const nothingStaged: Staged = {}

export type ChangeState = 'added' | 'updated' | 'deleted'

/** One variable of a table: what is saved here, what it covers, and what is about to become of it. */
export interface VariableRow extends VariableName {
  key: string
  /** As it is saved here; null when it is not. */
  saved: Variable | null
  /** What holds where nothing is set here: the fleet's, on a device. */
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

/** Asks for a value, or with null that the variable goes. */
export function stage(staged: Staged, ...intents: readonly Intent[]): Staged {
  return { ...staged, ...Object.fromEntries(intents.map((intent) => [variableKey(intent), intent])) }
}

/** Takes back what was asked of these variables. */
export function unstage(staged: Staged, ...keys: readonly string[]): Staged {
  return Object.fromEntries(Object.entries(staged).filter(([key]) => !keys.includes(key)))
}

/**
 * The rows of a table. A change is what differs from what is saved now: what somebody else has meanwhile done already is
 * none, and what they removed is added again.
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
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.key.localeCompare(other.key))
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

/** The rows that are about to change. */
export function changedRows(rows: readonly VariableRow[]): ChangedRow[] {
  return rows.flatMap((row) => (row.change === null ? [] : [{ ...row, change: row.change }]))
}

/** The value a row will have here once everything is applied; null when none is set here. */
export function valueHere({ saved, change }: Pick<VariableRow, 'saved' | 'change'>): string | null {
  return change === null ? (saved?.value ?? null) : change.value
}

/**
 * Whether a fleet's value for one service is of no effect on a device because the device sets the name for all services:
 * what is set on a device goes before all of its fleet.
 */
export function isCovered(row: VariableRow, rows: readonly VariableRow[]): boolean {
  if (row.serviceId === null || row.inherited === null || valueHere(row) !== null) return false
  const forAll = variableKey({ name: row.name, serviceId: null })
  return rows.some((each) => each.key === forAll && valueHere(each) !== null)
}

/** Whether a new variable would be one that is there already: the same name for the same service. */
export function isTaken(rows: readonly VariableRow[], wanted: VariableName): boolean {
  const key = variableKey(wanted)
  return rows.some((row) => row.key === key && (row.saved !== null || row.change !== null))
}
