import { parse, stringify } from 'yaml'

/** A parsed compose file, or its text if it cannot be parsed. */
export type Composition =
  | { kind: 'parsed'; yaml: string; services: ReadonlyMap<string, { preBuilt: boolean }> }
  | { kind: 'raw'; text: string }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Services by name; undefined if this is not a composition. */
function servicesIn(value: unknown): Map<string, { preBuilt: boolean }> | undefined {
  if (!isObject(value)) return undefined
  const { services = {} } = value
  if (!isObject(services)) return undefined
  return new Map(
    Object.entries(services).map(([name, service]) => [
      name,
      { preBuilt: isObject(service) && 'image' in service && !('build' in service) },
    ]),
  )
}

/** Parses a composition, which is usually an object, but text if it is from an old builder. */
export function readComposition(value: unknown): Composition {
  if (typeof value === 'string') {
    const services = servicesIn(parsed(value))
    return services === undefined ? { kind: 'raw', text: value } : { kind: 'parsed', yaml: value, services }
  }
  const services = servicesIn(value)
  return services === undefined
    ? { kind: 'raw', text: JSON.stringify(value, null, 2) }
    : { kind: 'parsed', yaml: stringify(value), services }
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
