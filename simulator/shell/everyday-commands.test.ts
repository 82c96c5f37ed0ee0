import { describe, expect, test } from 'vitest'
import type { Hardware } from '../definition/world-definition.ts'
import { aShell, SENSOR } from '../testing/a-shell.ts'
import { PI } from '../testing/a-world.ts'
import { deviceContainers } from '../views/containers.ts'

const NUC: Hardware = {
  deviceTypeId: 61,
  slug: 'intel-nuc',
  model: 'Intel NUC',
  arch: 'amd64',
  cores: 4,
  memoryMiB: 7900,
  storageMiB: 112_000,
  blockDevice: 'sda6',
}

type Row = readonly [line: string, printed: RegExp | string]

/** What must come back on a host OS, by the documentation of the platform, of busybox, systemd and the engine. */
const HOST: readonly Row[] = [
  ['pwd', '/home/root'],
  ['echo $HOME $USER', '/home/root root'],
  ['id -u', '0'],
  ['whoami', 'root'],
  ['uname -s', 'Linux'],
  ['uname -o', 'GNU/Linux'],
  ['nano file', '-sh: nano: command not found'],
  ['which sh cat', '/bin/sh\n/bin/cat'],
  ['date +%Y-%m-%d', '2026-11-20'],
  ['date -u -d @0 +%s', '0'],
  ['uptime', /^ 14:00:00 up .* load average: \d/],
  ['ls /mnt', /^boot +data +state +sysroot$/],
  ['ls -ld /tmp', /^drwxrwxrwt /],
  ['ls -l /bin/ls /usr/bin/awk | cut -d" " -f10-', '-> /bin/ls.coreutils\n-> /bin/busybox.nosuid'],
  ['ls /nope', "ls: cannot access '/nope': No such file or directory"],
  ['cat /nope', 'cat: /nope: No such file or directory'],
  ['cat /etc/hostname', /^[0-9a-f]{7}$/],
  ['cat /etc/os-release | grep ^ID=', 'ID="balena-os"'],
  ['cat /etc/resolv.conf', 'nameserver 127.0.0.2'],
  ['jq -r .listenPort /mnt/boot/config.json', '48484'],
  ['jq -r .vpnPort /mnt/boot/config.json', '443'],
  ['jq -r "keys | length > 15" /mnt/boot/config.json', 'true'],
  ['jq -r .uuid /mnt/boot/config.json | wc -c', '33'],
  ['touch /etc/x', "touch: cannot touch '/etc/x': Read-only file system"],
  ['mkdir /usr/x', "mkdir: cannot create directory '/usr/x': Read-only file system"],
  ['mkdir -p /tmp/a/b && cd /tmp/a/b && pwd; cd', '/tmp/a/b'],
  ['echo one > /tmp/f; echo two >> /tmp/f; wc -l < /tmp/f', '2'],
  ['cp /tmp/f /tmp/g && cmp /tmp/f /tmp/g && echo same', 'same'],
  ['mv /tmp/g /tmp/h; ls /tmp/g', "ls: cannot access '/tmp/g': No such file or directory"],
  ['ln -s /tmp/f /tmp/l; readlink /tmp/l', '/tmp/f'],
  ['chmod 600 /tmp/f; stat -c %a /tmp/f', '600'],
  ['rm /tmp/a', "rm: cannot remove '/tmp/a': Is a directory"],
  ['rm -r /tmp/a; ls -d /tmp/a', "ls: cannot access '/tmp/a': No such file or directory"],
  ['head -n 1 /tmp/f; tail -n 1 /tmp/f', 'one\ntwo'],
  ['grep -n two /tmp/f', '2:two'],
  ['grep -c x /tmp/f; echo $?', '0\n1'],
  ['grep -rl "ID=" /etc/os-release', '/etc/os-release'],
  ["sed 's/one/1/' /tmp/f", '1\ntwo'],
  ['awk \'{print NR": "$1}\' /tmp/f', '1: one\n2: two'],
  ['sort -r /tmp/f', 'two\none'],
  ['printf "a\\na\\nb\\n" | uniq -c | awk \'{print $1 $2}\'', '2a\n1b'],
  ['cut -c1 /tmp/f', 'o\nt'],
  ['echo abc | tr a-c A-C', 'ABC'],
  ['echo a b c | xargs -n1 echo', 'a\nb\nc'],
  ['find /etc -name "os-rel*"', '/etc/os-release'],
  ['find /tmp -type f -name f -exec cat {} +', 'one\ntwo'],
  ['find /tmp -maxdepth 1 -mtime -1 -name f', '/tmp/f'],
  ['echo hello | md5sum', 'b1946ac92492d2347c6235b4d2611184  -'],
  ['echo hello | sha256sum', '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  -'],
  ['echo hello | base64', 'aGVsbG8K'],
  ['echo aGVsbG8K | base64 -d', 'hello'],
  ['printf AB | hexdump -C | head -1', /^00000000 {2}41 42 .*\|AB\|$/],
  ['seq 1 3 | paste -sd,', '1,2,3'],
  ['tar czf /tmp/t.tgz -C /tmp f && tar tzf /tmp/t.tgz', 'f'],
  ['echo x | gzip | zcat', 'x'],
  ['dd if=/dev/zero bs=1k count=4 2>/dev/null | wc -c', '4096'],
  ['for i in 1 2 3; do echo $((i * i)); done', '1\n4\n9'],
  ['f() { return 4; }; f; echo $?', '4'],
  ['x=a.tar.gz; echo ${x%.gz} ${x##*.} ${y:-none}', 'a.tar gz none'],
  ['[ -d /mnt/data ] && echo yes || echo no', 'yes'],
  ['case $(uname) in Linux) echo ok;; esac', 'ok'],
  ['false || echo $?', '1'],
  ['cat /nope 2>/dev/null; echo $?', '1'],
  ['ls /nope / 2>&1 | head -1', "ls: cannot access '/nope': No such file or directory"],
  ['while true; do :; done', /endless loop/],
  ['a=b; b=a; echo $((a + 1))', '-sh: b: expression recursion level exceeded (error token is "b")'],
  ['echo $((3 ** 41)) $((3 ** 100))', '-420491770248316829 -2984622845537545263'],
  ['echo {1..3000}{1..3000}', '{1..3000}{1..3000}'],
  ['test /etc/passwd -ef /etc/../etc/passwd && echo one', 'one'],
  ['[ -w /etc/passwd ]; echo $?; [ -w /tmp ]; echo $?; [ -w /dev/null ]; echo $?', '1\n0\n0'],
  ['echo "$(echo sub) $(( 6 * 7 ))"', 'sub 42'],
  ['yes | head -2', 'y\ny'],
  ['type cd', 'cd is a shell builtin'],
  ['command -v balena', '/usr/bin/balena'],
  ['df -h /mnt/data | tail -1', /^\/dev\/\S+ +\S+G +\S+ +\S+G +\d+% \/mnt\/data$/],
  ['df / | tail -1', / \/$/],
  ['du -sh /mnt/data', /^[\d.]+G\t\/mnt\/data$/],
  ['du -s /nope', "du: cannot access '/nope': No such file or directory"],
  ['free -m | head -1', /total +used +free +shared +buff\/cache +available/],
  ['ps | head -1', /^ +PID TTY +TIME CMD$/],
  ['ps ax | grep -c balenad', '1'],
  ['pidof balenad', '801'],
  ['top -bn1 | head -1', /^Mem: \d+K used, \d+K free/],
  ['kill 99999', '-sh: kill: (99999) - No such process'],
  ['cat /proc/loadavg', /^[\d.]+ [\d.]+ [\d.]+ \d+\/\d+ \d+$/],
  ['cat /proc/1/comm', 'init'],
  ['grep -c ^processor /proc/cpuinfo', '4'],
  ['grep MemTotal /proc/meminfo', /^MemTotal: +\d+ kB$/],
  ['grep " /mnt/data " /proc/mounts', / \/mnt\/data ext4 rw/],
  ['mount | grep " / "', /^overlay on \/ type overlay \(ro,/],
  ['lsblk | grep mnt/data', /part \/mnt\/data$/],
  ['blkid | grep -c resin', '5'],
  ['lsmod | head -1', /^Module +Size +Used by/],
  ['lsusb | head -1', /^Bus \d{3} Device \d{3}: ID /],
  ['dmesg | grep -c "Linux version"', '1'],
  ['cat /sys/class/thermal/thermal_zone0/temp', /^\d{5}$/],
  ['cat /sys/class/net/eth0/operstate', 'up'],
  ['ip addr show eth0 | grep -c "inet "', '1'],
  ['ip route | head -1', /^default via \S+ dev eth0/],
  ['ip link show nope', "ip: can't find device 'nope'"],
  ['ifconfig eth0 | grep -c "inet addr"', '1'],
  ['route -n | head -1', 'Kernel IP routing table'],
  ['route -n | grep -m1 UG', /^0\.0\.0\.0\s+\S+\s+0\.0\.0\.0\s+UG\s/],
  ['route | grep -m1 UG', /^default\s+\S+\s+0\.0\.0\.0\s+UG\s/],
  ['netstat -tln | grep -c 48484', '1'],
  ['nslookup localhost | grep -c "Address: 127.0.0.1"', '1'],
  ['ping nowhere', "ping: bad address 'nowhere'"],
  ['nmcli -t device | grep eth0', /^eth0:ethernet:connected/],
  ['nmcli connection show | sed -n 2p', /^Wired connection 1 .*eth0$/],
  ['mmcli -L', 'No modems were found'],
  ['timedatectl | grep -c "NTP service: active"', '1'],
  ['chronyc tracking | tail -1', /^Leap status +: Normal$/],
  ['chronyc sources | grep -c "\\^\\*"', '1'],
  ['hostnamectl hostname', /^[0-9a-f]{7}$/],
  ['systemctl is-active balena openvpn nothing', 'active\nactive\ninactive'],
  ['systemctl --version | head -1', 'systemd 250 (250.5+)'],
  ['systemd-analyze blame | head -1', /^ *[\d.]+s balena.service$/],
  ['systemd-analyze nothing; echo $?', "systemd-analyze: Unknown command verb 'nothing'.\n1"],
  ['chronyc sources | grep -c "203.0.113\\|198.51.100"', '4'],
  ['chronyc activity | sed -n 2p', '4 sources online'],
  ['chronyc ntpdata | grep -c Stratum', '4'],
  ['nmcli -f NAME,TYPE con | sed -n "2p;4p"', /^Wired connection 1 +ethernet\nsupervisor0 +bridge$/],
  ['nmcli -g DEVICE,STATE dev | head -2', 'lo:connected (externally)\neth0:connected'],
  ['nmcli -f FOO dev', "Error: invalid field 'FOO'; allowed fields: DEVICE,TYPE,STATE,CONNECTION."],
  ['balena container prune -f', 'Total reclaimed space: 0B'],
  ['balena image prune -f', 'Total reclaimed space: 0B'],
  ['lsusb -t | head -1', /root_hub/],
  ['systemctl is-active nothing; echo $?', 'inactive\n3'],
  ['systemctl status balena | head -1', '● balena.service - Balena Application Container Engine'],
  ['systemctl --failed | tail -1', '0 loaded units listed.'],
  ['systemctl list-units | grep -c " openvpn.service"', '1'],
  ['systemctl cat balena-supervisor | head -1', '# /lib/systemd/system/balena-supervisor.service'],
  ['systemctl status nothing; echo $?', 'Unit nothing.service could not be found.\n4'],
  ['systemctl restart chronyd; echo $?', '0'],
  ['journalctl -n 1 --no-pager | wc -l', '1'],
  ['journalctl -u nothing', '-- No entries --'],
  ['journalctl -u openvpn --no-pager | tail -1', /openvpn\[744\]: Initialization Sequence Completed$/],
  ['journalctl -u balena-supervisor -n 1 -o cat', /\S/],
  ['journalctl -n 1 -o json | jq -r .PRIORITY', /^[0-7]$/],
  ['journalctl --list-boots | wc -l', '2'],
  ['journalctl -b -1 2>&1 | grep -c "not available"', '1'],
  ['journalctl -k -n 1 -o short-iso', /^2026-\d\d-\d\dT.* kernel: /],
  ['journalctl --since "2030-01-01"', '-- No entries --'],
  ['balena ps | head -1', /^CONTAINER ID +IMAGE +COMMAND +CREATED +STATUS +PORTS +NAMES$/],
  ['balena ps -q | wc -l', '5'],
  ['balena ps --filter name=uplink --format "{{.Names}}"', /^uplink_101_1_[0-9a-f]{40}$/],
  ['balena ps --filter status=exited -q', ''],
  ['docker ps --format "{{.Status}}" | head -1', /^Up /],
  ['balena images -q | wc -l', '5'],
  ['balena inspect uplink -f "{{.State.Running}}"', 'true'],
  ['balena inspect nothing', /Error: No such object: nothing/],
  ['balena logs --tail 1 sensor-hub', /probe=/],
  ['balena logs -t --tail 1 sensor-hub', /^2026-11-20T\S+Z probe=/],
  ['balena exec uplink hostname', /^[0-9a-f]{12}$/],
  ['balena exec nothing ls', 'Error: No such container: nothing'],
  ['balena stats --no-stream --format "{{.Name}}" | wc -l', '5'],
  ['balena top uplink | head -1', /^PID +USER +TIME +COMMAND$/],
  ['balena volume ls -q', '1_data'],
  ['balena network ls --format "{{.Name}}" | grep -c bridge', '1'],
  ['balena system df | head -1', /^TYPE +TOTAL +ACTIVE +SIZE +RECLAIMABLE$/],
  ['balena info | grep "Storage Driver"', ' Storage Driver: overlay2'],
  ['balena --version', /^balenaEngine version \d+/],
  ['balena rmi nothing', 'Error: No such image: nothing'],
  ['balena frobnicate 2>&1 | head -1', "balena: 'frobnicate' is not a balena command."],
  ['curl -s localhost:48484/ping; echo', 'OK'],
  ['curl -s localhost:48484/v1/healthy; echo', 'OK'],
  ['curl -s -o /dev/null -w "%{http_code}" localhost:48484/v1/device; echo', '401'],
  ['curl -sX POST -o /dev/null -w "%{http_code}" localhost:48484/v1/reboot; echo', '401'],
  ['wget -qO- localhost:48484/ping; echo', 'OK'],
  ['curl -s http://nowhere.invalid; echo $?', '6'],
  ['curl -s localhost:9; echo $?', '7'],
  ['sleep 100 & kill %1; wait; jobs', /^\[1\] \d+\n\[1\]\+ {2}Terminated +sleep 100$/],
  ['cat <<EOF | tr a-z A-Z\rhello\rEOF', /HELLO$/],
]

/** With options that a support session needs. */
const SUPPORT: readonly Row[] = [
  // The shell.
  ['false | true | (exit 3); echo ${PIPESTATUS[@]}', '1 0 3'],
  ['true; echo ${PIPESTATUS[0]} $UID $EUID', '0 0 0'],
  ['[ "$RANDOM" = "$RANDOM" ] || echo differ; echo $((RANDOM < 32768))', 'differ\n1'],
  ['[ "$HOSTNAME" = "$(hostname)" ] && [ $SECONDS -ge 0 ] && echo yes', 'yes'],
  ['type -t cd ls; type -P cat; type -t nope; echo $?', 'builtin\nfile\n/bin/cat\n1'],
  ['shopt -s nullglob; echo /x/*.no end; shopt -u nullglob; echo /x/*.no', 'end\n/x/*.no'],
  [
    'head -n -1 /etc/hosts | wc -l; tail -n +2 /etc/hosts | wc -l; head -c -1 /etc/hostname | wc -c',
    '1\n1\n7',
  ],
  ['truncate -s 10 /tmp/tr; wc -c < /tmp/tr; truncate -s 3 /tmp/tr; stat -c %s /tmp/tr', '10\n3'],
  ['timeout 1 sleep 5; echo $?', '143'],
  ['timeout -s KILL 1 sleep 5; echo $?', '137'],
  ['date -u -d @1795183200 +%U,%V,%G,%l,%P,%j', '46,47,2026, 2,pm,324'],
  [
    'date -d @1795183200 -Iseconds; date -I -d @0; date -d @0 --iso-8601=minutes',
    '2026-11-20T14:00:00+00:00\n1970-01-01\n1970-01-01T00:00+00:00',
  ],
  ['id -un; groups; umask; ulimit -n', 'root\nroot\n0022\n1024'],
  ['printf "%s\\n" b a | sort | xargs -I{} echo "<{}>"', '<a>\n<b>'],
  ['while IFS=: read -r u _ i _; do [ "$i" = 0 ] && echo $u; done < /etc/passwd', 'root'],
  ['trap "echo bye" EXIT; trap; trap - EXIT', "trap -- 'echo bye' EXIT"],
  ['f() { local x=$1; echo "got $x $#"; return 3; }; f a b; echo $?', 'got a 2\n3'],
  ['v=hello; echo ${#v} ${v:1:3} ${v//l/L} ${v^^} ${nope:+alt}', '5 ell heLLo HELLO'],
  ['a=(x y z); echo ${a[1]} ${#a[@]}; for ((i = 0; i < 3; i++)); do echo -n $i; done; echo', 'y 3\n012'],
  ['read -t 1 z; echo $?', '142'],
  ['while read -r -n 2 c; do echo "<$c>"; done <<< abcd', '<ab>\n<cd>\n<>'],
  ["trap 'echo got' TERM; kill $$; trap - TERM; kill $$; echo alive", 'got\nalive'],
  ["sh -c 'kill -HUP $$; echo no'; echo $?; (kill -9 $$; echo never); echo $?", '129\n137'],
  ['pushd /tmp; popd; popd', '/tmp ~\n~\n-sh: popd: directory stack empty'],
  ['free -m -s 1 -c 2 | grep -c Mem', '2'],
  ['stat -f /mnt/data | grep -c "ext2/ext3"', '1'],
  ['balena logs --tail 1 balena_supervisor', /^\[\w+\] /],
  // Text.
  ['echo \'{"a":[{"b":1},{"b":2}]}\' | jq -r \'.a[] | select(.b > 1) | .b\'', '2'],
  ["jq '.persistentLogging = true' /mnt/boot/config.json | jq .persistentLogging", 'true'],
  ["awk -F: '$3 == 0 {print $1}' /etc/passwd; awk 'BEGIN {printf \"%05.2f\\n\", 3.14159}'", 'root\n03.14'],
  ['df -P | awk \'$6 == "/mnt/data" {print $5}\' | grep -c %', '1'],
  ["echo 'hello world' | sed -E 's/(\\w+) (\\w+)/\\2 \\1/'", 'world hello'],
  ['printf "a:b:c\\n" | cut -d: -f2-; echo aabb | tr -s a-b', 'b:c\nab'],
  ['cd /tmp; mkdir -p d; echo hi > d/a; tar czf - d | tar tzf -; cd', 'd/\nd/a'],
  ['md5sum /tmp/d/a > /tmp/m; md5sum -c /tmp/m', '/tmp/d/a: OK'],
  [
    'comm -12 <(seq 3) <(seq 2 4) | paste -sd,; cmp /etc/hosts /etc/passwd',
    '2,3\n/etc/hosts /etc/passwd differ: char 1, line 1',
  ],
  // The journal and units.
  ['logger -t app hello; journalctl -t app -o cat', 'hello'],
  ['logger -p user.err broken; journalctl -p err -t root -o cat', 'broken'],
  ['echo line | logger; journalctl -t root -n 1 --no-pager', / root: line$/],
  ['systemd-cat -t job echo from-job; journalctl -t job -o cat', 'from-job'],
  ['journalctl CONTAINER_NAME=balena_supervisor -n 1', / balena-supervisor\[1204\]: /],
  [
    "journalctl CONTAINER_NAME=$(balena ps -f name=uplink --format '{{.Names}}') -n 1 -o json | jq -r .CONTAINER_ID",
    /^[0-9a-f]{12}$/,
  ],
  ['journalctl -F _SYSTEMD_UNIT | grep -c balena', '2'],
  ['journalctl -N | grep -x -e MESSAGE -e _PID | sort | paste -sd,', 'MESSAGE,_PID'],
  ['journalctl -o export -n 1 | grep -c ^MESSAGE=', '1'],
  ['journalctl -u chronyd -o verbose -n 1 | head -1', /^\w{3} 2026-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC \[s=/],
  ['journalctl _TRANSPORT=kernel -n 1', / kernel: /],
  ['journalctl _PID=731 SYSLOG_IDENTIFIER=chronyd -n 1', / chronyd\[731\]: /],
  ['journalctl --since nonsense', 'Failed to parse timestamp: nonsense'],
  ['journalctl -o nope', "Unknown output format 'nope'."],
  ['journalctl -b -u balena-supervisor --since "10 days ago" --until now -n 2 -r --no-pager | wc -l', '2'],
  [
    'journalctl -u balena-supervisor -o short-iso --no-hostname -n 1',
    /^2026-11-20T\d\d:\d\d:\d\d\+0000 balena-supervisor\[/,
  ],
  ['journalctl --version | head -1; journalctl --verify', /^systemd 250.*\nPASS: /],
  [
    'systemctl list-units -t timer',
    /\n {2}update-balena-supervisor\.timer loaded active waiting [^]*\n5 loaded units listed\./,
  ],
  ['systemctl list-units -t swap', '  UNIT LOAD ACTIVE SUB DESCRIPTION\n0 loaded units listed.'],
  ["systemctl list-units 'chrony*' --no-legend", '  chronyd.service loaded active running NTP client/server'],
  ['systemctl --state=exited --no-legend | grep -c "os-config.service\\|config-json.service"', '2'],
  ['systemctl is-enabled balena openvpn; systemctl get-default', 'enabled\nenabled\nmulti-user.target'],
  ['systemctl kill -s HUP chronyd; systemctl is-active chronyd', 'active'],
  [
    'systemctl show balena -p MainPID --value; systemctl show balena -p UnitFileState',
    '801\nUnitFileState=enabled',
  ],
  ['systemctl list-timers | head -1', /^NEXT +LEFT +LAST +PASSED +UNIT +ACTIVATES$/],
  ['systemctl list-dependencies balena | head -2', 'balena.service\n● ├─balena-engine.socket'],
  [
    'systemctl list-jobs; systemctl restart nope',
    'No jobs running.\nFailed to restart nope.service: Unit nope.service not found.',
  ],
  ['timedatectl show -p NTPSynchronized --value', 'yes'],
  [
    'chronyc -c tracking | cut -d, -f2,14; chronyc waitsync 1 | head -c 6; echo',
    '203.0.113.88,Normal\ntry: 1',
  ],
  // The network.
  ['nmcli -g IP4.GATEWAY device show eth0', /^\d+\.\d+\.\d+\.1$/],
  ['nmcli -f GENERAL.STATE dev show eth0', /^GENERAL\.STATE: +100 \(connected\)$/],
  ['nmcli -g ipv4.method con show "Wired connection 1"', 'auto'],
  [
    'nmcli con add type ethernet con-name lab ifname eth0 ip4 10.0.0.5/24 > /dev/null; nmcli -g ipv4.addresses con show lab',
    '10.0.0.5/24',
  ],
  [
    'nmcli con mod lab ipv4.dns 8.8.8.8; grep -c dns=8.8.8.8 /etc/NetworkManager/system-connections/lab.nmconnection; nmcli con del lab | wc -l; nmcli con show lab',
    '1\n1\nError: lab - no such connection profile.',
  ],
  ['nmcli dev wifi connect home; echo $?', "Error: No network with SSID 'home' found.\n10"],
  ['nmcli radio wifi off; nmcli radio wifi; nmcli radio wifi on; nmcli radio wifi', 'disabled\nenabled'],
  ['mmcli -m 0', "error: couldn't find modem"],
  ['ip -4 addr show eth0 | wc -l; ip -s link show eth0 | grep -c bytes', '3\n2'],
  ['netstat -i | head -1; netstat -rn | head -1', 'Kernel Interface table\nKernel IP routing table'],
  ['fuser 48484/tcp; lsof | grep -c chronyd', '1291\n3'],
  ["echo -e 'GET /ping HTTP/1.0\\r\\n\\r\\n' | nc 127.0.0.1 48484 | tail -1; echo", 'OK'],
  ['curl -m 2 http://10.255.255.1; echo $?', 'curl: (28) Connection timed out after 2001 milliseconds\n28'],
  ['wget -q -T 2 http://10.255.255.1', 'wget: download timed out'],
  ['ping -c 1 -W 1 10.255.255.1 | grep -c "100% packet loss"', '1'],
  // The engine.
  [
    'balena ps --format \'{{.Label "io.balena.service-name"}}\' | sort | paste -sd,',
    ',dashboard,sensor-hub,uplink,watchdog',
  ],
  ["balena ps --format '{{json .}}' | jq -r .State | uniq", 'running'],
  [
    'balena exec uplink nope; echo $?',
    /^OCI runtime exec failed: .*"nope": executable file not found in \$PATH: unknown\n126$/,
  ],
  [
    'balena exec uplink touch /seen; balena diff uplink; balena inspect -s -f "{{.SizeRw}}" uplink; balena exec uplink rm /seen',
    'A /seen\n0',
  ],
  [
    "balena inspect uplink -f '{{range $n, $v := .NetworkSettings.Networks}}{{$v.MacAddress}}{{end}}'",
    '02:42:ac:11:00:04',
  ],
  [
    "balena inspect uplink | jq -r '.[0].HostConfig.LogConfig.Type, .[0].GraphDriver.Name'",
    'journald\noverlay2',
  ],
  ['balena network ls -f driver=bridge -q | wc -l; balena network ls -qf name=nope | wc -l', '3\n0'],
  [
    'balena volume ls -qf dangling=true | wc -l; balena volume create v1; balena volume ls -q | wc -l; balena volume prune -f | tail -1',
    '0\nv1\n2\nTotal reclaimed space: 0B',
  ],
  [
    'balena network create lab | wc -c; balena network create lab; balena network rm lab',
    '65\nError response from daemon: network with name lab already exists\nlab',
  ],
  [
    'balena network rm bridge',
    'Error response from daemon: bridge is a pre-defined network and cannot be removed',
  ],
  ['balena top uplink -o pid,comm | tail -1', /^\d+ +uplink$/],
  ['balena system df -v | grep -c "space usage:"', '3'],
  ['balena kill -s NOPE uplink', 'Error response from daemon: Invalid signal: NOPE'],
  [
    'balena run -d --name job $(balena images -q | head -1) sh -c "echo one; sleep 60" | wc -c; balena logs job',
    '65\none',
  ],
  [
    'balena ps -f name=job --format "{{.Status}}"; balena exec job cat /etc/hostname | wc -c',
    /^Up (?:Less than a|\d+) seconds?\n13$/,
  ],
  [
    'balena run -d --name job $(balena images -q | head -1) ls; echo $?',
    /Conflict\. The container name "\/job" is already in use[^]*\n125$/,
  ],
  ['balena pause job; balena ps -f status=paused --format "{{.Names}}"; balena unpause job', 'job\njob\njob'],
  [
    'balena stop job; balena ps -af name=job --format "{{.Status}}" | cut -c1-12; balena rm job',
    'job\nExited (137)\njob',
  ],
  [
    'balena run -d --name end $(balena images -q | head -1) sh -c "exit 3" | wc -c; sleep 1; balena wait end; balena container prune -f | tail -1',
    '65\n3\nTotal reclaimed space: 0B',
  ],
  [
    'balena create --name later $(balena images -q | head -1) true | wc -c; balena ps -a -f status=created --format "{{.Status}}"; balena rm later',
    '65\nCreated\nlater',
  ],
  // Names, and what does not depend on other things.
  [
    'touch /tmp/q; balena network create other > /tmp/other; rm /tmp/q; balena network inspect -f {{.Id}} other | cmp - /tmp/other; echo $?; balena network rm other',
    '0\nother',
  ],
  [
    'n=$(balena network inspect -f {{.Id}} host | cut -c1-3); balena network create $n | wc -c; balena network inspect -f {{.Driver}} $n; balena network rm $n | wc -c; balena network rm ""',
    '65\nbridge\n4\nError: No such network: ',
  ],
  [
    'for i in a b; do balena create --name job$i $(balena images -q | head -1) true > /dev/null; done; balena rename joba jobb; balena rename joba joba; balena rename joba jobc; balena rm jobb jobc',
    /^[^]*name "\/jobb" is already in use by container "[0-9a-f]{64}"\.[^\n]*\nError: failed to rename container named joba\n[^\n]*same name as its current name\nError: failed to rename container named joba\njobb\njobc$/,
  ],
  [
    'balena create --name job -p 8080:80 -p 127.0.0.1:53:53/udp $(balena images -q | head -1) true > /dev/null; balena stop nosuch job; balena inspect -f "{{json .HostConfig.PortBindings}}" job; balena rm job',
    'Error response from daemon: No such container: nosuch\njob\n{"80/tcp":[{"HostIp":"","HostPort":"8080"}],"53/udp":[{"HostIp":"127.0.0.1","HostPort":"53"}]}\njob',
  ],
  [
    'nmcli con add type ethernet con-name lab > /dev/null; nmcli con mod lab connection.id lab2 +ipv4.dns 1.1.1.1 +ipv4.dns 8.8.8.8; nmcli con mod lab2 -ipv4.dns 1.1.1.1; nmcli -g NAME con; nmcli -g ipv4.dns con show lab2; nmcli con del lab2 | wc -l',
    'Wired connection 1\nlo\nsupervisor0\nlab2\n8.8.8.8\n1',
  ],
  [
    'nmcli con mod "Wired connection 1" connection.id x; nmcli -g NAME con',
    "Error: Failed to modify connection 'Wired connection 1': the name of this connection cannot be changed in the simulation\nWired connection 1\nlo\nsupervisor0",
  ],
  ['nmcli dev disconnect lo; hostname | wc -l', "Device 'lo' successfully disconnected.\n1"],
  ['(SECONDS=5; RANDOM=7; echo $SECONDS $RANDOM)', '5 7'],
  // Regular expressions that are none.
  [
    "journalctl -g '(' 2>&1 | cut -c1-38; journalctl -u '*('",
    'journalctl: Invalid regular expression\n-- No entries --',
  ],
  ['balena ps -f name=[ 2>&1 | cut -c1-34', 'balena: Invalid regular expression'],
  ["x='('; [[ a =~ $x ]]; echo $?", '2'],
  ['case x in [z-a]) echo in;; *) echo out;; esac; ls -d /[z-a]*', /^out\nls: [^\n]+$/],
  // The journal keeps the last lines of users.
  ["printf 'a\\rb\\n' | logger -t cr; journalctl -t cr -o cat | wc -c", '4'],
  [
    'seq 9000 | logger -t many; logger -t more last; journalctl -t many -t more -o cat | tail -2',
    '9000\nlast',
  ],
  // Hardware and the kernel.
  ['lsblk -no NAME,MOUNTPOINT | tail -1 | grep -c /mnt/data; lsblk -bdno SIZE', /^1\n\d{10,}$/],
  ["lsblk -J | jq -r '.blockdevices[0].children[-1].mountpoints[0]'", '/mnt/data'],
  ['lsblk -o FOO', 'lsblk: unknown column: FOO'],
  ['dmesg -l emerg | wc -l; dmesg -t | head -1 | grep -c "^\\["', '0\n0'],
  ['mount -o remount,rw /nope', 'mount: /nope: mount point not mounted or bad option.'],
  ["awk 'NR == 3 {print $2}' /proc/partitions; wc -l < /proc/diskstats", '0\n7'],
  ['head -1 /proc/pressure/memory', /^some avg10=\d+\.\d\d avg60=/],
  ['cat /proc/sys/fs/file-max /sys/class/net/eth0/statistics/rx_bytes', /^\d+\n\d+$/],
]

/** In a container of an image with Node.js on Debian. */
const CONTAINER: readonly Row[] = [
  ['pwd', '/usr/src/app'],
  ['echo $HOME', '/root'],
  ['hostname | wc -c', '13'],
  ['cat /etc/debian_version', /^12/],
  ['node --version', /^v\d+\.\d+\.\d+$/],
  ['node -p 1+1', '2'],
  ['cat /proc/1/comm', 'node'],
  ['ps | wc -l', '3'],
  ['env | grep ^BALENA_SERVICE_NAME', 'BALENA_SERVICE_NAME=sensor-hub'],
  ['env | grep -c SUPERVISOR_API_KEY', '0'],
  ['cat /sys/fs/cgroup/memory.max', 'max'],
  ['touch new; ls new', 'new'],
  ['balena ps', 'bash: balena: command not found'],
  ['systemctl', 'bash: systemctl: command not found'],
  ['reboot', 'reboot: Operation not permitted'],
  ['curl -s -o /dev/null -w "%{http_code}" 10.114.104.1:48484/v1/device; echo', '401'],
]

describe.each([
  ['an ARM device', PI, 'aarch64', 'raspberrypi4-64'],
  ['an x86 device', NUC, 'x86_64', 'intel-nuc'],
])('on %s', (_name, hardware, machine, slug) => {
  const world = { batch: { hardware } }

  test('the everyday commands of the host OS print what such a system prints', () => {
    const it = aShell({ world, cols: 300 })
    expect(differences(it, HOST)).toEqual([])
    expect(differences(it, SUPPORT)).toEqual([])
    expect(it.run('uname -m')).toBe(machine)
    expect(it.run('grep ^SLUG /etc/os-release')).toBe(`SLUG="${slug}"`)
    expect(it.run('jq -r .deviceType /mnt/boot/config.json')).toBe(slug)
  })

  test('the everyday commands of a container print what its image has', () => {
    const it = aShell({ world, target: SENSOR, cols: 160 })
    expect(differences(it, CONTAINER)).toEqual([])
    expect(it.run('uname -m')).toBe(machine)
  })
})

/** The lines that print something else, and what. */
function differences(it: ReturnType<typeof aShell>, rows: readonly Row[]) {
  return rows.flatMap(([line, printed]) => {
    const before = it.all().length
    let text = it.run(line)
    // Some wait for the network or for a process.
    if (!it.prompt().endsWith('# ')) {
      it.pass(10_000)
      text = it.all().slice(before).split('\r\n').slice(1, -1).join('\n')
    }
    return fits(text, printed) ? [] : [{ line, text, printed: String(printed) }]
  })
}

function fits(text: string, printed: RegExp | string): boolean {
  return typeof printed === 'string' ? text === printed : printed.test(text)
}

test.each([
  ['while true; do (while true; do :; done); done', /^-sh: stopped: an endless loop [^\n]*$/],
  ['while true; do x=$(while true; do :; done); done', /^-sh: stopped: an endless loop [^\n]*$/],
  ['while true; do while true; do :; done | cat; done', /^-sh: stopped: an endless loop [^\n]*$/],
  ['f() { f & f & }; f', /endless loop/],
  ['f() { f & f & }; f 2>&1 | head -1', /^\[1\] \d+$|^$/],
  ['f() { f; }; f; echo no', /^(?:Segmentation fault|-sh: f: maximum function nesting level exceeded .*)$/],
  ["trap 'kill -USR1 $$' USR1; kill -USR1 $$", 'Segmentation fault'],
  ['x=\'eval "$x"\'; eval "$x"', 'Segmentation fault'],
  ['echo . /tmp/itself > /tmp/itself; . /tmp/itself', 'Segmentation fault'],
] as const)('what never ends is stopped, and the shell goes on: %s', (line, printed) => {
  const it = aShell({ cols: 200 })
  expect(it.run(line)).toMatch(printed)
  expect(it.run('echo on').split('\n')).toContain('on')
})

test('files on the data partition add up to the storage figure, and removing one lowers it', () => {
  const it = aShell({ persona: 'filling' })
  const used = () => Number(it.run('df -m /mnt/data | tail -1').split(/\s+/)[2])
  const before = used()
  expect(Math.abs(Number(it.run('du -sm /mnt/data').split('\t')[0]) - before)).toBeLessThanOrEqual(2)
  const [largest] = it.run('find /mnt/data/docker/volumes -type f -size +10M | xargs ls -S').split(/\s+/)
  const size = Number(it.run(`stat -c %s ${largest}`)) / 1_048_576
  it.run(`rm ${largest}`)
  expect(Math.abs(before - used() - size)).toBeLessThan(2)
  it.pass(600_000)
  expect(it.world.device(0).metrics?.storageUsage).toBeLessThan(before - size / 2)
})

test('a container that a user runs stays over a reboot with its policy, and its lines are in the journal', () => {
  const it = aShell({ cols: 300 })
  const run = (line: string) => {
    const before = it.all().length
    it.run(line)
    it.pass(2000)
    return it.all().slice(before).split('\r\n').slice(1, -1).join('\n')
  }
  const image = run('balena images -q | head -1')
  const id = run(`balena run -d --name stays --restart always ${image} sh -c 'echo here; sleep 90000'`)
  run(`balena run -d --name ends ${image} sleep 90000`)
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(run('journalctl -t $(balena ps -qf name=stays) -u balena -o cat')).toBe('here')
  expect(run('balena exec stays sh -c "echo own > /own"; balena exec sensor-hub ls /own')).toMatch(
    /No such file/,
  )
  expect(run('balena exec stays env | grep -c ^BALENA_')).toBe('0')
  expect(run('journalctl CONTAINER_NAME=stays -o cat')).toBe('here')
  const address = "balena inspect stays | jq -r '.[0].NetworkSettings.Networks.bridge.IPAddress'"
  const before = run(address)
  run(`balena run -d --name third ${image} sh -c 'seq 9000; echo more; sleep 90000'`)
  expect(run(address)).toBe(before)
  expect(run('balena logs third | tail -1')).toBe('more')
  run('balena rm -f third')
  // The end of the process before does not end the container.
  run(`balena run -d --rm --name again ${image} sh -c 'echo up; sleep 90000'`)
  run('balena restart again; balena stop ends; balena start ends')
  it.pass(10_000)
  expect(run("balena ps --format '{{.Names}} {{.State}}' | grep -E '^(again|ends)'")).toBe(
    'again running\nends running',
  )
  expect(run('balena logs again')).toBe('up\nup')
  run('balena stop again')
  expect(run('balena ps -aqf name=again')).toBe('')
  it.run('reboot')
  it.pass(600_000)
  it.reopen()
  expect(it.run("balena ps -a --format '{{.Names}} {{.State}}' | grep s | grep -v _")).toBe(
    'ends exited\nstays running',
  )
  expect(it.run('balena exec stays cat /own')).toBe('own')
  expect(it.run('balena rm -f stays ends; ls /mnt/data/docker/containers | grep -c ' + id)).toBe(
    'stays\nends\n0',
  )
})

test('the same seed and the same keys give the same bytes', () => {
  const text = () => {
    const it = aShell()
    for (const line of [
      'ps',
      'top -bn1',
      'balena ps',
      'ls -la /mnt/data/docker',
      'head -c 40 /dev/urandom | md5sum',
      'mktemp',
    ])
      it.run(line)
    return it.all()
  }
  expect(text()).toBe(text())
})

test('the supervisor carries out what is asked with its key', () => {
  const it = aShell({ cols: 300 })
  const key =
    it.world.read(deviceContainers, 0).length > 0
      ? it.run('balena inspect uplink -f "{{json .Config.Env}}"')
      : ''
  expect(key).not.toContain('SUPERVISOR_API_KEY')
  it.world.setLabel(
    { of: 'image', fleetId: 1, releaseId: 1, imageId: 101 },
    'io.balena.features.supervisor-api',
    '1',
  )
  it.pass(3_600_000)
  const granted =
    it.world.read(deviceContainers, 0).find(({ name }) => name === 'uplink')?.environment[
      'BALENA_SUPERVISOR_API_KEY'
    ] ?? ''
  expect(granted).not.toBe('')
  const call = `curl -sX POST 'localhost:48484/v2/applications/1/stop-service?apikey=${granted}' -d '{"serviceName":"watchdog"}'; echo`
  expect(it.run(call)).toBe('OK')
  it.pass(60_000)
  expect(it.run('balena ps --filter name=watchdog -q')).toBe('')
  const ask = (path: string, more = '') =>
    it.run(`curl -s ${more} -H "Authorization: Bearer ${granted}" localhost:48484${path}; echo`)
  expect(ask('/v1/healthy')).toBe('OK')
  expect(ask('/v1/blink', '-X POST')).toBe('OK')
  const wget = 'wget -qO- localhost:48484/v2/device/vpn'
  expect(it.run(wget)).toMatch(/401 Unauthorized/)
  expect(it.run(`${wget} --header "Authorization: Bearer ${granted}"; echo`)).toMatch(/"status":"success"/)
  expect(ask('/v1/restart', '-X POST')).toBe('Missing app id')
  expect(ask('/v2/device/vpn')).toBe('{"status":"success","vpn":{"enabled":true,"connected":true}}')
  expect(ask('/v2/local/device-info')).toMatch(
    /^\{"status":"success","info":\{"arch":"\w+","deviceType":"[\w-]+"\}\}$/,
  )
  it.world.setLock(0, 'uplink')
  const locked = '{"status":"failed","message":"Lockfile exists for { appId: 1, service: uplink }"}'
  for (const path of ['/v1/restart', '/v1/purge']) expect(ask(path, `-X POST -d '{"appId":1}'`)).toBe(locked)
  expect(it.run('curl -s localhost:48484/v2/version; echo')).toBe('Unauthorized')
})
