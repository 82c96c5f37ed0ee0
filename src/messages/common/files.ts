import { formatNumber } from '@/lib/format.ts'

/** Errors in files that people write, and in links that hold a file. */
export const fileText = {
  atLine: (line: number, reason: string) => `Line ${formatNumber(line)}: ${reason}`,
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  invalid: 'The file is invalid',
  tooLarge: 'The file is too large',
  unprintable: 'There is a control character here; remove it',
  tooDeep: 'The file is nested too deeply',
  tooManyAliases: 'The file has too many aliases (*name)',
  noAliases: 'The file has aliases (*name); write out what they stand for',
  twice: (key: string) => `“${key}” is there twice`,
  mustBeJson: 'A file of this length must be JSON',
  unreadable: 'The file cannot be read',
  unreadableFile: 'The file could not be read. It may have been moved, or you may not open it.',
  notLoaded: 'The code that reads files could not be loaded: check the connection, or reload the page',
  tooSlow: 'Reading the file takes too long',
  linkIncomplete: 'The link is incomplete',
  linkTooLong: 'What the link holds is too long',
}

/** Errors of a part of a file. `place` is its path, such as `fleets.0.name`. */
export const filePartText = {
  wholeFile: 'The file',
  /** For a reason that is a sentence of its own, or a predicate. */
  sentence: (place: string, reason: string) => `${place}: ${reason}`,
  predicate: (place: string, reason: string) => `${place} ${reason}`,
  unknownKey: (place: string, key: string) => `${place} must not have "${key}"`,
  unknownKeyMeant: (place: string, key: string, meant: string) =>
    `${place} must not have "${key}"; did you mean "${meant}"?`,
  meant: (reason: string, meant: string) => `${reason}; did you mean "${meant}"?`,
  missing: 'is missing',
  type: (type: string) => `must be of type ${type}`,
}
