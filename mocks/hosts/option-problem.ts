import { didYouMean } from '../base/closest-name.ts'

const NEEDS_VALUE = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing|^Option '(?:-\w, )?(--[\w-]+)'/

/** What is wrong with the options of a command, in one sentence, from an error of `parseArgs`. */
export function optionProblem(error: unknown, names: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // Some commands have no help, because they have no more than one option.
  const listed = names.includes('help') ? ' "--help" lists all.' : ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const [, option = ''] = /'(-[^']*)'/.exec(message) ?? []
    const known = names.map((name) => `--${name}`)
    return `There is no option ${option}${didYouMean(option, known)}${listed}`
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    const [, word = ''] = /'([^']*)'/.exec(message) ?? []
    return `"${word}" is not an option; options begin with two dashes.${listed}`
  }
  const [, missing, other] = NEEDS_VALUE.exec(message) ?? []
  if (message.includes('argument is ambiguous'))
    return `${other ?? 'An option'} needs a value, and what follows it begins with a dash.`
  if (missing !== undefined || message.includes('argument missing'))
    return `${missing ?? other ?? 'An option'} needs a value.`
  if (other !== undefined && message.includes('does not take')) return `${other} takes no value.`
  return message.split('\n')[0] ?? message
}
