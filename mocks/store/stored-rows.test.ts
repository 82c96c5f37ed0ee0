import { expect, test } from 'vitest'
import { model } from '../../openapi/generated/model.ts'
import type { FieldModel, ResourceModel } from '../../openapi/generated/model.ts'
import { createClock } from '../base/clock.ts'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { scenarios } from '../worlds/registry.ts'
import { COMPUTED } from './stored-row.ts'

const computed: Readonly<Record<string, readonly string[]>> = COMPUTED

const PLAIN: Readonly<Partial<Record<FieldModel['type'], string>>> = {
  integer: 'number',
  bigint: 'number',
  real: 'number',
  date: 'number',
  boolean: 'boolean',
  string: 'string',
  text: 'string',
}

/** What a field's value is instead of its type in the contract; undefined when it is as it says. */
function mismatch({ type, nullable, values }: FieldModel, value: unknown): string | undefined {
  if (value === null) return nullable ? undefined : 'null'
  if (type === 'enum') return values?.includes(String(value)) === true ? undefined : String(value)
  const found = typeof value
  return found === (PLAIN[type] ?? 'object') ? undefined : found
}

function problemsOf({ name, fields, toOne }: ResourceModel, row: Readonly<Record<string, unknown>>) {
  const stored = Object.values(fields).filter((field) => !computed[name]?.includes(field.name))
  const relations = Object.values(toOne).map((relation): FieldModel => ({
    ...relation,
    type: 'integer',
    writable: true,
  }))
  return [...stored, ...relations].flatMap((field) => {
    const problem = mismatch(field, row[field.name])
    return problem === undefined ? [] : [`${name}.${field.name} is ${problem}`]
  })
}

test.each(scenarios.map(({ name }) => name))('the rows of %s are stored as their types say', (scenario) => {
  const lifecycle = new Lifecycle({ scenario, devices: 200, clock: createClock(0, 0) })
  const problems = new Set<string>()
  for (const [resource, table] of lifecycle.store.snapshot().tables) {
    for (const row of table.rows) {
      for (const problem of problemsOf(model[resource as keyof typeof model], row)) problems.add(problem)
    }
  }
  lifecycle.dispose()
  expect([...problems]).toEqual([])
})
