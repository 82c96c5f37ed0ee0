import { valueIn } from '../base/records.ts'

/** Arguments and description of each command. Commands not listed only accept `--help`. */
const USAGES: Readonly<Record<string, readonly [synopsis: string, description: string]>> = {
  ls: ['[-la] [FILE]...', 'List what is in a directory'],
  cat: ['[FILE]...', 'Print files'],
  cd: ['[DIRECTORY]', 'Change the working directory'],
  pwd: ['', 'Print the working directory'],
  find: ['[PATH]... [EXPRESSION]', 'Search for files'],
  touch: ['FILE...', 'Make files that are not there yet'],
  mkdir: ['[-p] DIRECTORY...', 'Make directories'],
  rm: ['[-rf] FILE...', 'Remove files'],
  rmdir: ['DIRECTORY...', 'Remove empty directories'],
  grep: ['[-inv] PATTERN [FILE]...', 'Search for a pattern'],
  head: ['[-n LINES] [FILE]...', 'Print the first lines'],
  tail: ['[-n LINES] [-f] [FILE]...', 'Print the last lines'],
  ping: ['[-c COUNT] HOST', 'Send echo requests to a host'],
  curl: ['[-sI] URL', 'Request an address'],
  kill: ['[-SIGNAL] PID...', 'Send a signal to processes'],
  journalctl: ['[-f] [-n LINES] [-u UNIT]', 'Print the log of the system'],
  systemctl: ['COMMAND [UNIT]...', 'Control the units of the system'],
  'balena-engine': ['COMMAND', 'Control the containers'],
  reboot: ['', 'Restart the device'],
  shutdown: ['', 'Switch the device off; it has to be switched on by hand'],
}

/** The output of `--help`. */
export function usageOf(name: string): string {
  const [synopsis, description] = valueIn(USAGES, name) ?? ['[ARGUMENT]...', '']
  return [
    `Usage: ${name}${synopsis === '' ? '' : ` ${synopsis}`}`,
    ...(description === '' ? [] : ['', description]),
    '',
  ].join('\n')
}
