import { expect, test } from 'vitest'
import { differences } from '../../testing/shell-scripts.ts'

// What bash 5.2 prints for these scripts when it is called as sh, errors among the rest, with the exit code in brackets.
const AS_SH = [
  ['echo $LINENO; echo "${LINENO}"', '1\n1\n'],
  ['f() { echo ${FUNCNAME[0]} $FUNCNAME; g; }; g() { echo "${FUNCNAME[@]}"; }; f', 'f f\ng f main\n'],
  ['echo "a\'b" \'c"d\' a\\ b "x\\$y" "a\\nb" \'a\\nb\'', 'a\'b c"d a b x$y a\\nb a\\nb\n'],
  ['x=; echo "${x:-d}" "${x-d}" "${y-d}" "${y:=z}" $y "${x:+s}" "${x+s}"', 'd  d z z  s\n'],
  ['unset z; echo ${z:?no z here}; echo after', 't.sh: line 1: z: no z here\n[1]'],
  ['unset z; (echo ${z?}); echo $?', 't.sh: line 1: z: parameter not set\n1\n'],
  ['set -u; echo $undefined; echo after', 't.sh: line 1: undefined: unbound variable\n[1]'],
  ['set -u; echo ${undefined:-ok} "$@" $#', 'ok 0\n'],
  ['set -e; false; echo after', '[1]'],
  ['set -e; false || true; if false; then :; fi; ! true; echo here', 'here\n'],
  ['set -e; f() { false; echo in; }; f || echo caught; f; echo after', 'in\n[1]'],
  ['set -e; x=$(false); echo after', '[1]'],
  ['set -e; (exit 3); echo after', '[3]'],
  ['set -o pipefail; false | true; echo $?', '1\n'],
  ['false | true; echo $? ${PIPESTATUS[@]}', '0 1 0\n'],
  ['true | false | (exit 3); echo "${PIPESTATUS[*]}"', '0 1 3\n'],
  [
    'x="a b  c"; for i in $x; do echo "[$i]"; done; for i in "$x"; do echo "[$i]"; done',
    '[a]\n[b]\n[c]\n[a b  c]\n',
  ],
  ['IFS=:; x=a:b::c; for i in $x; do echo "[$i]"; done', '[a]\n[b]\n[]\n[c]\n'],
  ['IFS=,; x="a,b,,c,"; set -- $x; echo $#; echo "$*"', '4\na,b,,c\n'],
  ['IFS=\' ,\'; x=" a , b,c  d "; for i in $x; do echo "[$i]"; done', '[a]\n[b]\n[c]\n[d]\n'],
  [
    'set -- a "b c" d; echo $# "$*" "$@"; for i in "$@"; do echo "<$i>"; done; for i; do echo "<$i>"; done',
    '3 a b c d a b c d\n<a>\n<b c>\n<d>\n<a>\n<b c>\n<d>\n',
  ],
  ['set -- 1 2 3 4 5 6 7 8 9 10 11; echo $10 ${10} ${11}; shift 3; echo $1 $#', '10 10 11\n4 8\n'],
  ['shift 5; echo $?', 't.sh: line 1: shift: 5: shift count out of range\n1\n'],
  [
    'echo $((1+2*3)) $((7/2)) $((-7/2)) $((7%3)) $((2**10)) $((1<<4)) $((0x1f)) $((010)) $((2#101)) $((5>3)) $((!5)) $((~5))',
    '7 3 -3 1 1024 16 31 8 5 1 0 -6\n',
  ],
  ['x=5; echo $((x++)) $x $((++x)) $((x+=2)) $((x*=x)) $((x>10?1:0)) $((x,3))', '5 6 7 9 81 1 3\n'],
  ['echo $((1/0)); echo after', 't.sh: line 1: 1/0: division by 0 (error token is "0")\n[1]'],
  ['echo $((1+)); echo after', 't.sh: line 1: 1+: syntax error: operand expected (error token is "+")\n[1]'],
  ['echo $((08)); echo after', 't.sh: line 1: 08: value too great for base (error token is "08")\n[1]'],
  ['let x=3+4 y=x*2; echo $x $y; let 0; echo $?', '7 14\n1\n'],
  ['((x=3, x>2)) && echo yes; ((0)) || echo no', 'yes\nno\n'],
  ['for ((i=0;i<3;i++)); do echo $i; done', '0\n1\n2\n'],
  [
    'for i in {1..3} {a..c} {01..03} {3..1} x{a,b}y {1..10..3}; do echo -n "$i "; done; echo',
    '1 2 3 a b c 01 02 03 3 2 1 xay xby 1 4 7 10 \n',
  ],
  ['echo {a,b}{1,2} {a} {} {a,b a,b} "{a,b}" a{,b}c', 'a1 a2 b1 b2 {a} {} {a,b a,b} {a,b} ac abc\n'],
  ['cat <<E', "t.sh: line 1: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n"],
  ['a $((1+1)) `echo b` $(echo c) \\$x "q"', 't.sh: line 1: a: command not found\n[127]'],
  ['E', 't.sh: line 1: E: command not found\n[127]'],
  ["cat <<'E'", "t.sh: line 1: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n"],
  ['a $x `y` \\$', 't.sh: line 1: y: command not found\nt.sh: line 1: a: command not found\n[127]'],
  ['E', 't.sh: line 1: E: command not found\n[127]'],
  ['case abc in a*) echo 1;; b*) echo 2;; esac', '1\n'],
  ['case abc in x) echo 1;; *) echo d; esac', 'd\n'],
  ['case "a b" in "a b"|c) echo m;; esac', 'm\n'],
  ['case abc in [a-c]b?) echo m;;& a*) echo n;; *) echo o;; esac', 'm\nn\n'],
  ['case abc in abc) echo a;& x) echo b;; esac', 'a\nb\n'],
  ['case x in (x) echo p;; esac; case $y in "") echo empty;; esac', 'p\nempty\n'],
  [
    '[[ abc == a* ]] && echo y; [[ abc == "a*" ]] || echo n; [[ abc =~ b ]] && echo r; [[ -z "" && -n a ]] && echo z',
    'y\nn\nr\nz\n',
  ],
  ['[[ 10 -gt 9 && 10 < 9 ]] && echo odd', 'odd\n'],
  ['[[ a = b || ( c = c && ! d = e ) ]] && echo grouping', 'grouping\n'],
  ['[[ foobar =~ ^(foo)(bar)?$ ]]; echo ${BASH_REMATCH[@]} ${#BASH_REMATCH[@]}', 'foobar foo bar 3\n'],
  [
    '[ a = a ] && echo y; [ 1 -eq 1 -a 2 -eq 2 ] && echo y; [ ! -e /nope ] && echo y; [ -d /tmp ] && echo d',
    'y\ny\ny\nd\n',
  ],
  ['[ a -eq 1 ]; echo $?', 't.sh: line 1: [: a: integer expression expected\n2\n'],
  ['[ a b ]; echo $?', 't.sh: line 1: [: a: unary operator expected\n2\n'],
  ['[ a = ]; echo $?', 't.sh: line 1: [: a: unary operator expected\n2\n'],
  ['[ -f ]; echo $?', '0\n'],
  ['[ ]; echo $?', '1\n'],
  ['[ a = b; echo $?', "t.sh: line 1: [: missing `]'\n2\n"],
  ['test -x /bin/sh && echo x; test -s f && echo s; test f -nt g; test -L /bin/ls; echo $?', 'x\ns\n0\n'],
  ['if [ "$x" = "" ]; then echo e; elif true; then echo t; else echo f; fi', 'e\n'],
  ['while read a b; do echo "$b-$a"; done < g', '2-b\n10-a\n1-c\n9-a\n'],
  ['until [ ${n:=0} -ge 3 ]; do n=$((n+1)); done; echo $n', '3\n'],
  ['i=0; while :; do i=$((i+1)); [ $i = 2 ] && continue; [ $i -gt 4 ] && break; echo $i; done', '1\n3\n4\n'],
  ['for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done', '1a\n2a\n'],
  ['for i in 1 2; do for j in a b; do break 2; done; done; echo $i$j', '1a\n'],
  ['f() { local x=1; y=2; echo $x $1 $#; return 3; }; x=0; f a b; echo $? $x $y', '1 a 2\n3 0 2\n'],
  ["f() { echo $0 $@; }; f 1 2 | sed 's/.*sh/sh/'", 'sh 1 2\n'],
  ['f() ( x=sub; echo $x ); f; echo "[$x]"', 'sub\n[]\n'],
  ['function g { echo fg; }; g; function h() { echo h; }; h', 'fg\nh\n'],
  [
    'f() { f2() { echo inner; }; }; f; f2; unset -f f2; f2',
    'inner\nt.sh: line 1: f2: command not found\n[127]',
  ],
  ['x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x', '2\n1\n3\n'],
  ["x=1 env | grep ^x=; echo $x; export y=2; sh -c 'echo $y $x'", 'x=1\n\n2\n'],
  ['readonly R=1; R=2; echo after $R', 't.sh: line 1: R: readonly variable\n[1]'],
  ['readonly R=1; unset R; echo $?', 't.sh: line 1: unset: R: cannot unset: readonly variable\n1\n'],
  ['unset x; x+=a; x+=b; echo $x; declare -i n=5; n+=3; echo $n', 'ab\n8\n'],
  ['declare -r K=1; K=2; echo x', 't.sh: line 1: K: readonly variable\n[1]'],
  ['declare -x Z=9; env | grep ^Z; declare -p Z', 'Z=9\ndeclare -x Z="9"\n'],
  ['declare -l low=ABC; declare -u up=abc; echo $low $up', 'abc ABC\n'],
  [
    'a=(1 2 3); echo ${a[@]} ${#a[@]} ${a[-1]} ${a[*]:1} ${!a[@]}; a[5]=x; echo ${!a[@]}; unset a[1]; echo ${a[@]}',
    '1 2 3 3 3 2 3 0 1 2\n0 1 2 5\n1 3 x\n',
  ],
  [
    'declare -A m; m[x]=1; m[y]=2; for k in "${!m[@]}"; do echo $k=${m[$k]}; done | sort; echo ${#m[@]}',
    'x=1\ny=2\n2\n',
  ],
  [
    'a=(b a c); printf \'%s\\n\' "${a[@]}" | sort | tr \'\\n\' \' \'; echo "${a[@]/#/x}" "${a[@]%a}"',
    'a b c xb xa xc b  c\n',
  ],
  [
    'x=hello; echo ${x:1:3} ${x: -2} ${x:0:-1} ${x^} ${x^^} ${x@U} ${x@Q} ${x:(-3):2}',
    "ell lo hell Hello HELLO HELLO 'hello' ll\n",
  ],
  [
    'x="hello world"; echo ${x/o/0} ${x//o/0} ${x/#h/H} ${x/%d/D} ${x//[aeiou]/} ${x// /_} "${x/ */}"',
    'hell0 world hell0 w0rld Hello world hello worlD hll wrld hello_world hello\n',
  ],
  ['x=/a/b/c.txt; echo ${x##*/} ${x%/*} ${x%.txt} ${x#/} ${x%%/*}', 'c.txt /a/b /a/b/c a/b/c.txt\n'],
  ["x='a*b'; echo ${x%\\**} ${x#*\\*} \"${x%'*b'}\"", 'a b a\n'],
  ['p=x; x=val; echo ${!p}; echo ${!x*}', 'val\nx\n'],
  [
    'read a b c <<< "1 2 3 4"; echo "$c|$b|$a"; read -r l <<< \'a\\tb\'; echo "$l"; read l <<< \'a\\tb\'; echo "$l"',
    '3 4|2|1\na\\tb\natb\n',
  ],
  ['IFS=: read -r u p rest <<< "root:x:0:0"; echo $u $p $rest', 'root x 0:0\n'],
  ['echo "a b" | { read x y; echo $y $x; }; read x < /dev/null; echo $?', 'b a\n1\n'],
  ['read -a arr <<< "1 2 3"; echo ${arr[1]} ${#arr[@]}; read -n 2 x <<< abcd; echo $x', '2 3\nab\n'],
  ["printf '%s-%d-%5.2f-%x-%o-%c-%%\\n' a 5 3.14159 255 8 xyz", 'a-5- 3.14-ff-10-x-%\n'],
  [
    "printf '%5s|%-5s|%05d|%+d\\n' a b 42 7; printf '%s\\n' a b c; printf '%b' 'a\\tb\\n'; printf '%q\\n' \"a b'c\"",
    "    a|b    |00042|+7\na\nb\nc\na\tb\na\\ b\\'c\n",
  ],
  ["printf '%d\\n' abc; echo $?", 't.sh: line 1: printf: abc: invalid number\n0\n1\n'],
  ["printf '%d %s\\n' 1 a 2; printf 'no newline'; echo; printf '%(%Y)T\\n' 0", '1 a\n2 \nno newline\n1970\n'],
  [
    "printf -v x '%03d' 7; echo $x; printf '%s %s\\n' a; printf '\\x41\\101\\n'; printf '%*d\\n' 5 3",
    '007\na \nAA\n    3\n',
  ],
  ['printf; echo $?', 'printf: usage: printf [-v var] format [arguments]\n2\n'],
  ["trap 'echo bye' EXIT; echo hi", 'hi\nbye\n'],
  ["trap 'echo bye $?' EXIT; exit 3", 'bye 3\n[3]'],
  ["trap 'echo err $?' ERR; false; true; echo end", 'err 1\nend\n'],
  ['while getopts ab:c opt; do echo $opt $OPTARG; done', ''],
  [
    'set -- -a -b val -c rest; while getopts ab:c opt; do echo $opt $OPTARG $OPTIND; done; shift $((OPTIND-1)); echo $@',
    'a 2\nb val 4\nc 5\nrest\n',
  ],
  ['set -- -x; while getopts ab: opt; do echo "$opt [$OPTARG]"; done', 't.sh: illegal option -- x\n? []\n'],
  [
    'set -- -b; while getopts ab: opt; do echo "$opt [$OPTARG]"; done',
    't.sh: option requires an argument -- b\n? []\n',
  ],
  ['set -- -x -b; while getopts :ab: opt; do echo "$opt [$OPTARG]"; done', '? [x]\n: [b]\n'],
  ['echo a > out; echo b >> out; cat out; cat < out > out2; cat out2; > out; wc -c < out', 'a\nb\na\nb\n0\n'],
  [
    'ls /nope 2>/dev/null; echo $?; ls /nope 2>&1 | wc -l; { echo o; echo e >&2; } > x 2>&1; cat x',
    '2\n1\no\ne\n',
  ],
  ['echo a 1>&2 2>/dev/null; exec 3> x3; echo to3 >&3; exec 3>&-; cat x3', 'a\nto3\n'],
  ['exec 4< f; read l <&4; echo $l; read l <&4; echo $l; exec 4<&-', 'one\ntwo\n'],
  ['cat < /nope; echo $?', 't.sh: line 1: /nope: No such file or directory\n1\n'],
  [
    'set -C; echo a > nc; echo b > nc; echo $?; echo c >| nc; cat nc',
    't.sh: line 1: nc: cannot overwrite existing file\n1\nc\n',
  ],
  ['echo a | tee x | cat - x; echo b | cat; (echo 1; echo 2) | (read a; read b; echo $b$a)', 'a\na\nb\n21\n'],
  [
    'x=$(echo a; echo b); echo "$x"; echo $x; x=`echo \\`echo n\\``; echo $x; echo "$(echo "a  b")" $(echo "a  b")',
    'a\nb\na b\nn\na  b a b\n',
  ],
  ['echo $(< f); echo $(cat f | wc -l)', 'one two three\n3\n'],
  ['true && echo a || echo b; false && echo a || echo b; ! false && echo c', 'a\nb\nc\n'],
  ['sleep 0 & wait $!; echo $?; (exit 5) & wait $!; echo $?', '0\n5\n'],
  ['false & wait; echo $?; jobs; echo ok', '0\nok\n'],
  ["eval 'x=1; echo $x'; eval echo \\$x; y='$x'; eval echo $y", '1\n1\n1\n'],
  ['. ./nofile; echo after', 't.sh: line 1: ./nofile: No such file or directory\n[1]'],
  ["echo 'x=src; return 4; echo no' > s.sh; . ./s.sh; echo $? $x", '4 src\n'],
  ['source nofile; echo $?', 't.sh: line 1: source: nofile: file not found\n[1]'],
  [
    'type echo cd sh nope; type -t if for f; type -a true',
    'echo is a shell builtin\ncd is a shell builtin\nsh is /bin/sh\nt.sh: line 1: type: nope: not found\nkeyword\nkeyword\ntrue is a shell builtin\ntrue is /bin/true\n',
  ],
  ['command -v ls echo if nope; echo $?; command -V cd', '/bin/ls\necho\nif\n0\ncd is a shell builtin\n'],
  [
    'command echo hi; builtin echo hi; builtin nope; hash; alias x=y; alias',
    "hi\nhi\nt.sh: line 1: builtin: nope: not a shell builtin\nx='y'\n",
  ],
  ["alias ll='ls -d'; ll /tmp", 't.sh: line 1: ll: command not found\n[127]'],
  ['exit abc', 't.sh: line 1: exit: abc: numeric argument required\n[2]'],
  ['return 3; echo after', "t.sh: line 1: return: can only `return' from a function or sourced script\n[2]"],
  ['break; echo after', 'after\n'],
  ['continue 2>&1; echo ok', 'ok\n'],
  [
    'cd /nope; echo $?; cd d; pwd; cd ..; pwd; cd -; cd; pwd',
    't.sh: line 1: cd: /nope: No such file or directory\n1\n/tmp/w/d\n/tmp/w\n/tmp/w/d\n/home/root\n',
  ],
  [
    'cd f; echo $?; cd a b; echo $?',
    't.sh: line 1: cd: f: Not a directory\n1\nt.sh: line 1: cd: too many arguments\n1\n',
  ],
  [
    "echo * ; echo d/*; echo .h* d/.*; echo [fg]; echo ?; echo nope*; echo 'f'*",
    'd f g t.sh\nd/e d/x\n.h* d/.*\nf g\nd f g\nnope*\nf\n',
  ],
  [
    'shopt -s extglob; echo @(f|g) !(f|g|d) ; echo ?(f) +(f)',
    "t.sh: line 1: syntax error near unexpected token `('\nt.sh: line 1: `shopt -s extglob; echo @(f|g) !(f|g|d) ; echo ?(f) +(f)'\n[2]",
  ],
  ['set -f; echo *; set +f; echo [!a-f]*', '*\ng t.sh\n'],
  [
    'echo ~ ~root ~/x "~" a=~ x~; x=~/y; echo $x',
    '/home/root /home/root /home/root/x ~ a=~ x~\n/home/root/y\n',
  ],
  ['echo "a', 't.sh: line 1: unexpected EOF while looking for matching `"\'\n[2]'],
  ['b"; echo a \\', 't.sh: line 1: unexpected EOF while looking for matching `"\'\n[2]'],
  ["b; echo 'it'\"'\"'s'", "t.sh: line 1: b: command not found\nit's\n"],
  [
    "echo -n a; echo -e 'a\\tb\\c d'; echo; echo -E 'a\\tb'; echo -- a; echo -x; echo -ne 'a\\n'; echo \"-n\"",
    'aa\tb\na\\tb\n-- a\n-x\na\n',
  ],
  [
    ":; echo $?; true; echo $?; (exit 256); echo $?; (exit -1); echo $?; sh -c 'exit 300'; echo $?",
    '0\n0\n0\n255\n44\n',
  ],
  [
    'nope 2>/dev/null; echo $?; /tmp; echo $?; /nope/x; echo $?; ./f; echo $?; touch ex; ./ex; echo $?',
    '127\nt.sh: line 1: /tmp: Is a directory\n126\nt.sh: line 1: /nope/x: No such file or directory\n127\nt.sh: line 1: ./f: Permission denied\n126\nt.sh: line 1: ./ex: Permission denied\n126\n',
  ],
  ['if; then', "t.sh: line 1: syntax error near unexpected token `;'\nt.sh: line 1: `if; then'\n[2]"],
  ['for i in; do echo x; done; echo ok', 'ok\n'],
  ['fi', "t.sh: line 1: syntax error near unexpected token `fi'\nt.sh: line 1: `fi'\n[2]"],
  [
    'echo a; ); echo b',
    "t.sh: line 1: syntax error near unexpected token `)'\nt.sh: line 1: `echo a; ); echo b'\n[2]",
  ],
  ['echo "unclosed', 't.sh: line 1: unexpected EOF while looking for matching `"\'\n[2]'],
  ["echo 'unclosed", "t.sh: line 1: unexpected EOF while looking for matching `''\n[2]"],
  ['echo $(unclosed', "t.sh: line 2: unexpected EOF while looking for matching `)'\n[2]"],
  ['while true; do', 't.sh: line 2: syntax error: unexpected end of file\n[2]'],
  ['case x in', 't.sh: line 2: syntax error: unexpected end of file\n[2]'],
  ['a b c | ; d', "t.sh: line 1: syntax error near unexpected token `;'\nt.sh: line 1: `a b c | ; d'\n[2]"],
  ['&& echo', "t.sh: line 1: syntax error near unexpected token `&&'\nt.sh: line 1: `&& echo'\n[2]"],
  [
    'echo a & & echo b',
    "t.sh: line 1: syntax error near unexpected token `&'\nt.sh: line 1: `echo a & & echo b'\n[2]",
  ],
  ['{ echo a }', 't.sh: line 2: syntax error: unexpected end of file\n[2]'],
  ['f() { echo; ', 't.sh: line 2: syntax error: unexpected end of file\n[2]'],
  ['for 1a in x; do :; done; echo x', "t.sh: line 1: `1a': not a valid identifier\n[2]"],
  ['1a=5; echo $?', 't.sh: line 1: 1a=5: command not found\n127\n'],
  ['a-b=5; echo $?', 't.sh: line 1: a-b=5: command not found\n127\n'],
  [
    'A=1; export A+=2; echo $A; f() { local x=a; local x+=b; echo $x; }; f; declare y=1; declare y+=2; echo $y',
    '12\nab\n12\n',
  ],
  ['export 1a=5; echo $?', "t.sh: line 1: export: `1a=5': not a valid identifier\n1\n"],
  ['unset 1a; echo $?', '0\n'],
  ['local x=1; echo $?', 't.sh: line 1: local: can only be used in a function\n1\n'],
  [
    'set -x; echo a "b c"; x=1; for i in 1; do :; done; [ a = a ]; set +x',
    "+ echo a 'b c'\na b c\n+ x=1\n+ for i in 1\n+ :\n+ '[' a = a ']'\n+ set +x\n",
  ],
  ['set -v; echo a', 'a\n'],
  ["PS4='> '; set -x; echo a", '> echo a\na\n'],
  [
    'umask; umask 077; umask; touch um; ls -l um | cut -c1-10; umask -S',
    '0022\n0077\n-rw-------\nu=rwx,g=,o=\n',
  ],
  ['echo ${#} ${#@} ${x[@]} ${#x}; echo "$@$*"; echo "a$@b"', '0 0 0\n\nab\n'],
  ['mapfile -t l < f; echo ${#l[@]} ${l[2]}; mapfile -n 1 q < f; echo "${q[0]}"', '3 three\none\n\n'],
  ['select x in a b; do echo $x; break; done <<< 2', '1) a\n2) b\n#? b\n'],
  [
    'select x in a b c; do echo "got $x $REPLY"; done <<< $\'1\\n9\\n\\n\'',
    '1) a\n2) b\n3) c\n#? got a 1\n#? got  9\n#? 1) a\n2) b\n3) c\n#? 1) a\n2) b\n3) c\n#? \n[1]',
  ],
  ['echo a b | while read x; do y=$x; done; echo "[$y]"', '[]\n'],
  ["x=1; x=2 eval 'echo $x'; echo $x; x=5 :; echo $x", '2\n2\n5\n'],
  ['echo ${x:-${y:-deep}} "${x:-"quoted word"}" ${x:-\'single\'} ${x:-a b}', 'deep quoted word single a b\n'],
  ['echo "${x:-\'single\'}" "${x:-\\"q\\"}" ${x:+"a"} ', '\'single\' "q"\n'],
  ["v='a  b'; echo $v \"$v\" ${v} '$v'; set -- $v; echo $#", 'a b a  b a b $v\n2\n'],
  [
    'echo a;echo b;;echo c',
    "t.sh: line 1: syntax error near unexpected token `;;'\nt.sh: line 1: `echo a;echo b;;echo c'\n[2]",
  ],
  ['let; echo $?', 't.sh: line 1: let: expression expected\n1\n'],
  [
    'echo $(( 3 > 2 && 2 > 1 )) $(( 3 & 1 | 4 ^ 1 )) $((  ( 1 + 2 ) * 3 )) $((-3 % 2)) $((1<2?3:4))',
    '1 5 9 -1 3\n',
  ],
  ['x=abc; echo $((x)); x="1+2"; echo $((x*2)); echo $(($x*2))', '0\n6\n5\n'],
  ['a=(1 2 3); echo $((a[1]+5)); ((a[0]++)); echo ${a[0]}; echo $((a))', '7\n2\n2\n'],
  ['echo ${x@A} ; x=1; echo ${x@A}; a=(1 2); echo ${a[@]@Q}', "\nx='1'\n'1' '2'\n"],
  ['wait 99999; echo $?', 't.sh: line 1: wait: pid 99999 is not a child of this shell\n127\n'],
  [
    'fg; echo $?; bg; echo $?; jobs %1; echo $?; kill %1; echo $?',
    't.sh: line 1: fg: no job control\n1\nt.sh: line 1: bg: no job control\n1\nt.sh: line 1: jobs: %1: no such job\n1\nt.sh: line 1: kill: %1: no such job\n1\n',
  ],
  [
    'pushd d; popd; dirs; pushd; echo $?; popd; echo $?',
    '/tmp/w/d /tmp/w\n/tmp/w\n/tmp/w\nt.sh: line 1: pushd: no other directory\n1\nt.sh: line 1: popd: directory stack empty\n1\n',
  ],
  [
    'foo\necho $LINENO\n\nf() {\n  bar\n  echo in $LINENO\n}\nf\necho $((1/0)); echo x\necho next $?',
    't.sh: line 1: foo: command not found\n2\nt.sh: line 5: bar: command not found\nin 6\nt.sh: line 9: 1/0: division by 0 (error token is "0")\n[1]',
  ],
  [
    "cat <<E\na $((1+1)) `echo b` $(echo c) \\$x \"q\" 'r' $HOME\n  ${x:-$(echo d)}\nE\ncat <<'E'\na $x `y` \\$\nE\ncat <<-E\n\ttab\n\t\ttwo\n\tE\ncat <<A; cat <<B\n1\nA\n2\nB",
    'a 2 b c $x "q" \'r\' /home/root\n  d\na $x `y` \\$\ntab\ntwo\n1\n2\n',
  ],
  [
    'cat <<E | tr a-z A-Z\nhello\nE\nwhile read l; do echo "<$l>"; done <<E\nx\ny z\nE\nf() { cat; }\nf <<< "here $HOME"',
    'HELLO\n<x>\n<y z>\nhere /home/root\n',
  ],
  [
    'if true\nthen\n  echo a\nelif false; then\n  echo b\nelse\n  echo c\nfi\nfor x in 1 \\\n  2 3\ndo\n  echo $x\ndone\ncase $x in\n  1|2) echo low ;;\n  3)\n    echo three\n    ;;\nesac',
    'a\n1\n2\n3\nthree\n',
  ],
  [
    'echo before\nif true; then\n  echo unfinished',
    'before\nt.sh: line 4: syntax error: unexpected end of file\n[2]',
  ],
  [
    'echo before\necho "unclosed\nmore',
    'before\nt.sh: line 2: unexpected EOF while looking for matching `"\'\n[2]',
  ],
  [
    'echo one\necho )\necho two',
    "one\nt.sh: line 2: syntax error near unexpected token `)'\nt.sh: line 2: `echo )'\n[2]",
  ],
  [
    'set -e\necho a\ngrep -q zzz f && echo found\necho b\n[ -f /nope ] && echo no\necho c\nf() { false; echo f; }\nif f; then echo d; fi\nf\necho never',
    'a\nb\nc\nf\nd\n[1]',
  ],
  ['set -euo pipefail\nx=$(echo a | grep b || true)\necho "[$x]"\ny=$(false)\necho never', '[]\n[1]'],
  [
    'set -u\necho "${a:-}" "${b+x}"\narr=()\necho "${arr[@]}" "${#arr[@]}"\necho $nope\necho never',
    ' \n0\nt.sh: line 5: nope: unbound variable\n[1]',
  ],
  [
    "trap 'echo exit $?' EXIT\ntrap 'echo err at $LINENO' ERR\nfalse\n(exit 4)\nf() { return 2; }\nf\nexit 7",
    'err at 3\nerr at 4\nerr at 6\nexit 7\n[7]',
  ],
  ['readonly A=1\necho $A\nA=2\necho "still $A"', '1\nt.sh: line 3: A: readonly variable\n[1]'],
  [
    'x=5\nwhile [ $x -gt 0 ]; do\n  x=$((x-1))\n  [ $x = 3 ] && continue\n  if [ $x = 1 ]; then break; fi\n  echo $x\ndone\necho end $x\nuntil false; do break; done; echo $?',
    '4\n2\nend 1\n0\n',
  ],
  [
    'log() { printf \'%s: %s\\n\' "$1" "${*:2}"; }\nlog a b c\nargs() { echo "$#: $*"; for a; do printf \'<%s>\' "$a"; done; echo; }\nargs "a b" c \'\' d\nargs "$@"\nargs "${@:-none}"\nset -- x "y z"; args "$@" tail; args "$*"; args $*',
    'a: b c\n4: a b c  d\n<a b><c><><d>\n0: \n\n1: none\n<none>\n3: x y z tail\n<x><y z><tail>\n1: x y z\n<x y z>\n3: x y z\n<x><y><z>\n',
  ],
  [
    'usage() { echo "usage: $0 [-v] [-o out] file" >&2; exit 2; }\nv=0\nset -- -v -o res.txt in.txt\nwhile getopts vo:h o; do\n  case $o in v) v=1;; o) out=$OPTARG;; *) usage;; esac\ndone\nshift $((OPTIND - 1))\necho "$v $out $1"\ngetopts x o -q\necho $o\nusage',
    '1 res.txt in.txt\nd f g\nusage: t.sh [-v] [-o out] file\n[2]',
  ],
  [
    'i=10\n{ i=20; echo "block $i"; } > blk; cat blk; echo $i\n( i=30; echo "sub $i" ); echo $i\necho x | { read y; i=40; }; echo $i',
    'block 20\n20\nsub 30\n20\n20\n',
  ],
  [
    'declare -A cnt\nwhile read -r k n; do cnt[$k]=$(( ${cnt[$k]:-0} + n )); done < g\nfor k in $(printf \'%s\\n\' "${!cnt[@]}" | sort); do echo "$k ${cnt[$k]}"; done',
    'a 19\nb 2\nc 1\n',
  ],
  [
    'exec 3<f\nwhile read -u 3 line; do echo "L:$line"; done\nexec 3<&-\nexec > redirected; echo gone; exec >&2; echo err',
    'L:one\nL:two\nL:three\nerr\n',
  ],
  [
    'fact() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(fact $(( $1 - 1 ))) )); fi; }\nfact 10\nfib() { local n=$1; (( n < 2 )) && { echo $n; return; }; echo $(( $(fib $((n-1))) + $(fib $((n-2))) )); }\nfib 9',
    '3628800\n34\n',
  ],
  [
    'sleep 0.2 &\np=$!\nwait $p; echo "waited $?"\n(sleep 0.1; exit 3) & wait $!; echo $?\n{ sleep 0.1; echo bg; } & wait; echo done',
    'waited 0\n3\nbg\ndone\n',
  ],
  [
    'mkdir -p a/b/c; touch a/1 a/b/2 a/b/c/3\nfor f in a/*; do [ -d "$f" ] && echo "dir $f" || echo "file $f"; done\nfor f in a/*.none; do echo "$f"; done\nfind a -type f | sort | while IFS= read -r p; do echo "${p##*/} in ${p%/*}"; done',
    'file a/1\ndir a/b\na/*.none\n1 in a\n2 in a/b\n3 in a/b/c\n',
  ],
  [
    'echo start\n. ./missing.sh\necho after',
    'start\nt.sh: line 2: ./missing.sh: No such file or directory\n[1]',
  ],
  [
    'cat > lib.sh <<\'L\'\ngreet() { echo "hi $1 from ${BASH_SOURCE[0]##*/}"; }\nV=lib\nnosuchcmd\nL\n. ./lib.sh\ngreet bob; echo $V\nsource ./lib.sh 2>/dev/null; echo $?',
    './lib.sh: line 3: nosuchcmd: command not found\nhi bob from lib.sh\nlib\n127\n',
  ],
  [
    "trap 'rm -f tmpfile; echo cleaned' EXIT INT TERM\ntouch tmpfile\nls tmpfile\nkill -TERM $$\necho unreachable?",
    'tmpfile\ncleaned\nunreachable?\ncleaned\n',
  ],
  [
    'x=\'$(echo hi)\'; echo $x; eval "echo $x"\ncmd="ls -d /tmp"; $cmd; "$cmd"\na="x=1"; eval $a; echo $x\neval \'for i in 1 2; do echo $i; done\'\neval \'echo "a\'',
    '$(echo hi)\nhi\n/tmp\nt.sh: line 2: ls -d /tmp: No such file or directory\n1\n1\n2\nt.sh: eval: line 5: unexpected EOF while looking for matching `"\'\n[2]',
  ],
  [
    'select opt in one two quit; do\n  case $opt in one) echo 1;; quit) break;; *) echo "bad $REPLY";; esac\ndone <<E\n1\n7\n3\nE',
    '1) one\n2) two\n3) quit\n#? 1\n#? bad 7\n#? ',
  ],
  [
    "printf '%-10s|%5d|%6.2f|%x\\n' name 42 3.14159 255 other 7 2 16\nprintf '%s,' a b c; echo\nprintf '%5.1f%%\\n' 45.678\nprintf '%03d %+d % d\\n' 5 5 5\nprintf '%e %g %G\\n' 12345.678 0.0001 1e10\nprintf '%c%c\\n' abc def\nprintf '[%*d] [%-*d]\\n' 5 42 5 42\nprintf '%s\\n' \"$(printf '\\x48\\x69')\"\nprintf \"%'d\\n\" 1234567",
    'name      |   42|  3.14|ff\nother     |    7|  2.00|10\na,b,c,\n 45.7%\n005 +5  5\n1.234568e+04 0.0001 1E+10\nad\n[   42] [42   ]\nHi\n1234567\n',
  ],
  [
    'echo a > "file with spaces"; cat "file with spaces"; ls -1 file*\nfor f in *.json "no match"*; do echo "[$f]"; done\nrm file*; ls file* 2>&1',
    "a\nfile with spaces\n[*.json]\n[no match*]\nls: cannot access 'file*': No such file or directory\n[2]",
  ],
  [
    'n=0; while true; do n=$((n+1)); case $n in 5) break ;; esac; done; echo $n\nfalse || { echo grouped; false; } || echo last\ntrue && { false; echo "rc $?"; }\n! grep -q one f; echo $?\nif ! grep -q nope f; then echo absent; fi\na=1; b=2; [ $a -lt $b ] && [ $b -lt 3 ] && echo range',
    '5\ngrouped\nlast\nrc 1\n1\nabsent\nrange\n',
  ],
  [
    'arr=(one "two three" four)\necho "${arr[@]:1}" "${#arr[1]}" "${arr[@]/o/0}"\nfor i in "${!arr[@]}"; do echo "$i=${arr[i]}"; done\narr+=(five); unset \'arr[0]\'; echo "${arr[@]}" ${#arr[@]} "${!arr[@]}"\ncopy=("${arr[@]}"); echo "${copy[0]}"\necho "${arr[*]}"; IFS=-; echo "${arr[*]}"\nprintf \'<%s>\' "${arr[@]}"; echo',
    'two three four 9 0ne tw0 three f0ur\n0=one\n1=two three\n2=four\ntwo three four five 3 1 2 3\ntwo three\ntwo three four five\ntwo three-four-five\n<two three><four><five>\n',
  ],
  [
    'v=abc123def\necho "${v//[0-9]/}" "${v//[^0-9]/}" "${v/[0-9]*/}" "${v#*[0-9]}" "${v##*[0-9]}"\n[[ $v =~ ([a-z]+)([0-9]+) ]] && echo "${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"\n[[ $v == abc* ]] && echo glob; [[ $v != x* ]] && echo notx\ncase $v in *[!a-z0-9]*) echo bad;; *) echo good;; esac',
    'abcdef 123 abc 23def def\nabc 123\nglob\nnotx\ngood\n',
  ],
  [
    'echo "$(cat <<E\nnested $(echo doc)\nE\n)"\nx=$(\n  echo multi\n  echo line\n)\necho "$x"\necho $(echo "a)b") "$(echo \'(\')" ',
    'nested doc\nmulti\nline\na)b (\n',
  ],
  [
    "alias hi='echo hello'\nhi there\nunalias hi\nhi",
    'hello there\nt.sh: line 4: hi: command not found\n[127]',
  ],
  [
    'cd /tmp/d && pwd && cd e && pwd; cd ../..; pwd; cd /tmp//d/./e/..; pwd\n(cd /; pwd); pwd; CDPATH=/tmp; cd - >/dev/null; pwd',
    't.sh: line 1: cd: /tmp/d: No such file or directory\n/\nt.sh: line 1: cd: /tmp//d/./e/..: No such file or directory\n/\n/\n/\n/tmp/w\n',
  ],
  [
    "exit 3 | true; echo $?\n(exit 3); echo $?; sh -c 'exit 9'; echo $?; f() { exit 6; }; (f); echo $?; f",
    '0\n3\n9\n6\n[6]',
  ],
] as const

