import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { didYouMean } from '../mocks/base/closest-name.ts'
import { fileProblem } from '../mocks/hosts/file-problem.ts'
import { optionProblem } from '../mocks/hosts/option-problem.ts'

/** A mistake in the options of a command, with a sentence for the user. */
export class UsageError extends Error {}

/**
 * `parseArgs`, with one sentence about a mistake, and the option that was probably meant.
 * @throws UsageError
 */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(optionProblem(error, Object.keys(config.options ?? {})))
  }
}

/** The same, for a script that ends with the sentence. */
export function argumentsOrExit<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  return orExit(() => readArguments(config))
}

/** Ends a script that takes no options if some are given, instead of ignoring them. */
export function noArguments(command: string, instead = ''): void {
  if (process.argv.length <= 2) return
  process.stderr.write(`"${command}" takes no options.${instead && ` ${instead}`}\n`)
  process.exit(2)
}

/** An error as a sentence for the user, without the jargon of the system. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const path: unknown = 'path' in error ? error.path : undefined
  const problem = fileProblem(error)
  return problem === undefined ? error.message : `${typeof path === 'string' ? path : 'A file'}: ${problem}`
}

/** Why a server cannot listen, for a user; undefined for other errors. */
export function listenProblem(error: unknown, port: number, host: string): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES') return `Port ${port} needs more privileges. Choose a port above 1023 with --port N.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `--host ${host} is not an address of this machine.`
  return undefined
}

/** The value of an option that must be one of some names. @throws UsageError with the name that was probably meant */
export function oneOf<Name extends string>(option: string, value: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === value)
  if (found !== undefined) return found
  const list = names.length > MANY ? `a name that "--help" lists` : names.join(' or ')
  throw new UsageError(`${option} must be ${list}, not "${value}"${didYouMean(value, names)}`)
}
/** More names than a sentence should list. */
const MANY = 6

/** @throws UsageError */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** A part of something, such as 2/5. @throws UsageError */
export function partOf(option: string, text: string): { at: number; of: number } {
  const [at = NaN, of = NaN, ...rest] = /^\d+\/\d+$/.test(text) ? text.split('/').map(Number) : []
  if (at >= 1 && at <= of && rest.length === 0) return { at, of }
  throw new UsageError(`${option} must be a part such as 2/5, not "${text}".`)
}

/** The text of a file that the user named. @throws UsageError */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path}: ${fileProblem(error) ?? errorSentence(error)}`)
  }
}

/** The JSON of a file that the user named. @throws UsageError */
export function jsonOf(path: string): unknown {
  const text = textOf(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path}: is not valid JSON (${errorSentence(error)}).`)
  }
}

/** Refuses an output that cannot be written, before the work of hours is done for it. @throws UsageError */
export function checkOutput(option: string, path: string, kind: 'file' | 'folder'): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory() === (kind === 'folder')) return
  throw new UsageError(`${option} must be a ${kind}; ${path} is a ${kind === 'file' ? 'folder' : 'file'}.`)
}

/** Ends a script with the sentence of a problem with its options. */
export function orExit<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(2)
  }
}
