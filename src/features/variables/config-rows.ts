import { counterpartName } from '@/domain/variable/variable-names.ts'
import { schemaDefault, propertyOf, type ConfigProperty, type Schemas } from './config-properties.ts'
import { valueHere, type VariableRow } from './staged-variables.ts'

/** One setting of a configuration page. */
export interface SettingRow extends VariableRow {
  /** The platform's schema; null for a custom setting. */
  property: ConfigProperty | null
}

export type SettingSource = 'here' | 'fleet' | 'default' | 'none'

/** Groups variables into known settings, under either prefix and including those that are not set, and custom ones. */
export function settingRows(
  rows: readonly VariableRow[],
  schemas: Schemas,
): { known: SettingRow[]; custom: SettingRow[] } {
  const known = Object.entries(schemas).flatMap(([name, schema]): SettingRow[] => {
    const property = { ...schema, name }
    const names = [name, counterpartName(name)]
    const found = rows.filter((row) => names.includes(row.name))
    if (found.length === 0) {
      return [
        { key: `all:${name}`, name, serviceId: null, saved: null, inherited: null, change: null, property },
      ]
    }
    return found.map((row) => ({ ...row, property }))
  })
  const custom = rows
    .filter((row) => propertyOf(row.name, schemas) === undefined)
    .map((row) => ({ ...row, property: null }))
  return { known, custom }
}

/** The value that applies if none is set here: the fleet's, else the default; null if there is neither. */
export function valueBelow({
  inherited,
  property,
}: Pick<SettingRow, 'inherited' | 'property'>): string | null {
  return inherited?.value ?? (property === null ? null : schemaDefault(property))
}

/** The effective value once all changes are applied, and its source. */
export function effectiveValue(row: SettingRow): { value: string | null; source: SettingSource } {
  const here = valueHere(row)
  if (here !== null) return { value: here, source: 'here' }
  const value = valueBelow(row)
  if (row.inherited !== null) return { value, source: 'fleet' }
  return { value, source: value === null ? 'none' : 'default' }
}

/** Whether a setting matches the filter. */
export function matchesFilter(
  row: SettingRow,
  { text, setOnly }: { text: string; setOnly: boolean },
): boolean {
  if (setOnly && row.saved === null && row.change === null) return false
  const sought = text.toLowerCase()
  return [row.name, row.property?.description, effectiveValue(row).value].some((each) =>
    each?.toLowerCase().includes(sought),
  )
}
