import type { ConfigVariableSchema } from '@/api/model.ts'
import { LONGEST_VALUE, counterpartName } from '@/domain/variable/variable-names.ts'
import { variableProblemText } from '@/messages/variables/variables.ts'

/** A known configuration variable, as the platform describes it (docs/platform/configuration-variables.md). */
export interface ConfigProperty extends ConfigVariableSchema {
  name: string
}

export type Schemas = Readonly<Record<string, ConfigVariableSchema>>

export interface Choice {
  value: string
  label: string
}

/** How a property is edited. A switch, for exactly two values, is edited in place. */
export type PropertyEditor =
  | { kind: 'switch'; off: string; on: string }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'picture' }
  | { kind: 'text'; numeric: boolean }

export function propertyEditor(schema: ConfigVariableSchema): PropertyEditor {
  const [off, on, ...more] = (schema.enum ?? []).map(String)
  if (off !== undefined && on !== undefined && more.length === 0) return { kind: 'switch', off, on }
  const choices = choicesOf(schema)
  if (choices.length > 0) return { kind: 'choice', choices }
  if (schema.format === 'data-url') return { kind: 'picture' }
  return { kind: 'text', numeric: isOf(schema, 'integer') || isOf(schema, 'number') }
}

const isOf = ({ type = [] }: ConfigVariableSchema, name: string): boolean =>
  typeof type === 'string' ? type === name : type.includes(name)

/** Whether the property may have no value, which is stored as an empty string. */
export const permitsNull = (schema: ConfigVariableSchema): boolean => isOf(schema, 'null')

function choicesOf({ enum: values = [], oneOf = [] }: ConfigVariableSchema): Choice[] {
  return [
    // The values of variables are strings, whatever their type in the schema.
    ...values.map(String).map((value) => ({ value, label: value })),
    ...oneOf.flatMap(({ const: value, title }) =>
      value === undefined ? [] : [{ value: String(value), label: title ?? String(value) }],
    ),
  ]
}

/** The platform's default; null if it defines none. */
export function schemaDefault({ default: value }: ConfigVariableSchema): string | null {
  return value === undefined ? null : String(value)
}

/** The schema of a variable, under either prefix; undefined for a custom one. */
export function propertyOf(name: string, schemas: Schemas): ConfigProperty | undefined {
  const twin = counterpartName(name)
  if (Object.hasOwn(schemas, name)) return { ...schemas[name], name }
  return twin !== undefined && Object.hasOwn(schemas, twin) ? { ...schemas[twin], name: twin } : undefined
}

/** Why this is not a valid value of a configuration variable; undefined if it is valid. */
export function configurationValueProblem(
  value: string,
  schema: ConfigVariableSchema = {},
): string | undefined {
  if (value === '') return permitsNull(schema) ? undefined : variableProblemText.fieldsMissing
  if (/[\r\n]/.test(value)) return variableProblemText.lineBreak
  if (value.length > LONGEST_VALUE) return variableProblemText.valueTooLong
  const choices = choicesOf(schema)
  if (choices.length > 0 && !choices.some((choice) => choice.value === value)) {
    return variableProblemText.notAChoice(choices.map(({ label }) => label))
  }
  if (isOf(schema, 'integer')) return integerProblem(value, schema)
  const { maxLength, pattern } = schema
  if (maxLength !== undefined && value.length > maxLength) return variableProblemText.longerThan(maxLength)
  if (pattern !== undefined && !new RegExp(pattern).test(value)) {
    return schema.format === 'data-url' ? variableProblemText.notAPicture : variableProblemText.pattern
  }
  return undefined
}

function integerProblem(value: string, { minimum, maximum }: ConfigVariableSchema): string | undefined {
  if (!/^-?\d+$/.test(value)) return variableProblemText.notANumber
  const number = Number(value)
  if (minimum !== undefined && number < minimum) return variableProblemText.lessThan(minimum)
  if (maximum !== undefined && number > maximum) return variableProblemText.moreThan(maximum)
  return undefined
}
