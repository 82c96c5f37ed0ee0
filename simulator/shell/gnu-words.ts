/** A message of busybox, and how the program of GNU says the same. */
const RULES: readonly (readonly [program: string, busybox: RegExp, gnu: string])[] = [
  ['cat md5sum sha1sum sha256sum sha512sum uniq', /^can't open '(.*)': (.*)$/, '$1: $2'],
  ['tail', /^can't open '(.*)': (.*)$/, "cannot open '$1' for reading: $2"],
  ['head', /^(.*): (No such file or directory)$/, "cannot open '$1' for reading: $2"],
  ['more rev', /^(?:can't open '(.*)'|(.*)): (.*)$/, 'cannot open $1$2: $3'],
  ['less', /^can't open '(.*)': (.*)$/, '$1: $2'],
  ['sort', /^(.*): (No such file or directory)$/, 'cannot read: $1: $2'],
  ['tac', /^(.*): (No such file or directory)$/, "failed to open '$1' for reading: $2"],
  ['sed', /^(.*): (No such file or directory)$/, "can't read $1: $2"],
  ['dd', /^can't open '(.*)': (.*)$/, "failed to open '$1': $2"],
  ['tar', /^can't open '(.*)': (.*)$/, '$1: Cannot open: $2'],
  ['diff', /^can't stat '(.*)': (.*)$/, '$1: $2'],
  [
    'md5sum sha1sum sha256sum sha512sum',
    /^WARNING: 1 of \d+ computed checksums (did NOT match)$/,
    'WARNING: 1 computed checksum $1',
  ],
  [
    'md5sum sha1sum sha256sum sha512sum',
    /^WARNING: (\d+) of \d+ (computed checksums did NOT match)$/,
    'WARNING: $1 $2',
  ],
  ['expr', /^non-numeric argument$/, 'non-integer argument'],
  ['sed', /^unmatched '.'$/, "-e expression #1: unterminated `s' command"],
  ['umount', /^can't unmount (.*): No such file or directory$/, '$1: no mount point specified.'],
  ['ls', /^(.*): (No such file or directory)$/, "cannot access '$1': $2"],
  ['rm', /^can't remove '(.*)': (.*)$/, "cannot remove '$1': $2"],
  ['rm', /^'(.*)' is a directory$/, "cannot remove '$1': Is a directory"],
  ['rmdir', /^'(.*)': (.*)$/, "failed to remove '$1': $2"],
  ['cp', /^omitting directory '(.*)'$/, "-r not specified; omitting directory '$1'"],
  ['cp mv', /^can't (?:stat|rename) '(.*)': (No such file or directory)$/, "cannot stat '$1': $2"],
  ['cp', /^can't create '(.*)': (.*)$/, "cannot create regular file '$1': $2"],
  ['mkdir', /^can't create directory '(.*)': (.*)$/, "cannot create directory '$1': $2"],
  ['touch', /^(.*): ([^:]*)$/, "cannot touch '$1': $2"],
  ['ln', /^(.*): (No such file or directory)$/, "failed to access '$1': $2"],
  ['ln', /^(.*): (File exists)$/, "failed to create symbolic link '$1': $2"],
  ['chmod chown chgrp', /^(.*): (No such file or directory)$/, "cannot access '$1': $2"],
  [
    'chown chgrp',
    /^(.*): (Operation not permitted|Read-only file system)$/,
    "changing ownership of '$1': $2",
  ],
  ['chmod', /^invalid mode '(.*)'$/, "invalid mode: '$1'"],
  ['stat', /^can't stat '(.*)': (.*)$/, "cannot statx '$1': $2"],
  ['du', /^(.*): (No such file or directory)$/, "cannot access '$1': $2"],
  ['df', /^(.*): can't find mount point$/, '$1: No such file or directory'],
  ['find', /^(.*): (No such file or directory)$/, "'$1': $2"],
  ['date', /^invalid date '(.*)'$/, "invalid date '$1'"],
  ['sleep timeout', /^invalid number '(.*)'$/, "invalid time interval '$1'"],
  ['head tail', /^invalid number '(.*)'$/, "invalid number of lines: '$1'"],
  ['seq', /^invalid number '(.*)'$/, "invalid floating point argument: '$1'"],
  ['env', /^can't execute '(.*)': (.*)$/, "'$1': $2"],
  ['timeout nice nohup', /^can't execute '(.*)': (.*)$/, "failed to run command '$1': $2"],
  ['tee', /^(.*): nonexistent directory$/, '$1: No such file or directory'],
  ['id', /^unknown user (.*)$/, "'$1': no such user"],
]

/** Programs of GNU after whose misuse help is offered. */
const OFFERS_HELP =
  /^(?:missing .*operand.*|invalid option -- .*|unrecognized option .*|option requires an argument -- .*|invalid mode: .*|invalid time interval .*|invalid floating point argument: .*)$/

/** The problem of a program in the words of GNU. */
export function gnuProblem(program: string, problem: string): string {
  const rule = RULES.find(([names, busybox]) => names.split(' ').includes(program) && busybox.test(problem))
  const said = rule ? problem.replace(rule[1], rule[2]) : problem
  return OFFERS_HELP.test(said) ? `${said}\nTry '${program} --help' for more information.` : said
}
