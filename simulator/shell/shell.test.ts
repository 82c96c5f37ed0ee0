import { describe, expect, test } from 'vitest'
import { aShell, HOST } from '../testing/a-shell.ts'
import { aDevice, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { openShell } from './shell.ts'

describe('a shell on the host', () => {
  test('what others change is seen at once, also while no time passes', () => {
    const it = aShell()
    const before = it.run('cat /etc/hostname')
    it.world.setUuid(0, 'f'.repeat(32))
    expect([before, it.run('cat /etc/hostname')]).toEqual(['4d7f310', 'fffffff'])
  })

  test('greets with the short uuid of the device', () => {
    const it = aShell()
    const uuid = it.world.column('uuid')(0)
    expect(it.prompt()).toBe(`root@${uuid.slice(0, 7)}:~# `)
    expect(it.run('hostname')).toBe(uuid.slice(0, 7))
    expect(it.run('whoami')).toBe('root')
  })

  test('shows the storage that the device reports', () => {
    const it = aShell()
    const metrics = it.world.device(0).metrics
    const [, size, used] = it.run('df -m /mnt/data').split('\n')[1]?.split(/\s+/) ?? []
    expect([Number(size), Number(used)]).toEqual([metrics?.storageTotal, metrics?.storageUsage])
    expect(it.run('df -h /mnt/data')).toMatch(/\/dev\/mmcblk0p6\s+15G\s+\S+\s+\S+\s+\d+% \/mnt\/data$/)
    expect(it.run('df')).toMatch(/\d+% \/mnt\/data$/m)
  })

  test('shows the memory that the device reports', () => {
    const it = aShell()
    const metrics = it.world.device(0).metrics
    const [, total, used, free, , cache] = it.run('free -m').split('\n')[1]?.split(/\s+/).map(Number) ?? []
    expect([total, used]).toEqual([metrics?.memoryTotal, metrics?.memoryUsage])
    expect((used ?? 0) + (free ?? 0) + (cache ?? 0)).toBe(total)
  })

  test('lists a process for each running service', () => {
    const it = aShell()
    expect(it.run('ps aux | grep -c /usr/src/app')).toBe('5')
    it.world.command(0, { kind: 'stop-service', serviceName: 'uplink' })
    it.pass(MINUTES)
    expect(it.run('ps')).not.toContain('/usr/src/app/uplink')
    expect(it.run('balena ps')).not.toContain('uplink_')
    expect(it.run('balena-engine ps')).toContain('sensor-hub_100_1')
  })

  test('prints the time and the uptime of the device', () => {
    const it = aShell()
    expect(it.run('date')).toBe('Fri Nov 20 14:00:00 UTC 2026')
    it.pass(3 * HOURS)
    expect(it.run('date +%s')).toBe(String((NOON + 3 * HOURS) / 1000))
    const up = Math.floor((NOON + 3 * HOURS - (it.world.device(0).bootedAt ?? 0)) / 86_400_000)
    expect(it.run('uptime')).toContain(`up ${up} day`)
    expect(it.run('uptime')).toMatch(/load average: \d+\.\d\d, \d+\.\d\d, \d+\.\d\d$/)
  })

  test('prints the OS and kernel versions', () => {
    const it = aShell()
    expect(it.run('uname -a')).toMatch(/^Linux \w{7} 6\.1\.77-v8 #1 SMP PREEMPT aarch64 GNU\/Linux$/)
    expect(it.run('cat /etc/os-release')).toContain('PRETTY_NAME="balenaOS 6.0.24"')
    expect(it.run('ip addr')).toContain(it.world.column('ipAddress')(0))
    expect(it.run('ip addr')).toContain(it.world.column('macAddress')(0).toLowerCase())
    expect(it.run('systemctl status balena-supervisor')).toContain('active (running)')
    expect(it.run('systemctl is-active nothing; echo $?')).toBe('inactive\n3')
    expect(it.run('top -bn1 | head -n 1')).toMatch(/^Mem: \d+K used/)
    expect(it.run('cat /sys/class/thermal/thermal_zone0/temp')).toBe(
      `${it.world.device(0).metrics?.cpuTemp}000`,
    )
  })

  test('returns 127 for an unknown command', () => {
    const it = aShell()
    expect(it.run('foo --bar')).toBe('-sh: foo: command not found')
    expect(it.run('echo $?')).toBe('127')
    expect(it.run('true; echo $?')).toBe('0')
    expect(it.run('echo )')).toBe("-sh: syntax error near unexpected token `)'")
    expect(it.run('echo $?')).toBe('2')
    it.type("echo 'one\r")
    expect(it.prompt()).toBe('> ')
    expect(it.run("two'")).toBe('one\ntwo')
  })

  test('supports pipes, conditions, patterns and variables', () => {
    const it = aShell()
    expect(it.run('false && echo a || echo b; echo c')).toBe('b\nc')
    expect(it.run('nano')).toBe('-sh: nano: command not found')
    expect(it.run('ls /etc | grep host | sort -r')).toBe('hosts\nhostname')
    expect(it.run('cat /etc/os-release | wc -l')).toBe('9')
    expect(it.run('A=5; echo "$A apples"')).toBe('5 apples')
    expect(it.run('cat /etc/os-release | head -2 | tail -n 1')).toBe('NAME="balenaOS"')
    expect(it.run('echo /etc/os-*')).toBe('/etc/os-release')
    expect(it.run("echo '/etc/os-*'")).toBe('/etc/os-*')
    expect(it.run('cat /nope 2>/dev/null; echo $?')).toBe('1')
    expect(it.run('cat /nope 2>&1 | grep -c No')).toBe('1')
  })

  test('prints escape sequences from commands and files unchanged', () => {
    const it = aShell()
    const printed = (command: string) => {
      const before = it.all().length
      it.run(command)
      return it.all().slice(before)
    }
    const link = '\x1b]8;;https://docs.example/\x1b\\docs\x1b]8;;\x1b\\'
    expect(printed(String.raw`echo -e '\e[31mred\e[0m'`)).toContain('\x1b[31mred\x1b[0m\r\n')
    expect(printed(String.raw`printf '\033]8;;https://docs.example/\033\\docs\033]8;;\033\\'`)).toContain(
      link,
    )
    expect(printed(String.raw`echo -e '\x1b]2;title\a' > /tmp/evil; cat /tmp/evil`)).toContain(
      '\x1b]2;title\x07',
    )
    expect(it.run(String.raw`echo '\e[31m'`)).toBe(String.raw`\e[31m`)
    expect(it.run(String.raw`echo -e 'a\tb\\n\061\0101\cnever'; echo`)).toBe('a\tb\\n1A')
    expect(it.run('echo -n a; echo -ne b; echo -x')).toBe('ab-x')
  })

  test('prints formatted text with printf', () => {
    const it = aShell()
    expect(it.run("printf '%s is %d\\n' a 1 b 2")).toBe('a is 1\nb is 2')
    expect(it.run("printf '%5s|%-5s|%05d|%+d|%x|%X|%o|%c|%.2s|100%%\\n' ab ab -42 7 255 255 8 xyz abc")).toBe(
      '   ab|ab   |-0042|+7|ff|FF|10|x|ab|100%',
    )
    expect(it.run(String.raw`printf '%b\n' 'a\tb'; printf '%s-%s\n' one`)).toBe('a\tb\none-')
    expect(it.run("printf '%d %d\\n' 0x10 \"'A\"")).toBe('16 65')
    expect(it.run("printf -- '-%s\\n' a")).toBe('-a')
    expect(it.run('printf')).toContain('usage')
    expect(it.run("printf '%9000000s' x | wc -c")).toBe('9000000')
  })

  test('changes directories and lists files', () => {
    const it = aShell()
    expect(it.run('pwd')).toBe('/home/root')
    it.run('cd /mnt')
    expect(it.prompt()).toMatch(/:\/mnt# $/)
    expect(it.run('ls')).toBe('boot     data     state    sysroot')
    expect(it.run('cd nowhere')).toBe('-sh: cd: nowhere: No such file or directory')
    expect(it.run('cd boot/config.json')).toContain('Not a directory')
    expect(it.run('cat boot')).toBe('cat: boot: Is a directory')
    expect(JSON.parse(it.run('cat boot/config.json'))).toMatchObject({ uuid: it.world.column('uuid')(0) })
    it.run('cd -')
    expect(it.prompt()).toMatch(/:~# $/)
    expect(it.run('find /etc -name "host*"')).toBe('/etc/hostname\n/etc/hosts')
  })

  test('writes files only to writable folders', () => {
    const it = aShell()
    expect(it.run('echo one > /tmp/note; echo two >> /tmp/note; cat /tmp/note')).toBe('one\ntwo')
    expect(it.run('ls /tmp')).toBe('balena-supervisor  note')
    expect(it.run('echo no > /etc/note')).toBe('-sh: /etc/note: Read-only file system')
    expect(it.run('echo no > /tmp')).toBe('-sh: /tmp: Is a directory')
    expect(it.run('rm /etc/hosts')).toContain('Read-only file system')
    expect(it.run('rm /tmp/note; ls /tmp')).toBe('balena-supervisor')
    expect([...it.world.files(0)]).toEqual([])
  })

  test('creates and removes folders only in writable folders', () => {
    const it = aShell()
    expect(it.run('mkdir /tmp/a; echo one > /tmp/a/note; ls /tmp/a; ls -d /tmp/a')).toBe('note\n/tmp/a')
    expect(it.run('rmdir /tmp/a')).toBe("rmdir: failed to remove '/tmp/a': Directory not empty")
    expect(it.run('rm /tmp/a/note; rmdir /tmp/a; ls /tmp')).toBe('balena-supervisor')
    expect(it.run('mkdir /tmp/b/c')).toBe(
      "mkdir: cannot create directory '/tmp/b/c': No such file or directory",
    )
    expect(it.run('mkdir -p /tmp/b/c && cd /tmp/b/c && pwd')).toBe('/tmp/b/c')
    expect(it.run('mkdir /etc/own')).toContain('Read-only file system')
    expect(it.run('mkdir /tmp/b')).toContain('File exists')
  })

  test('sends HTTP requests to the supervisor and the local web server, and reports why others fail', () => {
    const it = aShell()
    expect(it.run('curl -s http://127.0.0.1:48484/ping; echo .')).toBe('OK.')
    expect(it.run('curl http://nowhere.invalid; echo $?')).toBe(
      'curl: (6) Could not resolve host: nowhere.invalid\n6',
    )
    expect(it.run('curl -s http://127.0.0.1:9; echo $?')).toBe('7')
    expect(it.run('curl -I registry.flotilla.test')).toContain('HTTP/1.1 200 OK')
  })

  test('prints and follows the journal of the supervisor and the services', () => {
    const it = aShell()
    const lines = it.run('journalctl -n 5').split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^Nov 20 \d\d:\d\d:\d\d \w{7} [\w-]+\[\d+\]: /)
    expect(it.run('journalctl -u balena-supervisor -n 2')).toMatch(/balena-supervisor\[1204\]|No entries/)
    it.type('journalctl -f -n 0\r')
    const before = it.all().length
    it.pass(30 * SECONDS)
    const followed = it.all().slice(before).trim().split('\r\n')
    expect(followed).toHaveLength(it.world.logs(0, { after: NOON }).length)
    expect(it.type('\x03')).toContain('^C')
    expect(it.run('echo $?')).toBe('130')
  })

  test('has one journal: what dmesg, systemctl and each filter show are its entries', () => {
    const it = aShell()
    const all = new Set(it.run('journalctl -o cat --no-pager').split('\n'))
    expect(all.size).toBeGreaterThan(20)
    for (const line of it.run('dmesg').split('\n')) expect(all).toContain(line.replace(/^\[[^\]]*\] /, ''))
    for (const unit of ['chronyd', 'NetworkManager', 'openvpn', 'balena', 'balena-supervisor']) {
      const own = it.run(`journalctl -u ${unit} -n 40 -o cat`).split('\n')
      expect([unit, own.length]).not.toEqual([unit, 0])
      for (const line of own) expect(all).toContain(line)
      const shown = it.run(`systemctl status -n 1 ${unit} | tail -1`)
      expect(own.filter((line) => shown.endsWith(line))).not.toEqual([])
    }
    // A program starts once in a boot, in one version.
    expect(it.run('journalctl -b -o cat -u chronyd | grep -c starting')).toBe('1')
    expect(it.run('journalctl -b -o cat -u NetworkManager | grep -c starting')).toBe('1')
    it.run('systemctl stop chronyd; systemctl start chronyd')
    it.pass(SECONDS)
    expect(it.run('journalctl -u chronyd -n 2 -o cat')).toMatch(/^Stopped .*\nStarted /)
    it.run('systemctl stop chronyd; systemctl start chronyd; systemctl stop chronyd')
    expect(it.run('systemctl is-active chronyd')).toBe('inactive')
  })

  test('pings once per second until interrupted', () => {
    const it = aShell()
    it.type('ping -c 3 api.flotilla.test\r')
    it.pass(1500)
    expect(it.all().match(/bytes from/g)).toHaveLength(2)
    it.pass(1000)
    expect(it.all()).toContain('3 packets transmitted, 3 packets received, 0% packet loss')
    expect(it.prompt()).toMatch(/# $/)
    it.type('ping 10.0.0.1\r')
    it.pass(10_000)
    expect(it.type('\x03')).toContain('11 packets transmitted')
    expect(it.run('ping nowhere')).toBe("ping: bad address 'nowhere'")
    expect(it.run('ping -c x host.test')).toContain('invalid number')
  })

  test('top refreshes every three seconds until q is pressed', () => {
    const it = aShell()
    const screens = () => it.all().split('\x1b[2J').length - 1
    it.type('top\r')
    expect(screens()).toBe(1)
    expect(it.all()).toMatch(/Load average: .*\r\n *PID +PPID +USER/)
    it.pass(6500)
    expect(screens()).toBe(3)
    expect(it.type('q')).toMatch(/# $/)
    it.pass(10 * SECONDS)
    expect(screens()).toBe(3)
    expect(it.run('echo $?')).toBe('0')
  })

  test('lists the history with numbers', () => {
    const it = aShell()
    it.run('whoami')
    it.run('hostname')
    expect(it.run('history').split('\n')).toEqual(['    1  whoami', '    2  hostname', '    3  history'])
    expect(it.type('\x1b[A\x1b[A')).toContain('hostname')
  })

  test('returns the exit code of the last command, also from a container', () => {
    const it = aShell()
    expect(it.run('cat /nope | wc -l; echo $?')).toMatch(/\n?0\n0$/)
    expect(it.run('ls /etc | grep nothing; echo $?')).toBe('1')
    expect(it.run('balena exec uplink false; echo $?')).toBe('1')
    expect(it.run('balena exec nobody true; echo $?')).toBe('Error: No such container: nobody\n1')
  })

  test('buffers input while a command runs', () => {
    const it = aShell()
    it.type('sleep 2\r')
    it.type('echo later\r')
    expect(it.all()).not.toContain('\r\nlater')
    it.pass(2000)
    expect(it.all()).toContain('\r\nlater\r\n')
  })

  test('Ctrl-C discards the rest of the line', () => {
    const it = aShell()
    it.type('sleep 60; echo after || echo or\r')
    it.type('\x03')
    it.pass(2 * MINUTES)
    expect(it.all()).not.toMatch(/\r\n(after|or)\r\n/)
    expect(it.run('echo $?')).toBe('130')
  })

  test('pipes output of long-running commands to filters immediately, and to files at the end', () => {
    const it = aShell()
    it.type('ping -c 3 host.test | grep seq=1\r')
    it.pass(1000)
    expect(it.all().match(/seq=1 /g)).toHaveLength(1)
    it.pass(2000)
    expect(it.all()).not.toContain('seq=2')
    it.type('ping -c 2 host.test > /tmp/out\r')
    it.pass(3000)
    expect(it.run('grep -c seq= /tmp/out')).toBe('2')
    it.type('ping -c 2 host.test | wc -l\r')
    it.pass(3000)
    expect(it.all()).toMatch(/\r\n7\r\n/)
  })

  test('prints the usage of a command with --help instead of running it', () => {
    const it = aShell()
    expect(it.run('reboot --help')).toMatch(/^Usage: reboot\n\nRestart the device/)
    expect(it.run('shutdown --help')).toMatch(/^Usage: shutdown\n/)
    expect(it.run('uptime --help')).toMatch(/^BusyBox v1.*\n\nUsage: uptime/)
    expect(it.run('echo --help')).toBe('--help')
    it.pass(10 * SECONDS)
    expect(it.world.device(0).cloudlink).toBe(true)
  })

  test('enters and leaves the container of a service', () => {
    const it = aShell()
    const host = it.prompt()
    it.run('balena exec -it sensor-hub sh')
    expect(it.prompt()).toBe('# ')
    expect(it.run('echo $BALENA_SERVICE_NAME')).toBe('sensor-hub')
    expect(it.run('balena ps')).toBe('sh: 2: balena: not found')
    it.run('exit')
    expect(it.prompt()).toBe(host)
    expect(it.run('balena exec uplink cat package.json')).toContain('"name": "uplink"')
    expect(it.run('balena exec nobody sh')).toBe('Error: No such container: nobody')
    expect(it.exits).toEqual([])
  })

  test('prints the logs of a service', () => {
    const it = aShell()
    expect(
      it
        .run('balena logs -n 3 sensor-hub')
        .split('\n')
        .every((line) => line.includes('probe=')),
    ).toBe(true)
    expect(it.run('balena logs nobody')).toBe('Error: No such container: nobody')
  })

  test('completes commands and paths', () => {
    const it = aShell()
    expect(it.type('upt\t')).toBe('uptime ')
    expect(it.type('\x15cat /etc/os-r\t')).toContain('/etc/os-release ')
    expect(it.type('\x15cd /mn\t')).toContain('/mnt/')
    // The word after `>` is a file, even at the start of the line.
    expect(it.type('\x15>upt\t')).not.toContain('uptime')
  })

  test('ends with exit, Ctrl-D, a reboot or a lost connection', () => {
    const left = aShell()
    left.type('false\rexit\r')
    expect(left.exits).toEqual([1])
    const coded = aShell()
    coded.type('exit 3\r')
    expect(coded.exits).toEqual([3])
    const ended = aShell()
    ended.type('\x04')
    expect(ended.exits).toEqual([0])
    const rebooted = aShell()
    rebooted.type('reboot\r')
    rebooted.pass(10 * SECONDS)
    expect(rebooted.exits).toEqual([255])
    expect(rebooted.world.device(0).cloudlink).toBe(false)
    const lost = aShell()
    lost.world.setLink(0, false)
    expect(lost.exits).toEqual([255])
    const before = lost.all()
    lost.type('echo anybody\r')
    expect(lost.all()).toBe(before)
  })

  test('does not open on an offline device', async () => {
    const world = aDevice()
    world.setLink(0, false)
    const clock = createManualClock(NOON)
    const exits: number[] = []
    let text = ''
    openShell({
      world,
      index: 0,
      target: HOST,
      clock,
      cols: 80,
      rows: 24,
      write: (data) => {
        text += data
      },
      onExit: (code) => exits.push(code),
    })
    expect(exits).toEqual([])
    await Promise.resolve()
    expect(exits).toEqual([255])
    expect(text).toContain('No route to host')
  })

  test('wraps lists at the width of the window', () => {
    const wide = aShell({ cols: 200 }).run('ls /')
    const narrow = aShell({ cols: 30 }).run('ls /')
    expect(narrow.split('\n').length).toBeGreaterThan(wide.split('\n').length)
    expect(narrow.split('\n').every((line) => line.length <= 30)).toBe(true)
    const it = aShell({ cols: 200 })
    it.shell.resize(30, 10)
    expect(it.run('ls /')).toBe(narrow)
  })
})

test('references to earlier lines are replaced and shown, as by bash called as sh', () => {
  const it = aShell()
  const rows = [
    ['echo one two three', 'one two three'],
    ['echo !$', 'echo three\nthree'],
    ['!!', 'echo three\nthree'],
    ['!ec', 'echo three\nthree'],
    ['echo !!:1-2', '-sh: :1-2: bad word specifier'],
    ['echo "!!"', '!!'],
    ["echo '!!'", '!!'],
    ['!nope', '-sh: !nope: event not found'],
    ["^'!!'^now^", 'echo now\nnow'],
    ['echo hi! there; echo a!=b', 'hi! there\na!=b'],
    ['!?two', 'echo one two three\none two three'],
    ['echo !*', 'echo one two three\none two three'],
  ] as const
  for (const [line, printed] of rows) expect([line, it.run(line)]).toEqual([line, printed])
  expect(it.run('history | tail -2')).toMatch(/ echo one two three\n +\d+ {2}history \| tail -2$/)
})
