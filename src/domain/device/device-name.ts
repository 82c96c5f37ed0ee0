const NAME_LIMIT = 255

/** Why a device name is invalid; undefined when it is valid (docs/platform/errors.md). */
export function nameProblem(name: string): 'empty' | 'too-long' | 'line-break' | undefined {
  if (name.trim() === '') return 'empty'
  if (/[\r\n]/.test(name)) return 'line-break'
  return name.length > NAME_LIMIT ? 'too-long' : undefined
}

export const nameLimits = { device: NAME_LIMIT }
