import * as z from 'zod'

const values = z.object({ enum: z.array(z.string()) })
const faultKind = z.object({ ...values.shape, 'x-numbers': z.record(z.string(), z.array(z.string())) })

const quoted = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}] as const`

/** The text of openapi/generated/control-values.ts: enum values of the control API. Throws if a kind of fault does not list its numeric fields. */
export function controlValuesFile(schemas: Readonly<Record<string, unknown>>): string {
  const kinds = faultKind.parse(schemas['FaultKind'])
  const spreads = values.parse(schemas['FaultSpread'])
  const numbers = kinds.enum.map((kind) => {
    const named = kinds['x-numbers'][kind]
    if (named === undefined) throw new Error(`control.yaml: x-numbers of FaultKind has no ${kind}`)
    return `  '${kind}': ${quoted(named)},`
  })
  return `export const faultKinds = ${quoted(kinds.enum)}
export const faultSpreads = ${quoted(spreads.enum)}

/** The numeric fields of each kind of fault, besides the share of requests and the number of times. */
export const faultNumbers = {
${numbers.join('\n')}
}
`
}
