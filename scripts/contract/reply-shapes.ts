import { methods } from './openapi-document.ts'
import type { Contract, Schema } from './openapi-document.ts'

/** Paths whose responses screens read field by field; other responses are checked where they are read. */
const READ = /^\/(billing|zendesk|device-types|config\/vars|v[12]\/\{uuid\}|supervisor\/v1\/device$)/

type Shape = string | Shape[] | { [name: string]: Shape }

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
}

/**
 * The text of openapi/generated/reply-shapes.ts: the shape of each response that screens read. A kind of value, a list of
 * one shape, a list of several shapes of which it has one, or the fields of an object; `?` after a name if the field can be absent, `|` before a shape if it can be null.
 */
export function replyShapesFile({ paths, components }: Contract): string {
  const resolved = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    const target = name === undefined ? undefined : components.schemas[name]
    return target === undefined ? schema : resolved(target)
  }
  const isNull = ({ type }: Schema) => type === 'null'

  const shapeOf = (given: Schema): { shape: Shape; nullable: boolean } => {
    const schema = resolved(given)
    const either = schema.anyOf ?? schema.oneOf
    if (either) {
      const others = either.map(resolved).filter((one) => !isNull(one))
      const shapes = others.map((one) => shapeOf(one).shape)
      const [first = 'any', ...more] = shapes
      const isUnion = more.length > 0
      // Objects that differ in their fields are told apart where they are read.
      const isOpen = isUnion && shapes.some((one) => typeof one !== 'string' && !Array.isArray(one))
      return { shape: isOpen ? 'any' : isUnion ? shapes : first, nullable: others.length < either.length }
    }
    const types = [schema.type ?? 'any'].flat()
    const nullable = types.includes('null')
    const [type, ...more] = types.filter((one) => one !== 'null')
    if (more.length > 0)
      return {
        shape: [type, ...more].map((one) => shapeOf({ ...schema, type: one }).shape),
        nullable,
      }
    if (type === 'array') return { shape: [marked(schema.items ?? {})], nullable }
    if (type === 'object') return { shape: fieldsOf(schema), nullable }
    if (type === 'string' && /^\^(-?\\?)?(\\d|\[0-9)/.test(schema.pattern ?? ''))
      return { shape: 'amount', nullable }
    if (type === 'string')
      return { shape: schema.format?.startsWith('date') === true ? 'date' : 'text', nullable }
    return { shape: NAMES[type ?? ''] ?? 'any', nullable }
  }
  const marked = (schema: Schema): Shape => {
    const { shape, nullable } = shapeOf(schema)
    return nullable ? (typeof shape === 'string' ? `|${shape}` : { '|': shape }) : shape
  }
  const fieldsOf = ({ properties, required = [], additionalProperties }: Schema): Shape => {
    const fields = Object.entries(properties ?? {}).map(([name, one]): [string, Shape] => [
      required.includes(name) ? name : `${name}?`,
      marked(one),
    ])
    if (typeof additionalProperties === 'object') fields.push(['*', marked(additionalProperties)])
    return Object.fromEntries(fields)
  }

  const shapes = Object.entries(paths)
    .filter(([path]) => READ.test(path))
    .flatMap(([path, item]) =>
      methods.flatMap((method): [string, Shape][] => {
        const media = item[method]?.responses['200']?.content?.['application/json']
        return media?.schema === undefined || (method !== 'get' && !path.startsWith('/supervisor'))
          ? []
          : [[`${method} ${path}`, marked(media.schema)]]
      }),
    )
  const lines = shapes.map(([name, shape]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shape)},`)
  return [
    '/** The shape of a response; see src/api/replies.ts. */',
    'export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }',
    '',
    '/** The responses of services that screens read, by operation. */',
    `export const replyShapes: Readonly<Record<string, Shape>> = {\n${lines.join('\n')}\n}`,
    '',
  ].join('\n')
}
