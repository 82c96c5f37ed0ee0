import type { Variable } from './shell-state.ts'

export const quotedValue = (value: string): string => `"${value.replace(/["\\$`]/g, '\\$&')}"`

/** A variable as `declare -p` prints it. */
export function declaration(name: string, variable: Variable): string {
  const { value, exported, readonly, items, isMap, form, isUnset } = variable
  const flags = [
    items ? (isMap === true ? 'A' : 'a') : '',
    form === 'integer' ? 'i' : '',
    form === 'lower' ? 'l' : '',
    readonly ? 'r' : '',
    form === 'upper' ? 'u' : '',
    exported ? 'x' : '',
  ].join('')
  const shown = items
    ? `=(${[...items].map(([key, it]) => `[${key}]=${quotedValue(it)}`).join(' ')}${isMap === true && items.size > 0 ? ' ' : ''})`
    : isUnset === true
      ? ''
      : `=${quotedValue(value)}`
  return `declare -${flags === '' ? '-' : flags} ${name}${shown}\n`
}
