import { plural } from '@/lib/format.ts'
/** The device log: search, and actions on a line. */
export const logSearchText = {
  open: 'Search in logs',
  label: 'Search in the lines',
  count: (lines: string, number: number) =>
    plural(number, { one: '1 line matches', other: `${lines} lines match` }),
  place: (nth: string, lines: string) => `${nth} of ${lines}`,
}

export const logLineText = {
  wrap: 'Wrap',
  line: 'line',
  link: 'Copy link to line',
  chosen: (line: string) => `Selected line: ${line}`,
  linkCopied: 'Link to line copied',
  keys: 'Enter selects a line, arrow keys move between lines.',
  lookingFor: 'Looking for the linked line…',
  gone: 'The linked line is no longer stored by the platform.',
  historyFailed: (why: string) => `Older lines could not be loaded: ${why}`,
}