test('scripts of the host print what bash, called as sh, prints', () => {
  expect(differences('sh', AS_SH)).toEqual([])
})

/** Where a script ends after a problem is another thing under its own name. */
const AS_BASH = [
  [
    'foo\necho $LINENO\n\nf() {\n  bar\n  echo in $LINENO\n}\nf\necho $((1/0)); echo x\necho next $?',
    't.sh: line 1: foo: command not found\n2\nt.sh: line 5: bar: command not found\nin 6\nt.sh: line 9: 1/0: division by 0 (error token is "0")\nnext 1\n',
  ],
  [
    'set -e\necho a\ngrep -q zzz f && echo found\necho b\n[ -f /nope ] && echo no\necho c\nf() { false; echo f; }\nif f; then echo d; fi\nf\necho never',
    'a\nb\nc\nf\nd\n[1]',
  ],
  ['set -euo pipefail\nx=$(echo a | grep b || true)\necho "[$x]"\ny=$(false)\necho never', '[]\n[1]'],
  [
    "trap 'echo exit $?' EXIT\ntrap 'echo err at $LINENO' ERR\nfalse\n(exit 4)\nf() { return 2; }\nf\nexit 7",
    'err at 3\nerr at 4\nerr at 6\nexit 7\n[7]',
  ],
  ['readonly A=1\necho $A\nA=2\necho "still $A"', '1\nt.sh: line 3: A: readonly variable\nstill 1\n'],
  [
    'usage() { echo "usage: $0 [-v] [-o out] file" >&2; exit 2; }\nv=0\nset -- -v -o res.txt in.txt\nwhile getopts vo:h o; do\n  case $o in v) v=1;; o) out=$OPTARG;; *) usage;; esac\ndone\nshift $((OPTIND - 1))\necho "$v $out $1"\ngetopts x o -q\necho $o\nusage',
    '1 res.txt in.txt\nd f g\nusage: t.sh [-v] [-o out] file\n[2]',
  ],
  [
    'echo start\n. ./missing.sh\necho after',
    'start\nt.sh: line 2: ./missing.sh: No such file or directory\nafter\n',
  ],
  [
    'cat > lib.sh <<\'L\'\ngreet() { echo "hi $1 from ${BASH_SOURCE[0]##*/}"; }\nV=lib\nnosuchcmd\nL\n. ./lib.sh\ngreet bob; echo $V\nsource ./lib.sh 2>/dev/null; echo $?',
    './lib.sh: line 3: nosuchcmd: command not found\nhi bob from lib.sh\nlib\n127\n',
  ],
  [
    "trap 'rm -f tmpfile; echo cleaned' EXIT INT TERM\ntouch tmpfile\nls tmpfile\nkill -TERM $$\necho unreachable?",
    'tmpfile\ncleaned\nunreachable?\ncleaned\n',
  ],
  [
    "alias hi='echo hello'\nhi there\nunalias hi\nhi",
    't.sh: line 2: hi: command not found\nt.sh: line 4: hi: command not found\n[127]',
  ],
] as const

test('scripts that ask for bash print what bash prints', () => {
  expect(differences('bash', AS_BASH)).toEqual([])
})
