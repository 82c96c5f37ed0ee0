import { expect, test } from 'vitest'
import { aShell } from '../testing/a-shell.ts'

// The host's shell is bash, called as sh: what the language gives was compared with bash 5.2. Messages begin with "-sh", as of a login shell, and `diff`
// is that of busybox.
test.each([
  ['a=(1 2 "3 4"); echo ${a[1]} ${#a[@]} "${a[@]}" ${a[-1]}', '2 3 1 2 3 4 3 4'],
  ['a=(1 2); a+=(five); a[6]=x; echo ${!a[@]}; echo "${a[@]:1:2}"', '0 1 2 6\n2 five'],
  ['a=(p "q r"); for i in "${a[@]}"; do echo "<$i>"; done', '<p>\n<q r>'],
  ['i=1; a=(x y z); echo ${a[i]} ${a[$i]} ${a[i+1]} $a', 'y y z x'],
  ['a=(x y z); unset "a[0]"; echo ${!a[@]}; unset a; echo "[${a[@]}]"', '1 2\n[]'],
  ['declare -A d=([k]=v [x y]=z); d[n]=1; echo ${d[k]} "${d[x y]}" ${#d[@]}', 'v z 3'],
  ['declare -A e; e[foo]=bar; echo ${e[foo]} ${e[none]:-nothing}', 'bar nothing'],
  ['x=(a b c); echo "${x[*]}" ${x[@]/b/B}; IFS=,; echo "${x[*]}"', 'a b c a B c\na,b,c'],
  ['x=(aa b); echo ${#x[0]} ${x[0]#a} ${x[1]^^}', '2 a B'],
  ['ids=($(balena ps -q)); echo ${#ids[@]}', '5'],
  ['files=(/etc/*.conf); echo ${files[0]}', '/etc/chrony.conf'],
  ['arr=(); [ ${#arr[@]} -eq 0 ] && echo empty', 'empty'],
  ['mapfile -t m < /etc/hosts; echo ${#m[@]}', '2'],
  ["readarray -t n <<< $'a\\nb'; echo ${n[1]}", 'b'],
  ['f() { local x=1 y; local -a z=(7 8); echo $x ${z[1]}; }; f; echo "[$x${z[1]}]"', '1 8\n[]'],
  [
    'declare -p i; i=1; declare -p i; a=(1); declare -p a',
    /not found\ndeclare -- i="1"\ndeclare -a a=\(\[0\]="1"\)$/,
  ],
  ['readonly R=(1 2); R=3', '-sh: R: readonly variable'],
  ['[[ abc =~ ^a(b)c$ ]] && echo ${BASH_REMATCH[1]}', 'b'],
  ['diff <(echo a) <(echo b) | tail -1; comm -12 <(printf "a\\nb\\n") <(echo b)', '+b\nb'],
  ['while read l; do n=$((n + 1)); done < <(printf "x\\ny\\n"); echo $n', '2'],
  ['echo <(true)', '/dev/fd/63'],
  ['for i in $(seq 33); do : <(true); done; diff <(echo a) <(echo b) | tail -1', '+b'],
  ['seq 3 | tee >(sort -r) >(wc -l) > /dev/null', /^(?:3\n2\n1\n3|3\n3\n2\n1)$/],
  ['echo a b > >(tr a-z A-Z); echo after', 'A B\nafter'],
  ['{ echo out; echo err >&2; } 2> >(sed s/^/E:/) | cat', /^(?:out\nE:err|E:err\nout)$/],
  ['for i in 1 2; do echo $i; done > >(sort -r); cat >(true) < /dev/null', '2\n1'],
  ['echo ${a[}', '-sh: ${a[}: bad substitution'],
])('%s', (line, expected) => {
  const output = aShell().run(line)
  if (typeof expected === 'string') expect(output).toBe(expected)
  else expect(output).toMatch(expected)
})
