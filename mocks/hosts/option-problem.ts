import { didYouMean } from '../base/closest-name.ts'

const NEEDS_VALUE = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing|^Option '(?:-\w, )?(--[\w-]+)'/

/** What is wrong with the options of a command, in one sentence, from an error of `parseArgs`. */
export function optionProblem(error: unknown, names: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const [, option = ''] = /'(-[^']*)'/.exec(message) ?? []
    const known = names.map((name) => `--${name}`)
    return `There is no option ${option}${didYouMean(option, known)} "--help" lists all.`
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    const [, word = ''] = /'([^']*)'/.exec(message) ?? []
    return `"${word}" is not an option; options begin with two dashes. "--help" lists all.`
  }
  const [, missing, other] = NEEDS_VALUE.exec(message) ?? []
  if (missing !== undefined || / (?:argument is ambiguous|argument missing)/.test(message))
    return `${missing ?? other ?? 'An option'} needs a value.`
  if (other !== undefined && message.includes('does not take')) return `${other} takes no value.`
  return message.split('\n')[0] ?? message
}
