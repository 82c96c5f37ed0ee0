import { expect, test } from 'vitest'
import { differences } from '../../testing/shell-scripts.ts'

type Shell = 'bash' | 'sh' | 'ash' | 'dash'

/**
 * Scripts with what the shells themselves print: classes of differences that scripts drawn at random showed. Bash prints the
 * same as `sh`, and dash the same as ash, unless another text stands there; a script without a text for a shell is not for it.
 */
const ROWS: readonly (readonly [script: string, prints: Partial<Record<Shell, string>>])[] = [
  [
    'set -e; for i in a b; do [ "$i" = a ] && continue; [ "$i" = z ] && break; done; echo on; { false && true; }; echo on; f() { false && true; }; f; echo off',
    { bash: 'on\non\n[1]', ash: 'on\non\n[1]' },
  ],
  [
    'set -e; if true; then false || false && true; fi; echo on; ( false && true ); echo off',
    { bash: 'on\n[1]', ash: 'on\n[1]' },
  ],
  [
    'getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"; f() { getopts ab: o -a -b v; echo "$o"; }; f; f; getopts ab: o -a -b v; echo "$o $OPTARG"; getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"',
    {
      bash: 'a [unset]\nb\n?\n? \n? [unset]\n',
      ash: 'a []\na\na\nb v\n? [unset]\n',
      dash: 'a []\na\na\nb v\n? [v]\n',
    },
  ],
  ['getopts a o -a; echo $o; set -- -a; getopts a o; echo "$o $?"', { bash: 'a\n? 1\n', ash: 'a\na 0\n' }],
  [
    'n=2; echo $((n > 1 ? 3 : zz / 0)) $((0 && (n = 9))) $n',
    { bash: '3 0 2\n', ash: 't.sh: line 1: divide by zero\n[2]', dash: '3 0 2\n' },
  ],
  [
    'x=one; echo $((1 ? 2 : x)); echo $((x)); echo after',
    { bash: '2\n0\nafter\n', ash: '2\n0\nafter\n', dash: '2\nt.sh: 1: Illegal number: one\n[2]' },
  ],
  [
    'readonly R=1\nreadonly R=2; echo a $?\nexport R=3; echo b $?\necho c',
    {
      bash: 't.sh: line 2: R: readonly variable\na 1\nt.sh: line 3: R: readonly variable\nb 1\nc\n',
      sh: 't.sh: line 2: R: readonly variable\n[1]',
      ash: 't.sh: readonly: line 2: R: is read only\n[2]',
      dash: 't.sh: 2: readonly: R: is read only\n[2]',
    },
  ],
  [
    'unset v; echo "a${!v}b"; echo skipped\necho "rc $?"; v="a b"; echo x${!v}; echo skipped\nset -- p; v=1; echo ${!v}; arr=(x y); v="arr[1]"; echo ${!v}; v=@; echo "${!v}"',
    {
      bash: 't.sh: line 1: v: invalid indirect expansion\nrc 1\nt.sh: line 2: a b: invalid variable name\np\ny\np\n',
    },
  ],
  [
    'set -u; cat <<< $nope; echo "rc $?"; echo $((nope + 1)); echo off',
    { bash: 't.sh: line 1: nope: unbound variable\nrc 1\nt.sh: line 1: nope: unbound variable\n[1]' },
  ],
  ['set -u; v=nope; echo ${!v}; echo off', { bash: 't.sh: line 1: !v: unbound variable\n[1]' }],
  [
    'readonly R=1; declare R=2; echo $?; f() { local R=3; echo $?; }; f',
    {
      bash: 't.sh: line 1: declare: R: readonly variable\n1\nt.sh: line 1: local: R: readonly variable\n1\n',
    },
  ],
  [
    'readonly x=5; read a x b <<E\n1 2 3\nE\necho "$? $a $b"; printf -v x hi; echo $?',
    { bash: 't.sh: line 1: x: readonly variable\n1 1 \nt.sh: line 4: x: readonly variable\n1\n' },
  ],
  [
    'readonly x=5; read x <<E\n3\nE\necho $?',
    { ash: 't.sh: read: line 1: x: is read only\n2\n', dash: 't.sh: 1: read: x: is read only\n2\n' },
  ],
]

const LIKE = { bash: 'bash', sh: 'bash', ash: 'ash', dash: 'ash' } as const satisfies Record<Shell, Shell>

test.each(['bash', 'sh', 'ash', 'dash'] as const)('where scripts of %s end and go on', (shell) => {
  const rows = ROWS.flatMap(([script, prints]) => {
    const printed = prints[shell] ?? prints[LIKE[shell]]
    return printed === undefined ? [] : [[script, printed] as const]
  })
  expect(rows.length).toBeGreaterThan(5)
  expect(differences(shell, rows)).toEqual([])
})
