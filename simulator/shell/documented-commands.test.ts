import { describe, expect, test } from 'vitest'
import { aShell } from '../testing/a-shell.ts'
import { PI } from '../testing/a-world.ts'

const NUC = { ...PI, model: 'Intel NUC', slug: 'intel-nuc', arch: 'amd64', blockDevice: 'sda6' }

type Row = readonly [line: string, printed: RegExp | string]

function differences(it: ReturnType<typeof aShell>, rows: readonly Row[]) {
  return rows.flatMap(([line, printed]) => {
    const before = it.all().length
    it.type(`${line}\r`)
    for (let i = 0; i < 8 && !it.prompt().endsWith('# '); i++) it.pass(1000)
    const text = it.all().slice(before).split('\r\n').slice(1, -1).join('\n')
    const isSame = typeof printed === 'string' ? text === printed : printed.test(text)
    return isSame ? [] : [{ line, printed: String(printed), text }]
  })
}

/** Commands of the platform's masterclasses and support pages, with what they show there. */
const ROWS: readonly Row[] = [
  // The small programs are those of coreutils, util-linux and procps; the rest are applets of busybox.
  ['df -h | head -1', 'Filesystem      Size  Used Avail Use% Mounted on'],
  ['df -h | grep -c mnt', '5'],
  ['df -h /mnt/boot | tail -1', /^\/dev\/\w+1 +40M +9\.0M +31M +23% \/mnt\/boot$/],
  ["df | awk '{ print $1 }' | grep ^/dev | sort | uniq -d", ''],
  [
    'ls -al /dev/disk/by-label/ | tail -1',
    /^lrwxrwxrwx 1 root root +\d+ \w+ \d+ \d\d:\d\d resin-state -> \.\.\/\.\.\/\w+5$/,
  ],
  ['ls /dev/disk', 'by-label     by-partuuid  by-state     by-uuid'],
  ['ls -l /bin/mount | cut -d" " -f10-', /-> \/bin\/mount\.util-linux$/],
  ['ps aux | head -1', 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND'],
  ['ps aux | tail -1', /^root +\d+ +0\.0 .* pts\/0 +R\+ +14:00 +0:00 ps aux$/],
  [
    'ps -ef | head -2',
    /^UID +PID +PPID {2}C STIME TTY +TIME CMD\nroot +1 +0 {2}0 Nov18 \? +\d\d:\d\d:\d\d \/sbin\/init$/,
  ],
  ['ps -eo pid,args --no-headers | head -1; ps -o nope', /unknown user-defined format specifier "nope"/],
  ["ps aux | awk '!/awk/ && /balenad / {print $2}'", '801'],
  ['date -s "23 MAR 2017 12:00:00"; date', 'Thu Mar 23 12:00:00 UTC 2017\nThu Mar 23 12:00:00 UTC 2017'],
  [
    "date -d 'Fri, 20 Nov 2026 10:00:00' +%F_%T; date -d 'Thu Nov 20 12:00:00 UTC 2026' +%F",
    '2026-11-20_10:00:00\n2026-11-20',
  ],
  [
    'date -s 2026-13-45; date -s "2026-02-29 10:00"; date -d 24:00; date -s @99999999999; echo $?',
    "date: invalid date '2026-13-45'\ndate: invalid date '2026-02-29 10:00'\ndate: invalid date '24:00'\ndate: cannot set date: Invalid argument\nWed Nov 16 09:46:39 UTC 5138\n1",
  ],
  ['echo spoiled > /run/clock-offset; date +%Y; rm /run/clock-offset', '2026'],
  ['ps -eo comm | sed -n 4p', '[ksoftirqd/0]'],
  [
    'ps -ef | awk "{ print \\$7 }" | grep -Ec "^([0-9]+-)?[0-9]{2}:[0-9]{2}:[0-9]{2}$" > /tmp/n; ps -ef | grep -c 00:00:00 > /dev/null; [ $(cat /tmp/n) -gt 20 ] && echo all',
    'all',
  ],
  ['top -b -d abc; top -b -n x; echo $?', "top: invalid number 'abc'\ntop: invalid number 'x'\n1"],
  ['findmnt -T /mnt/database -n -o TARGET; findmnt -T /mnt/data/x -n -o TARGET', '/\n/mnt/data'],
  [
    'u=$(blkid -s UUID -o value $(blkid -L resin-data)); dumpe2fs $(blkid -L resin-data) 2>/dev/null | grep -c $u',
    '1',
  ],
  ['ls /resin-data/', 'balena-supervisor'],
  [
    'balena exec balena_supervisor sh -c "echo hi > /mnt/root/mnt/data/note; echo no > /mnt/root/etc/note"; cat /mnt/data/note',
    "sh: can't create /mnt/root/etc/note: Read-only file system\nhi",
  ],
  ['balena volume inspect 2>&1 | head -1', '"balena volume inspect" requires at least 1 argument.'],
  ['balena -D -H unix:///var/run/balena-engine.sock --log-level=debug ps -q | wc -l', '5'],
  [
    'balena -H tcp://10.0.0.9:2375 ps; echo $?',
    'Cannot connect to the balenaEngine daemon at tcp://10.0.0.9:2375. Is the balenaEngine daemon running?\n1',
  ],
  ['balena network ls --nope; echo $?', "unknown flag: --nope\nSee 'balena network ls --help'.\n125"],
  [
    'balena history --format x $(balena images -q | head -1) | head -1; balena help --help | sed -n 2p',
    /^IMAGE.*\nUsage: {2}balena \[OPTIONS\] COMMAND$/,
  ],
  ['md5sum --quiet -c /balenaos.fingerprint; echo $?', '0'],
  ['findmnt -n -o SOURCE,FSTYPE /mnt/data', /^\/dev\/\w+6 ext4$/],
  ['findmnt -t vfat -n -o TARGET; findmnt /nope; echo $?', '/mnt/boot\n1'],
  ['findmnt | sed -n 3p', /^├─\/\S+ +devtmpfs +devtmpfs +rw/],
  ['lsblk -f | head -1', /^NAME +FSTYPE FSVER LABEL +UUID +FSAVAIL FSUSE% MOUNTPOINTS$/],
  [
    'fdisk -l | sed -n "2,4p"',
    'Units: sectors of 1 * 512 = 512 bytes\nSector size (logical/physical): 512 bytes / 512 bytes\nI/O size (minimum/optimal): 512 bytes / 512 bytes',
  ],
  [
    'fdisk -l | grep -c "^/dev"; fdisk -l /dev/nope',
    '6\nfdisk: cannot open /dev/nope: No such file or directory',
  ],
  [
    'd=$(basename $(lsblk -ndo PATH | head -1)); [ $(cat /sys/block/$d/size) = $(($(awk "\\$4 == \\"$d\\" { print \\$3 }" /proc/partitions) * 2)) ] && echo same',
    'same',
  ],
  ['tune2fs -l $(blkid -L resin-data) 2>/dev/null | grep -c "state: *clean"', '1'],
  ['e2fsck $(blkid -L resin-data) 2>&1 | tail -3 | head -1', 'e2fsck: Cannot continue, aborting.'],
  ['zcat /proc/config.gz | grep -i config_modules', 'CONFIG_MODULES=y'],
  // Units
  ["systemctl status 'Netwo*' --no-pager | head -1", '● NetworkManager.service - Network Manager'],
  ["systemctl status 'zzz*'; echo $?", '0'],
  [
    'systemctl status update-balena-supervisor.timer | sed -n "4,5p"',
    /^ {4}Trigger: \w+ 2026-11-\d\d \d\d:\d\d:\d\d UTC; .* left\n {3}Triggers: ● update-balena-supervisor\.service$/,
  ],
  [
    'systemctl list-timers | head -1; systemctl list-timers | grep -c "\\.timer"',
    /^NEXT +LEFT +LAST +PASSED +UNIT +ACTIVATES\n5$/,
  ],
  [
    'systemctl stop balena-supervisor.service update-balena-supervisor.timer; systemctl is-active balena-supervisor update-balena-supervisor.timer',
    'inactive\ninactive',
  ],
  [
    'systemctl start update-balena-supervisor.timer balena-supervisor.service; systemctl is-active balena-supervisor update-balena-supervisor.timer',
    'active\nactive',
  ],
  [
    'systemctl status balena-supervisor | sed -n "7p;8p"',
    /^ {3}Main PID: 1197 \(start-balena-su\)\n {6}Tasks: \d+ \(limit: \d+\)$/,
  ],
  ['systemctl status balena-supervisor | grep -c "balena start --attach balena_supervisor"', '1'],
  ['systemctl status balena | grep -E "TriggeredBy|Docs"', /balena-engine\.socket\n.*getting-started$/],
  [
    'cat /lib/systemd/system/balena-supervisor.service | grep -A1 ^Requires; systemctl cat balena | head -1',
    'Requires=\\\n    resin\\x2ddata.mount \\\n# /lib/systemd/system/balena.service',
  ],
  ['systemctl status nope.timer', 'Unit nope.timer could not be found.'],
  [
    'systemctl stop balena; systemctl start balena',
    'Warning: Stopping balena.service, but it can still be activated by:\n  balena-engine.socket',
  ],
  [
    'kill -9 801; journalctl -u balena -o cat | grep "code=killed"',
    'balena.service: Main process exited, code=killed, status=9/KILL',
  ],
  // The journal
  ["journalctl -u 'chr*' -o cat | grep -c 'chronyd version'", '1'],
  ['journalctl -u os-config -o cat | tail -1', 'No configuration changes'],
  [
    'journalctl -u balena-supervisor -o cat | grep -c "Reported current state to the cloud" | grep -c "[1-9]"',
    '1',
  ],
  ['journalctl -u NetworkManager -o cat | head -1', /^<info> {2}\[\d{10}\.\d{4}\] NetworkManager \(version/],
  // The supervisor's container
  ['balena exec balena_supervisor cat /etc/os-release | head -1', 'NAME="Alpine Linux"'],
  ['balena exec balena_supervisor ls /data', 'database.sqlite     target-state.cache'],
  ['balena exec balena_supervisor cat /mnt/root/etc/hostname | cmp - /etc/hostname && echo same', 'same'],
  ['balena exec balena_supervisor env | grep -c "SUPERVISOR_IMAGE\\|LISTEN_PORT\\|BOOT_MOUNTPOINT"', '3'],
  [
    'balena inspect balena_supervisor -f "{{range .Mounts}}{{.Destination}} {{end}}"',
    '/var/run/balena-engine.sock /data /var/log /mnt/root ',
  ],
  // What the host OS has
  ['ls /mnt/state/root-overlay/etc/NetworkManager/', 'conf.d              system-connections'],
  ['ls /mnt/boot/system-connections', 'README.ignore         balena-sample.ignore'],
  ['cat /etc/resolv.dnsmasq | grep -c nameserver', '1'],
  [
    '. /usr/sbin/balena-config-vars; [ "$UUID" = "$(jq -r .uuid /mnt/boot/config.json)" ] && echo same',
    'same',
  ],
  ['ls /usr/bin | grep -c "balena-engine-\\|balenad\\|healthdog"', '8'],
  [
    'mount -o remount,rw /; echo hi > /etc/note; cat /etc/note; mount | grep " / " | cut -c1-31; mount -o remount,ro /; touch /etc/other; cat /etc/note',
    "hi\noverlay on / type overlay (rw,r\ntouch: cannot touch '/etc/other': Read-only file system\nhi",
  ],
  [
    'update-balena-supervisor 2>&1 | tail -1',
    /^\[update-balena-supervisor\]\[INFO\] Supervisor registry2\.\S+ at version v17\.0\.1 already downloaded\.$/,
  ],
  ['update-balena-supervisor -i nope; echo $?', /invalid value - should be of the form[^\n]*\n1$/],
  [
    'update-balena-supervisor -i bh.cr/nobody/thing/1.2.3 2>&1 | tail -2',
    /manifest for bh\.cr\/nobody\/thing\/1\.2\.3 not found[^\n]*\n\[update-balena-supervisor\]\[ERROR\] supervisor pull failed$/,
  ],
  ['os-config nope; echo $?', /Found argument 'nope'[^]*\n1$/],
  ["nmcli c show | awk '{ print $NF }'", 'DEVICE\neth0\nlo\nsupervisor0'],
  [
    'udevadm info -q property -n $(blkid -L resin-data) | grep LABEL; udevadm info nope',
    'ID_FS_LABEL=resin-data\nUnknown device "nope": No such device',
  ],
  ['iw dev wlan0 link; busctl list | grep -c org.freedesktop', 'Not connected.\n4'],
  [
    'nsenter -t 1 -m -- cat /etc/hostname | cmp - /etc/hostname && echo same; nsenter -m ls',
    'same\nnsenter: no target PID specified',
  ],
  ['curl -s https://api.balena-cloud.com/ping; echo', 'OK'],
  [
    'curl -s https://registry2.flotilla.test/v2/',
    '{"errors":[{"code":"UNAUTHORIZED","message":"authentication required","detail":null}]}',
  ],
  ['curl -sv https://api.flotilla.test/ping 2>&1 | grep -c "^\\* .*TLS"', '6'],
  ['ulimit -n; ulimit -a | wc -l', '1024\n17'],
]

/** What the engine's client says, in its own words. */
const ENGINE: readonly Row[] = [
  ['balena ps --nope; echo $?', "unknown flag: --nope\nSee 'balena ps --help'.\n125"],
  ['balena ps -Z', "unknown shorthand flag: 'Z' in -Z\nSee 'balena ps --help'."],
  ['balena logs -n', "flag needs an argument: 'n' in -n\nSee 'balena logs --help'."],
  [
    'balena logs',
    '"balena logs" requires exactly 1 argument.\nSee \'balena logs --help\'.\n\nUsage:  balena logs [OPTIONS] CONTAINER\n\nFetch the logs of a container',
  ],
  [
    'balena rename a',
    /^"balena rename" requires exactly 2 arguments\.\nSee 'balena rename --help'\.\n\nUsage: {2}balena rename CONTAINER NEW_NAME\n\nRename a container$/,
  ],
  [
    'balena cp a; balena port; balena wait',
    /exactly 2 arguments[^]*at least 1 and at most 2 arguments[^]*at least 1 argument\./,
  ],
  // Help changes nothing.
  ['balena system prune -af --volumes --help | sed -n 2p', 'Usage:  balena system prune [OPTIONS]'],
  [
    'balena rm -f uplink --help | sed -n 2p; balena ps -q | wc -l',
    'Usage:  balena rm [OPTIONS] CONTAINER [CONTAINER...]\n5',
  ],
  [
    'balena system | sed -n "7,8p"',
    '  df          Show docker disk usage\n  events      Get real time events from the server',
  ],
  [
    'balena help logs | sed -n 2p; balena image nope 2>&1 | sed -n 2p',
    'Usage:  balena logs [OPTIONS] CONTAINER\nUsage:  balena image COMMAND',
  ],
  [
    'balena | grep -A2 "^Management"',
    'Management Commands:\n  container   Manage containers\n  image       Manage images',
  ],
  ['balena exec uplink echo --help', '--help'],
  [
    'balena start nope',
    'Error response from daemon: No such container: nope\nError: failed to start containers: nope',
  ],
  ['balena kill nope', 'Error response from daemon: Cannot kill container: nope: No such container: nope'],
  [
    'balena rename nope b',
    'Error response from daemon: No such container: nope\nError: failed to rename container named nope',
  ],
  ['balena history nope', 'Error response from daemon: No such image: nope:latest'],
  ['balena inspect nope', '[]\nError: No such object: nope'],
  ['balena image inspect nope', '[]\nError: No such image: nope'],
  ['balena network inspect nope', '[]\nError: No such network: nope'],
  [
    'balena volume inspect $(balena volume ls -q | head -1) -f "{{.CreatedAt}}"',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  ],
]

describe.each([
  ['an ARM', PI],
  ['an x86', NUC],
])('%s device', (_name, hardware) => {
  test('answers the commands of the masterclasses and of the engine as they are documented', () => {
    const it = aShell({ cols: 300, world: { batch: { hardware } } })
    expect(differences(it, ENGINE)).toEqual([])
    expect(differences(it, ROWS)).toEqual([])
  })
})

test('the clock that a user sets is corrected by chronyd, unless that is stopped', () => {
  const it = aShell()
  it.run('systemctl stop chronyd; date -s "2020-01-01 10:00"')
  it.pass(120_000)
  expect(it.run('date +%F')).toBe('2020-01-01')
  it.run('systemctl start chronyd')
  it.pass(64_000)
  expect(it.run('date +%F')).toBe('2026-11-20')
})

test('an older system has the older words of systemd and the older names', () => {
  const os = [{ value: { version: 'Resin OS 2.38.0+rev1', variant: 'dev' as const }, weight: 1 }]
  const supervisor = [{ value: '9.15.7', weight: 1 }]
  const it = aShell({ cols: 300, world: { batch: { os, supervisor } } })
  expect(
    differences(it, [
      ['journalctl -u chronyd | head -1', /^-- Logs begin at \w+ 2026-11-18 .* UTC, end at .* UTC\. --$/],
      [
        'journalctl --list-boots',
        /^ 0 [0-9a-f]{32} \w+ 2026-11-18 \d\d:\d\d:\d\d UTC—\w+ 2026-11-20 \d\d:\d\d:\d\d UTC$/,
      ],
      ['systemctl status resin-supervisor | head -1', '● resin-supervisor.service - Balena supervisor'],
      ['systemctl is-active balena-supervisor', 'inactive'],
      ['systemctl is-active update-resin-supervisor.timer', 'active'],
      ['ls /mnt/boot/system-connections', 'README.ignore        resin-sample.ignore'],
      ['grep -c SUPERVISOR_TAG=v9.15.7 /etc/balena-supervisor/supervisor.conf', '1'],
      ['balena exec resin_supervisor ls /data | wc -l', '2'],
    ]),
  ).toEqual([])
})
