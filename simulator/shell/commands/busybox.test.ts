import { expect, test } from 'vitest'
import { differences } from '../../testing/shell-scripts.ts'

// What the programs of busybox 1.35 print, errors among the rest. Their usage is not theirs word by word and is left out.
const ROWS = [
  [
    'cat nope; echo $?; cat -n f; cat -A g | head -1; cat d; echo $?',
    "cat: can't open 'nope': No such file or directory\n1\n     1\tone\n     2\ttwo\n     3\tthree\nb 2$\ncat: read error: Is a directory\n1\n",
  ],
  [
    'ls; ls -a d; ls -1 d; ls -R d; ls -d */; ls nope; echo $?; ls -p d; ls -F',
    'd\nf\ng\nt.sh\n.\n..\ne\nx\ne\nx\nd:\ne\nx\n\nd/e:\ny.txt\nd/\nls: nope: No such file or directory\n1\ne/\nx\nd/\nf\ng\nt.sh\n',
  ],
  [
    'head -n 1 f; head -2 f; head -c 4 f; head -n -1 f; head f g; head -q -n1 f g; head nope; echo $?',
    'one\none\ntwo\none\none\ntwo\n==> f <==\none\ntwo\nthree\n\n==> g <==\nb 2\na 10\nc 1\na 9\none\nb 2\nhead: nope: No such file or directory\n1\n',
  ],
  [
    'tail -n 1 f; tail -1 f; tail -c 4 f; tail -n +2 f; tail -n1 f g',
    'three\nthree\nree\ntwo\nthree\n==> f <==\nthree\n\n==> g <==\na 9\n',
  ],
  [
    'wc f; wc -l f g; wc -c < f; wc -w f; wc -m f; wc -L f; wc nope; echo $?; cat f | wc',
    '        3         3        14 f\n        3 f\n        4 g\n        7 total\n14\n3 f\n14 f\n5 f\nwc: nope: No such file or directory\n1\n        3         3        14\n',
  ],
  [
    'grep o f; grep -n o f; grep -c o f; grep -v o f; grep -i ONE f; grep -w on f; echo $?; grep -l o f g; grep -L o f g',
    'one\ntwo\n1:one\n2:two\n2\nthree\none\n1\nf\ng\n',
  ],
  [
    "grep -e one -e two f; grep -E 'one|two' f; grep -F . f; grep -o 'o.' f; grep -q one f; echo $?; grep -x one f; grep -m1 o f",
    'one\ntwo\none\ntwo\non\n0\none\none\n',
  ],
  [
    'grep -A1 one f; grep -B1 two f; grep -C1 two f; grep -r x d; grep -rn y d; grep -h o f g; grep -H o f',
    'one\ntwo\none\ntwo\none\ntwo\nthree\nd/x:x\nd/e/y.txt:1:y\none\ntwo\nf:one\nf:two\n',
  ],
  [
    'grep nope f; echo $?; grep x nofile; echo $?; grep -s x nofile; echo $?',
    '1\ngrep: nofile: No such file or directory\n2\n2\n',
  ],
  [
    "grep '[[:digit:]]' g; grep '^a' g; grep -E '^[a-c] [0-9]+$' g; grep -E 'a{2}' f; grep 'a\\|b' g; grep -c '' f",
    'b 2\na 10\nc 1\na 9\na 10\na 9\nb 2\na 10\nc 1\na 9\nb 2\na 10\na 9\n3\n',
  ],
  [
    "sed 's/o/0/' f; sed 's/o/0/g' f; sed -n 2p f; sed 2d f; sed '1,2d' f; sed '/two/d' f; sed -n '/one/,/two/p' f; sed '$d' f",
    '0ne\ntw0\nthree\n0ne\ntw0\nthree\ntwo\none\nthree\nthree\none\nthree\none\ntwo\none\ntwo\n',
  ],
  [
    "sed -e 's/a/A/' -e 's/b/B/' g; sed 's/\\(.\\) \\(.*\\)/\\2 \\1/' g; sed -E 's/(.) (.*)/\\2-\\1/' g; sed 's|a|/|' g; sed 's/a/&&/' g",
    'B 2\nA 10\nc 1\nA 9\n2 b\n10 a\n1 c\n9 a\n2-b\n10-a\n1-c\n9-a\nb 2\n/ 10\nc 1\n/ 9\nb 2\naa 10\nc 1\naa 9\n',
  ],
  [
    "sed '1i top' f; sed '2a after' f; sed '2c changed' f; sed '$a end' f; sed 'y/abc/xyz/' g; sed -n '$=' f; sed = f | head -2",
    'top\none\ntwo\nthree\none\ntwo\nafter\nthree\none\nchanged\nthree\none\ntwo\nthree\nend\ny 2\nx 10\nz 1\nx 9\n3\n1\none\n',
  ],
  [
    "sed -i 's/one/ONE/' f; cat f; sed -i.bak 's/two/2/' f; ls; sed 's/x/y/' nofile; echo $?",
    'ONE\ntwo\nthree\nd\nf\nf.bak\ng\nt.sh\nsed: nofile: No such file or directory\n1\n',
  ],
  ["sed 's/a/b'; echo $?", "sed: unmatched '/'\n1\n"],
  [
    "sed '2q' f; sed -n '/t/{p;=}' f; sed 's/o/X/2' g; sed 's/[aeiou]/<&>/gp;d' f; sed 's/one/a\\nb/' f; sed 'N;s/\\n/ /' f",
    'one\ntwo\ntwo\n2\nthree\n3\nb 2\na 10\nc 1\na 9\n<o>n<e>\ntw<o>\nthr<e><e>\na\nb\ntwo\nthree\none two\nthree\n',
  ],
  [
    "sed ':a;N;$!ba;s/\\n/,/g' f; sed 's/ONE/x/I' f; sed '/one/!d' f; sed 'h;G' f | head -2; sed -n 'x;p' f; sed 's/\\t/ /' f | head -1; sed 1,+1d f",
    'one,two,three\nx\ntwo\nthree\none\none\none\n\none\ntwo\none\nthree\n',
  ],
  [
    "awk '{print $1}' g; awk '{print $NF, NR, NF}' g; awk -F: '{print $1}' /etc/passwd | head -1; awk 'NR==2' f; awk '/two/' f; awk 'END{print NR}' f",
    'b\na\nc\na\n2 1 2\n10 2 2\n1 3 2\n9 4 2\nroot\ntwo\ntwo\n3\n',
  ],
  [
    "awk '{s+=$2} END{print s, s/NR}' g; awk 'BEGIN{printf \"%5.2f|%s\\n\", 3.14159, \"x\"}'; awk '{a[$1]+=$2} END{for(k in a) print k, a[k]}' g | sort",
    '22 5.5\n 3.14|x\na 19\nb 2\nc 1\n',
  ],
  [
    'awk -v x=5 \'BEGIN{print x*2, x%3, length("abc"), substr("hello",2,3), index("abc","c"), toupper("a")}\'',
    '10 2 3 ell 3 A\n',
  ],
  [
    'awk \'BEGIN{n=split("a,b,c",p,","); print n, p[2]; gsub(/o/,"0"); s="foo"; gsub(/o/,"0",s); print s; print match("abc",/c/), RSTART, RLENGTH}\'',
    '3 b\nf00\n3 3 1\n',
  ],
  [
    "awk '$2>5{print $1; next} {print \"small\"}' g; awk 'length>3' f; awk '!seen[$1]++' g; awk '{$1=\"x\"; print}' g; awk 'BEGIN{OFS=\"-\"} {$1=$1; print}' g",
    'small\na\nsmall\na\nthree\nb 2\na 10\nc 1\nx 2\nx 10\nx 1\nx 9\nb-2\na-10\nc-1\na-9\n',
  ],
  [
    'awk \'BEGIN{while(i<3) print i++; do {j++} while(j<2); print j; for(;;) break; if (1) print "y"; else print "n"}\'; awk \'BEGIN{print 1/3, 1e6, 1e20, 0.1+0.2, 100000*100000, -7%3}\'',
    '0\n1\n2\n2\ny\n0.333333 1000000 1e+20 0.3 10000000000 -1\n',
  ],
  [
    'awk \'BEGIN{"echo hi" | getline x; print x; while(("cat f" | getline l)>0) n++; print n; system("echo sys"); print "to" > "/dev/stderr"}\'; awk \'BEGIN{printf "%c%c %d %i %x %o %e\\n", 65, "B", 3.9, 4, 255, 8, 1234.5}\'',
    'hi\n3\nsys\nto\nAB 3 4 ff 10 1.234500e+03\n',
  ],
  [
    'awk \'BEGIN { x["a"]; if ("a" in x) print "in"; delete x["a"]; print length(x) }\'; echo \'a:b,c\' | awk -F\'[:,]\' \'{print $2}\'; awk \'/one/,/two/\' f; awk \'BEGIN{RS=""}{print NR": "$1}\' f; awk \'{print NR ": " $0}\' OFS=, f | head -1',
    'in\n0\nb\none\ntwo\n1: one\n1: one\n',
  ],
  [
    "find . -type f | sort; find . -name '*.txt'; find d -maxdepth 1 | sort; find . -type d | sort; find nope; echo $?; find . -name x -o -name f | sort",
    './d/e/y.txt\n./d/x\n./f\n./g\n./t.sh\n./d/e/y.txt\nd\nd/e\nd/x\n.\n./d\n./d/e\nfind: nope: No such file or directory\n1\n./d/x\n./f\n',
  ],
  [
    "find . -type f -name '?' -exec echo {} + | tr ' ' '\\n' | sort; find . -path './d/*' | sort; find . -not -name f -type f | sort; find . -mindepth 2 | sort; find . -iname F",
    './d/x\n./f\n./g\n./d/e\n./d/e/y.txt\n./d/x\n./d/e/y.txt\n./d/x\n./g\n./t.sh\n./d/e\n./d/e/y.txt\n./d/x\n./f\n',
  ],
  [
    "sort g; sort -r g; sort -k2 g; sort -k2n g; sort -n -k2,2 -r g; sort -u -k1,1 g; sort -t' ' -k1,1 -k2,2n g; printf '10\\n9\\n1\\n' | sort; printf '10\\n9\\n1\\n' | sort -n",
    'a 10\na 9\nb 2\nc 1\nc 1\nb 2\na 9\na 10\nc 1\na 10\nb 2\na 9\nc 1\nb 2\na 9\na 10\na 10\na 9\nb 2\nc 1\na 10\nb 2\nc 1\na 9\na 10\nb 2\nc 1\n1\n10\n9\n1\n9\n10\n',
  ],
  [
    "printf 'b\\na\\nb\\n' | sort -u; printf '1.5\\n1.10\\n' | sort -V; printf 'a\\nB\\n' | sort -f; sort -c g; echo $?; sort -o so g; cat so; printf ' b\\na\\n' | sort -b; printf '3 x\\n1 y\\n' | sort -k1,1n -s",
    'a\nb\n1.5\n1.10\na\nB\nCheck line 1\n1\na 10\na 9\nb 2\nc 1\na\n b\n1 y\n3 x\n',
  ],
  [
    "cut -d' ' -f1 g; cut -c1-2 f; cut -f2 -d' ' g; cut -d: -f1,3 /etc/passwd | head -1; cut -c2- f; cut -b1 f; cut -f1 f; cut -d' ' -f2- g; cut -s -d' ' -f2 f",
    'b\na\nc\na\non\ntw\nth\n2\n10\n1\n9\nroot:0\nne\nwo\nhree\no\nt\nt\none\ntwo\nthree\n2\n10\n1\n9\n',
  ],
  [
    "echo abc | tr a-z A-Z; echo aabbc | tr -s ab; echo abc | tr -d b; echo a1b2 | tr -cd 0-9; echo; echo 'a b' | tr ' ' '\\n'; echo abc | tr abc x; echo hello | tr '[:lower:]' '[:upper:]'",
    'ABC\nabc\nac\n12\na\nb\nxxx\nHELLO\n',
  ],
  [
    "printf 'a\\na\\nb\\na\\n' | uniq; printf 'a\\na\\nb\\n' | uniq -c; printf 'a\\na\\nb\\n' | uniq -d; printf 'a\\na\\nb\\n' | uniq -u; printf 'A\\na\\n' | uniq -i; printf '1 a\\n2 a\\n' | uniq -f1",
    'a\nb\na\n      2 a\n      1 b\na\nb\nA\n1 a\n',
  ],
  [
    "echo a b c | xargs; echo a b c | xargs -n1; echo a b | xargs -I{} echo '<{}>'; printf 'a\\0b' | xargs -0 echo; echo | xargs echo x; echo | xargs -r echo x; echo x | xargs -t echo; echo a | xargs false; echo $?; echo a | xargs nope; echo $?",
    'a b c\na\nb\nc\n<a b>\na b\nx\necho x\nx\n123\nxargs: nope: No such file or directory\n127\n',
  ],
  [
    'seq 3; seq 2 4; seq 1 2 7; seq -s, 3; seq -w 8 10; seq 3 -1 1; seq 0.5 0.5 2',
    '1\n2\n3\n2\n3\n4\n1\n3\n5\n7\n1,2,3\n08\n09\n10\n3\n2\n1\n0.5\n1.0\n1.5\n2.0\n',
  ],
  [
    "paste f g; paste -d, f g; paste -s f; paste -sd+ f; seq 4 | paste - -; nl f; nl -ba g; rev f; tac f; fold -w 2 f; printf 'a\\tb\\n' | expand -t4",
    'one\tb 2\ntwo\ta 10\nthree\tc 1\na 9\none,b 2\ntwo,a 10\nthree,c 1\na 9\none\ttwo\tthree\none+two+three\n1\t2\n3\t4\n     1\tone\n     2\ttwo\n     3\tthree\n     1\tb 2\n     2\ta 10\n     3\tc 1\n     4\ta 9\neno\nowt\neerht\nthree\ntwo\none\non\ne\ntw\no\nth\nre\ne\na   b\n',
  ],
  [
    'diff f g; echo $?; diff f f; echo $?; diff -u f g | tail -n +3; diff -q f g; cmp f g; echo $?; cmp f f; echo $?; cmp -s f g; echo $?',
    '--- f\n+++ g\n@@ -1,3 +1,4 @@\n-one\n-two\n-three\n+b 2\n+a 10\n+c 1\n+a 9\n1\n0\n@@ -1,3 +1,4 @@\n-one\n-two\n-three\n+b 2\n+a 10\n+c 1\n+a 9\nFiles f and g differ\nf g differ: char 1, line 1\n1\n0\n1\n',
  ],
  [
    'od f; od -c f; od -x f; od -An -tx1 f; hexdump f; hexdump -C f; xxd f; xxd -p f; od -A d -c f | head -1; hexdump -n 4 -C f; echo AB | xxd; echo 4142 | xxd -r -p; xxd -l 4 f',
    '0000000 067157 005145 073564 005157 064164 062562 005145\n0000016\n0000000   o   n   e  \\n   t   w   o  \\n   t   h   r   e   e  \\n\n0000016\n0000000 6e6f 0a65 7774 0a6f 6874 6572 0a65\n0000016\n 6f 6e 65 0a 74 77 6f 0a 74 68 72 65 65 0a\n0000000 6e6f 0a65 7774 0a6f 6874 6572 0a65     \n000000e\n00000000  6f 6e 65 0a 74 77 6f 0a  74 68 72 65 65 0a        |one.two.three.|\n0000000e\n00000000: 6f6e 650a 7477 6f0a 7468 7265 650a       one.two.three.\n6f6e650a74776f0a74687265650a\n0000000   o   n   e  \\n   t   w   o  \\n   t   h   r   e   e  \\n\n00000000  6f 6e 65 0a                                       |one.|\n00000004\n00000000: 4142 0a                                  AB.\nAB00000000: 6f6e 650a                                one.\n',
  ],
  [
    'md5sum f; sha1sum f; sha256sum f g; sha512sum f | cut -c1-20; md5sum f > m; md5sum -c m; echo x >> f; md5sum -c m; echo $?; base64 f; echo aGkK | base64 -d; echo hi | base64 -w 0; md5sum nope; echo $?',
    "deed54b823522e0525693b090363f9df  f\n98ce56098daf1a2ffe03a0d108ea841f1e4e6c69  f\nb6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2  f\n97d10127c25d93e5478572de2884cae646a026823511b819bc68d57ac4a7bb15  g\n4379c7e10619d0e4867e\nf: OK\nf: FAILED\nmd5sum: WARNING: 1 of 1 computed checksums did NOT match\n1\nb25lCnR3bwp0aHJlZQp4Cg==\nhi\naGkKmd5sum: can't open 'nope': No such file or directory\n1\n",
  ],
  [
    "expr 1 + 2; expr 3 \\* 4; expr 7 / 2; expr 7 % 3; expr a : 'a'; expr abc : 'a\\(.\\)'; expr length abc; expr substr hello 2 3; expr index abc c; expr 1 = 1; expr 1 \\< 2; expr 0; echo $?; expr 1 +; echo $?; expr a + 1; echo $?; expr 5 - 7",
    '3\n12\n3\n1\n1\nb\n3\nell\n3\n1\n1\n0\n1\nexpr: syntax error\n2\nexpr: non-numeric argument\n2\n-2\n',
  ],
  [
    "basename /a/b.txt; basename /a/b.txt .txt; dirname /a/b; dirname a; basename /; dirname /a/; readlink nope; echo $?; ln -s f lk; readlink lk; readlink -f lk; realpath lk; realpath d/../f; realpath nope; echo $?; ls -l lk | sed 's/.*lk/lk/'",
    'b.txt\nb\n/a\n.\n/\n/\n1\nf\n/tmp/w/f\n/tmp/w/f\n/tmp/w/f\nrealpath: nope: No such file or directory\n1\nlk -> f\n',
  ],
  [
    'cp f c1; cp -r d d2; ls d2; cp nope x; echo $?; cp f d; ls d; cp f g d/e; ls d/e; cp d x; echo $?; cp -v f c2; cp f nope/x; echo $?',
    "e\nx\ncp: can't stat 'nope': No such file or directory\n1\ne\nf\nx\nf\ng\ny.txt\ncp: omitting directory 'd'\n1\n'f' -> 'c2'\ncp: can't create 'nope/x': No such file or directory\n1\n",
  ],
  [
    'mv f f2; ls f2; mv nope x; echo $?; mv f2 d; ls d; mv d/f2 .; ls',
    "f2\nmv: can't rename 'nope': No such file or directory\n1\ne\nf2\nx\nd\nf2\ng\nt.sh\n",
  ],
  [
    'rm nope; echo $?; rm -f nope; echo $?; rm d; echo $?; rm -r d; ls; rm -rf; echo $?; touch a b; rm -v a b; rmdir nope; echo $?; mkdir e; rmdir e; mkdir -p x/y; rmdir x; echo $?; rmdir -p x/y; ls',
    "rm: can't remove 'nope': No such file or directory\n1\n0\nrm: 'd' is a directory\n1\nf\ng\nt.sh\n0\nremoved 'a'\nremoved 'b'\nrmdir: 'nope': No such file or directory\n1\nrmdir: 'x': Directory not empty\n1\nf\ng\nt.sh\n",
  ],
  [
    'mkdir d; echo $?; mkdir a/b; echo $?; mkdir -p a/b d; echo $?; mkdir -v q; mkdir -m 700 m; ls -ld m | cut -c1-10; touch nope/x; echo $?; touch -c none; ls none',
    "mkdir: can't create directory 'd': File exists\n1\nmkdir: can't create directory 'a/b': No such file or directory\n1\n0\ncreated directory: 'q'\ndrwx------\ntouch: nope/x: No such file or directory\n1\nls: none: No such file or directory\n[1]",
  ],
  [
    'ln -s f l; ls -l l | cut -c1; ln f h; cat h; ln -s f l; echo $?; ln -sf g l; cat l | head -1; ln nope x; echo $?; rm l; ln -s nope dangling; cat dangling; echo $?; ls dangling; test -e dangling; echo $?; [ -L dangling ] && echo link',
    "l\none\ntwo\nthree\nln: l: File exists\n1\nb 2\nln: nope: No such file or directory\n1\ncat: can't open 'dangling': No such file or directory\n1\nls: dangling: No such file or directory\n1\nlink\n",
  ],
  [
    'chmod 600 f; ls -l f | cut -c1-10; chmod +x f; ls -l f | cut -c1-10; chmod u=rwx,go=r f; stat -c %a f; chmod a-w f; stat -c %A f; chmod 999 f; echo $?; chmod 644 nope; echo $?; chmod -R 755 d; stat -c %a d/e',
    "-rw-------\n-rwx--x--x\n744\n-r-xr--r--\nchmod: invalid mode '999'\n1\nchmod: nope: No such file or directory\n1\n755\n",
  ],
  [
    "tar cf a.tar f g; tar tf a.tar; tar tvf a.tar | awk '{print $1,$2,$3,$NF}'; mkdir o; tar xf a.tar -C o; ls o; tar czf a.tgz d; tar tzf a.tgz | sort; tar xzf a.tgz -O d/x; tar xf nope; echo $?; tar cvf b.tar f; tar xvf b.tar",
    "f\ng\n-rw-r--r-- root/root 14 f\n-rw-r--r-- root/root 17 g\nf\ng\nd/\nd/e/\nd/e/y.txt\nd/x\nx\ntar: can't open 'nope': No such file or directory\n1\nf\nf\n",
  ],
  [
    'gzip -k f; ls f*; gzip -d -c f.gz; zcat f.gz; gzip g; ls g*; gunzip g; echo x | gzip -c | gunzip; gunzip nope.gz; echo $?; zcat f; echo $?',
    'f\nf.gz\none\ntwo\nthree\none\ntwo\nthree\ng.gz\ngunzip: g: No such file or directory\nx\ngunzip: nope.gz: No such file or directory\n1\nzcat: no gzip/bzip2/xz magic\n1\n',
  ],
  [
    'tee t < f > /dev/null; cat t; echo a | tee -a t | cat; tail -1 t; echo b | tee nope/x; echo $?; yes | head -2; yes ab c | head -1',
    'one\ntwo\nthree\na\na\ntee: nope/x: No such file or directory\nb\n1\ny\ny\nab c\n',
  ],
  [
    "date -u -d @0; date -u -d @0 +%Y-%m-%dT%H:%M:%SZ; date -u -d @86399 '+%a %b %e %j %U %w %y %D %T %R %p %I %s %F %Z %z %A %B %c %x %X %n%t%%'; date -d nonsense; echo $?; date -u -d '2020-01-02 03:04:05' +%s; date -u -R -d @0; date -u -I -d @0; date -u -Iseconds -d @0; date x; echo $?",
    "Thu Jan  1 00:00:00 UTC 1970\n1970-01-01T00:00:00Z\nThu Jan  1 001 00 4 70 01/01/70 23:59:59 23:59 PM 11 86399 1970-01-01 UTC +0000 Thursday January Thu Jan  1 23:59:59 1970 01/01/70 23:59:59 \n\t%\ndate: invalid date 'nonsense'\n1\n1577934245\nThu, 01 Jan 1970 00:00:00 +0000\n1970-01-01\n1970-01-01T00:00:00+00:00\ndate: invalid date 'x'\n1\n",
  ],
  [
    "env -i A=1 env; env A=2 sh -c 'echo $A'; env -u HOME sh -c 'echo [$HOME]'; env nope; echo $?; which ls nope; echo $?; which sh; whoami; id -u; id -un",
    "A=1\n2\n[]\nenv: can't execute 'nope': No such file or directory\n127\n/bin/ls\n1\n/bin/sh\nroot\n0\nroot\n",
  ],
  [
    'dd if=f of=o bs=1 count=3 2> /dev/null; cat o; echo; dd if=f bs=4 skip=1 count=1 2>/dev/null; echo; dd if=/dev/zero bs=1k count=2 2>/dev/null | wc -c; truncate -s 5 z; wc -c z; strings f; strings -n 4 f',
    'one\ntwo\n\n2048\n5 z\nthree\nthree\n',
  ],
  [
    'umount nope; echo $?; stat nope; echo $?; kill -l TERM; kill 99999; echo $?; pidof nope; echo $?; killall nope; echo $?',
    "umount: can't unmount nope: No such file or directory\n1\nstat: can't stat 'nope': No such file or directory\n1\n15\nsh: can't kill pid 99999: No such process\n1\n1\nkillall: nope: no process killed\n1\n",
  ],
] as const

test('the small programs of Alpine print what those of busybox print', () => {
  expect(differences('ash', ROWS)).toEqual([])
})
