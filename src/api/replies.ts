import { replyShapes, type Shape } from '../../openapi/generated/reply-shapes.ts'
import { emptyValues, isValueOfKind, type ValueKind } from './values.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks a shape that can be null. */
const NULLABLE = '|'

const isValue = (kind: string): kind is ValueKind => kind in emptyValues

/** A list of several shapes: the value has one of them. */
const isUnion = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape) && shape.length > 1

function shapeAndNull(shape: Shape): [Shape, boolean] {
  if (typeof shape === 'string') return shape.startsWith(NULLABLE) ? [shape.slice(1), true] : [shape, false]
  const inner = isObject(shape) ? (shape[NULLABLE] as Shape | undefined) : undefined
  return inner === undefined ? [shape, false] : [inner, true]
}

function isReadable(shape: Shape, value: unknown): boolean {
  const [inner, nullable] = shapeAndNull(shape)
  if (value === null) return nullable
  if (isUnion(inner)) return inner.some((one) => isReadable(one, value))
  if (typeof inner !== 'string') return Array.isArray(inner) ? Array.isArray(value) : isObject(value)
  if (!isValue(inner)) return value !== undefined
  return isValueOfKind(inner, value) || (inner === 'text' && ['number', 'boolean'].includes(typeof value))
}

function shaped(shape: Shape, value: unknown): unknown {
  const [inner, nullable] = shapeAndNull(shape)
  if (nullable && (value === null || !isReadable(shape, value))) return null
  if (isUnion(inner)) return shaped(inner.find((one) => isReadable(one, value)) ?? inner[0], value)
  if (typeof inner === 'string') {
    if (!isValue(inner)) return value
    return isValueOfKind(inner, value)
      ? value
      : inner === 'text' && isReadable(shape, value)
        ? String(value)
        : emptyValues[inner]
  }
  if (Array.isArray(inner)) {
    const item = inner[0] as Shape
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    return items.filter((one) => isReadable(item, one)).map((one) => shaped(item, one))
  }
  const given = isObject(value) ? value : {}
  const fields: Record<string, unknown> = { ...given }
  const { '*': others, ...named } = inner as Record<string, Shape>
  if (others !== undefined)
    for (const [name, one] of Object.entries(given)) fields[name] = shaped(others, one)
  for (const [key, one] of Object.entries(named)) {
    const isOptional = key.endsWith('?')
    const name = isOptional ? key.slice(0, -1) : key
    const own = Object.hasOwn(given, name) ? given[name] : undefined
    if (isOptional && !isReadable(one, own)) delete fields[name]
    else fields[name] = shaped(one, own)
  }
  return fields
}

/**
 * The response of a service in the shape of the contract, so that screens can rely on its types: values that are missing or
 * unreadable are empty, optional ones absent, and items of lists that are not what the list holds are left out.
 */
export function heldToContract(operation: string, answer: unknown): unknown {
  const shape = replyShapes[operation]
  return shape === undefined ? answer : shaped(shape, answer)
}
