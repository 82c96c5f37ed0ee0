import { expect, test } from 'vitest'
import { differences } from '../../testing/shell-scripts.ts'

// What the shells themselves print: classes of differences that scripts drawn at random showed.
const ROWS = {
  bash: [
    [
      'set -e; for i in a b; do [ "$i" = a ] && continue; [ "$i" = z ] && break; done; echo on; { false && true; }; echo on; f() { false && true; }; f; echo off',
      'on\non\n[1]',
    ],
    ['set -e; if true; then false || false && true; fi; echo on; ( false && true ); echo off', 'on\n[1]'],
    [
      'getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"; f() { getopts ab: o -a -b v; echo "$o"; }; f; f; getopts ab: o -a -b v; echo "$o $OPTARG"; getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"',
      'a [unset]\nb\n?\n? \n? [unset]\n',
    ],
    ['getopts a o -a; echo $o; set -- -a; getopts a o; echo "$o $?"', 'a\n? 1\n'],
    ['n=2; echo $((n > 1 ? 3 : zz / 0)) $((0 && (n = 9))) $n', '3 0 2\n'],
    ['x=one; echo $((1 ? 2 : x)); echo $((x)); echo after', '2\n0\nafter\n'],
    [
      'readonly R=1\nreadonly R=2; echo a $?\nexport R=3; echo b $?\necho c',
      't.sh: line 2: R: readonly variable\na 1\nt.sh: line 3: R: readonly variable\nb 1\nc\n',
    ],
    [
      'unset v; echo "a${!v}b"; echo skipped\necho "rc $?"; v="a b"; echo x${!v}; echo skipped\nset -- p; v=1; echo ${!v}; arr=(x y); v="arr[1]"; echo ${!v}; v=@; echo "${!v}"',
      't.sh: line 1: v: invalid indirect expansion\nrc 1\nt.sh: line 2: a b: invalid variable name\np\ny\np\n',
    ],
    [
      'set -u; cat <<< $nope; echo "rc $?"; echo $((nope + 1)); echo off',
      't.sh: line 1: nope: unbound variable\nrc 1\nt.sh: line 1: nope: unbound variable\n[1]',
    ],
    ['set -u; v=nope; echo ${!v}; echo off', 't.sh: line 1: !v: unbound variable\n[1]'],
    [
      'readonly R=1; declare R=2; echo $?; f() { local R=3; echo $?; }; f',
      't.sh: line 1: declare: R: readonly variable\n1\nt.sh: line 1: local: R: readonly variable\n1\n',
    ],
    [
      'readonly x=5; read a x b <<E\n1 2 3\nE\necho "$? $a $b"; printf -v x hi; echo $?',
      't.sh: line 1: x: readonly variable\n1 1 \nt.sh: line 4: x: readonly variable\n1\n',
    ],
  ],
  sh: [
    [
      'set -e; for i in a b; do [ "$i" = a ] && continue; [ "$i" = z ] && break; done; echo on; { false && true; }; echo on; f() { false && true; }; f; echo off',
      'on\non\n[1]',
    ],
    ['set -e; if true; then false || false && true; fi; echo on; ( false && true ); echo off', 'on\n[1]'],
    [
      'getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"; f() { getopts ab: o -a -b v; echo "$o"; }; f; f; getopts ab: o -a -b v; echo "$o $OPTARG"; getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"',
      'a [unset]\nb\n?\n? \n? [unset]\n',
    ],
    ['getopts a o -a; echo $o; set -- -a; getopts a o; echo "$o $?"', 'a\n? 1\n'],
    ['n=2; echo $((n > 1 ? 3 : zz / 0)) $((0 && (n = 9))) $n', '3 0 2\n'],
    ['x=one; echo $((1 ? 2 : x)); echo $((x)); echo after', '2\n0\nafter\n'],
    [
      'readonly R=1\nreadonly R=2; echo a $?\nexport R=3; echo b $?\necho c',
      't.sh: line 2: R: readonly variable\n[1]',
    ],
    [
      'unset v; echo "a${!v}b"; echo skipped\necho "rc $?"; v="a b"; echo x${!v}; echo skipped\nset -- p; v=1; echo ${!v}; arr=(x y); v="arr[1]"; echo ${!v}; v=@; echo "${!v}"',
      't.sh: line 1: v: invalid indirect expansion\nrc 1\nt.sh: line 2: a b: invalid variable name\np\ny\np\n',
    ],
    [
      'set -u; cat <<< $nope; echo "rc $?"; echo $((nope + 1)); echo off',
      't.sh: line 1: nope: unbound variable\nrc 1\nt.sh: line 1: nope: unbound variable\n[1]',
    ],
    ['set -u; v=nope; echo ${!v}; echo off', 't.sh: line 1: !v: unbound variable\n[1]'],
    [
      'readonly R=1; declare R=2; echo $?; f() { local R=3; echo $?; }; f',
      't.sh: line 1: declare: R: readonly variable\n1\nt.sh: line 1: local: R: readonly variable\n1\n',
    ],
    [
      'readonly x=5; read a x b <<E\n1 2 3\nE\necho "$? $a $b"; printf -v x hi; echo $?',
      't.sh: line 1: x: readonly variable\n1 1 \nt.sh: line 4: x: readonly variable\n1\n',
    ],
  ],
  ash: [
    [
      'set -e; for i in a b; do [ "$i" = a ] && continue; [ "$i" = z ] && break; done; echo on; { false && true; }; echo on; f() { false && true; }; f; echo off',
      'on\non\n[1]',
    ],
    ['set -e; if true; then false || false && true; fi; echo on; ( false && true ); echo off', 'on\n[1]'],
    [
      'getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"; f() { getopts ab: o -a -b v; echo "$o"; }; f; f; getopts ab: o -a -b v; echo "$o $OPTARG"; getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"',
      'a []\na\na\nb v\n? [unset]\n',
    ],
    ['getopts a o -a; echo $o; set -- -a; getopts a o; echo "$o $?"', 'a\na 0\n'],
    ['n=2; echo $((n > 1 ? 3 : zz / 0)) $((0 && (n = 9))) $n', 't.sh: line 1: divide by zero\n[2]'],
    ['x=one; echo $((1 ? 2 : x)); echo $((x)); echo after', '2\n0\nafter\n'],
    [
      'readonly R=1\nreadonly R=2; echo a $?\nexport R=3; echo b $?\necho c',
      't.sh: readonly: line 2: R: is read only\n[2]',
    ],
    ['readonly x=5; read x <<E\n3\nE\necho $?', 't.sh: read: line 1: x: is read only\n2\n'],
  ],
  dash: [
    [
      'set -e; for i in a b; do [ "$i" = a ] && continue; [ "$i" = z ] && break; done; echo on; { false && true; }; echo on; f() { false && true; }; f; echo off',
      'on\non\n[1]',
    ],
    ['set -e; if true; then false || false && true; fi; echo on; ( false && true ); echo off', 'on\n[1]'],
    [
      'getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"; f() { getopts ab: o -a -b v; echo "$o"; }; f; f; getopts ab: o -a -b v; echo "$o $OPTARG"; getopts ab: o -a -b v; echo "$o [${OPTARG-unset}]"',
      'a []\na\na\nb v\n? [v]\n',
    ],
    ['getopts a o -a; echo $o; set -- -a; getopts a o; echo "$o $?"', 'a\na 0\n'],
    ['n=2; echo $((n > 1 ? 3 : zz / 0)) $((0 && (n = 9))) $n', '3 0 2\n'],
    ['x=one; echo $((1 ? 2 : x)); echo $((x)); echo after', '2\nt.sh: 1: Illegal number: one\n[2]'],
    [
      'readonly R=1\nreadonly R=2; echo a $?\nexport R=3; echo b $?\necho c',
      't.sh: 2: readonly: R: is read only\n[2]',
    ],
    ['readonly x=5; read x <<E\n3\nE\necho $?', 't.sh: 1: read: x: is read only\n2\n'],
  ],
} as const

test.each(['bash', 'sh', 'ash', 'dash'] as const)('where scripts of %s end and go on', (shell) => {
  expect(differences(shell, ROWS[shell])).toEqual([])
})
