import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
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
  try {
    return readArguments(config)
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exit(2)
  }
}

/** Ends a script that takes no options if some are given, instead of ignoring them. */
export function noArguments(command: string, instead = ''): void {
  if (process.argv.length <= 2) return
  process.stderr.write(`"${command}" takes no options.${instead && ` ${instead}`}\n`)
  process.exit(2)
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  EACCES: 'this account has no access to it.',
  EISDIR: 'is a folder, and a file is needed.',
  ENOTDIR: 'a part of this path is a file, and a folder is needed.',
  EROFS: 'cannot be written, because its disk is read-only.',
  ENOSPC: 'cannot be written, because the disk is full.',
}

/** An error as a sentence for the user, without the jargon of the system. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = 'code' in error ? error.code : undefined
  const path: unknown = 'path' in error ? error.path : undefined
  const problem = typeof code === 'string' ? FILE_PROBLEMS[code] : undefined
  return problem === undefined ? error.message : `${typeof path === 'string' ? path : 'A file'}: ${problem}`
}
