import { valueIn } from '../base/records.ts'

/** Arguments and description of each command. Commands not listed only accept `--help`. */
const USAGES: Readonly<Record<string, readonly [synopsis: string, description: string]>> = {
  awk: ['[-v NAME=VALUE]... [-F SEPARATOR] PROGRAM [FILE]...', 'Run a program for each line'],
  'balena-engine': ['COMMAND', 'Control the containers'],
  base64: ['[-d] [-w COLUMNS] [FILE]', 'Encode or decode base64'],
  basename: ['FILE [SUFFIX]', 'Print a path without its directory and suffix'],
  cal: ['[-jmy] [[MONTH] YEAR]', 'Print a calendar'],
  cat: ['[-nbvteA] [FILE]...', 'Print files'],
  cd: ['[DIRECTORY]', 'Change the working directory'],
  chmod: ['[-Rcvf] MODE[,MODE]... FILE...', 'Change the mode of files'],
  chown: ['[-Rh] USER[:[GROUP]] FILE...', 'Change the owner of files'],
  cmp: ['[-ls] [-n NUMBER] FILE1 [FILE2]', 'Compare two files byte by byte'],
  cp: ['[-arPLfilsTu] SOURCE... DESTINATION', 'Copy files'],
  curl: ['[-sI] URL', 'Request an address'],
  cut: ['-b|c|f LIST [-d SEPARATOR] [-s] [FILE]...', 'Print parts of each line'],
  date: ['[-u] [-d TIME] [+FORMAT]', 'Print the time'],
  dd: ['[if=FILE] [of=FILE] [bs=SIZE] [count=NUMBER] [skip=NUMBER] [seek=NUMBER]', 'Copy a file in blocks'],
  df: ['[-PkmhTai] [-B SIZE] [FILE]...', 'Print the space of file systems'],
  diff: ['[-abBdiNqrTstwu] [-L LABEL] [-S FILE] [-U LINES] FILE1 FILE2', 'Compare files line by line'],
  dirname: ['FILE', 'Print the directory of a path'],
  du: ['[-aHLdclsxhmk] [FILE]...', 'Print the space of files and directories'],
  env: [
    '[-i0] [-u NAME]... [-] [NAME=VALUE]... [PROGRAM ARGUMENTS]',
    'Run a program in a changed environment',
  ],
  find: ['[-HL] [PATH]... [OPTIONS] [ACTIONS]', 'Search for files'],
  free: ['[-bkmgh]', 'Print the use of memory'],
  grep: [
    '[-HhnlLoqvsrRiwFE] [-m NUMBER] [-A|B|C LINES] { PATTERN | -e PATTERN | -f FILE } [FILE]...',
    'Search for a pattern',
  ],
  gzip: ['[-cfkdt123456789] [FILE]...', 'Compress files'],
  head: ['[-n LINES | -c BYTES] [-qv] [FILE]...', 'Print the first lines'],
  hexdump: [
    '[-bcdoxCv] [-e FORMAT] [-f FILE] [-n LENGTH] [-s OFFSET] [FILE]...',
    'Print files in hexadecimal',
  ],
  id: ['[-ugGnr] [USER]', 'Print the identity of a user'],
  ifconfig: ['[-a] [INTERFACE] [ADDRESS]', 'Print or configure a network interface'],
  journalctl: ['[-f] [-n LINES] [-u UNIT]', 'Print the log of the system'],
  kill: ['[-l] [-SIGNAL] PID...', 'Send a signal to processes'],
  killall: ['[-lq] [-SIGNAL] NAME...', 'Send a signal to the processes of a name'],
  less: ['[-EFIMmNSRh~] [FILE]...', 'View files page by page'],
  ln: ['[-sfnbtv] [-S SUFFIX] TARGET... LINK|DIRECTORY', 'Make links'],
  ls: ['[-1AaCxdLHRFplinshrSXvctu] [-w WIDTH] [FILE]...', 'List what is in a directory'],
  md5sum: ['[-c] [FILE]...', 'Print or check MD5 sums'],
  mkdir: ['[-m MODE] [-p] DIRECTORY...', 'Make directories'],
  mktemp: ['[-dt] [-p DIRECTORY] [TEMPLATE]', 'Make a temporary file'],
  mv: ['[-fin] SOURCE... DESTINATION', 'Move or rename files'],
  nslookup: ['[-type=TYPE] [-debug] HOST [SERVER]', 'Look up a name'],
  ping: ['[OPTIONS] HOST', 'Send echo requests to a host'],
  printenv: ['[NAME]...', 'Print variables of the environment'],
  pwd: ['', 'Print the working directory'],
  readlink: ['[-fnv] FILE', 'Print the target of a link'],
  realpath: ['FILE...', 'Print the path of a file without links'],
  reboot: ['', 'Restart the device'],
  rm: ['[-irf] FILE...', 'Remove files'],
  rmdir: ['[-p] DIRECTORY...', 'Remove empty directories'],
  sed: ['[-i[SUFFIX]] [-nrE] [-f FILE]... [-e COMMAND]... [FILE]...', 'Edit each line'],
  seq: ['[-w] [-s SEPARATOR] [FIRST [STEP]] LAST', 'Print numbers'],
  shutdown: ['', 'Switch the device off; it has to be switched on by hand'],
  sleep: ['[NUMBER]...', 'Wait for a time'],
  sort: [
    '[-nrughMcszbdfiokt] [-o FILE] [-k START[.OFFSET][OPTIONS][,END[.OFFSET][OPTIONS]]] [-t CHAR] [FILE]...',
    'Sort lines',
  ],
  stat: ['[-ltf] [-c FORMAT] FILE...', 'Print what is known of a file'],
  systemctl: ['COMMAND [UNIT]...', 'Control the units of the system'],
  tail: ['[-n LINES | -c BYTES] [-fqv] [-s SECONDS] [FILE]...', 'Print the last lines'],
  tar: [
    'c|x|t [-zvOok] [-f FILE] [-C DIRECTORY] [-T FILE] [-X FILE] [FILE]...',
    'Make, list or unpack an archive',
  ],
  tee: ['[-ai] [FILE]...', 'Write the input to files and to the output'],
  timeout: ['[-s SIGNAL] [-k SECONDS] SECONDS PROGRAM [ARGUMENTS]', 'Run a program for a limited time'],
  top: ['[-bn COUNT] [-d SECONDS]', 'Show the processes as they run'],
  touch: ['[-cham] [-d TIME | -t TIME] [-r FILE] FILE...', 'Make files, or change their time'],
  tr: ['[-cds] STRING1 [STRING2]', 'Replace, squeeze or delete characters'],
  traceroute: ['[OPTIONS] HOST [BYTES]', 'Show the way to a host'],
  umount: ['[-rlfda] [-t TYPE] FILESYSTEM|DIRECTORY', 'Unmount a file system'],
  uname: ['[-amnrspvio]', 'Print what system this is'],
  uniq: ['[-cduiz] [-f,s,w NUMBER] [FILE [OUTPUT]]', 'Leave out repeated lines'],
  vi: ['[-c COMMAND] [-R] [-H] [FILE]...', 'Edit a file'],
  watch: ['[-n SECONDS] [-t] PROGRAM [ARGUMENTS]', 'Run a program again and again'],
  wc: ['[-cmlwL] [FILE]...', 'Count lines, words and bytes'],
  wget: [
    '[-cqS] [-O FILE] [-o FILE] [--header TEXT] [--post-data TEXT] [-T SECONDS] URL...',
    'Request an address',
  ],
  which: ['[-a] COMMAND...', 'Print the path of a program'],
  xargs: ['[OPTIONS] [PROGRAM ARGUMENTS]', 'Run a program with arguments from the input'],
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

/** What busybox says after a mistake, and for `--help`. */
export function busyboxUsage(name: string): string {
  return `BusyBox v1.36.1 () multi-call binary.\n\n${usageOf(name)}`
}

/** Programs with a help of their own, which busybox does not print. */
const OWN_HELP: ReadonlySet<string> = new Set(
  'balena-engine cd curl halt journalctl poweroff pwd reboot shutdown systemctl'.split(' '),
)

/** The output of `--help` of a small program. */
export function helpOf(name: string, isBusybox: boolean): string {
  return isBusybox && !OWN_HELP.has(name) ? busyboxUsage(name) : usageOf(name)
}
