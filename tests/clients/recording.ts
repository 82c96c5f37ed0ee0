/** The parts of the client whose methods are recorded; the rest (errors, settings, helpers) is passed through. */
const RECORDED = new Set(['auth', 'models', 'logs', 'pine', 'request'])

const isThenable = (value: unknown): value is Promise<unknown> => value instanceof Promise

function recordingPart<T extends object>(part: T, path: string, answered: Set<string>): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol') return member
      const at = `${path}.${name}`
      if (typeof member === 'object' && member !== null) return recordingPart(member, at, answered)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args)
        if (!isThenable(result)) {
          answered.add(at)
          return result
        }
        return result.then((value) => {
          answered.add(at)
          return value
        })
      }
    },
  })
}

/**
 * Wraps the client and records the path of each method that succeeded, such as `models.device.tags.set`. A method that only
 * failed is not recorded.
 */
export function recording<T extends object>(client: T, answered: Set<string>): T {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      const known = typeof name === 'string' && RECORDED.has(name)
      if (!known || typeof member !== 'object' || member === null) return member
      return recordingPart(member, name, answered)
    },
  })
}
