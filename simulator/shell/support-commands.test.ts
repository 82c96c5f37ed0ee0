import { describe, expect, test } from 'vitest'
import { aShell } from '../testing/a-shell.ts'
import { PI } from '../testing/a-world.ts'

const NUC = { ...PI, model: 'Intel NUC', slug: 'intel-nuc', arch: 'amd64' }
const NANO = { ...PI, model: 'Nvidia Jetson Orin Nano', slug: 'jetson-orin-nano-devkit', arch: 'aarch64' }
const PI_3 = { ...PI, model: 'Raspberry Pi 3', slug: 'raspberrypi3', arch: 'armv7hf' }

function expectOutput(output: string, expected: string | RegExp): void {
  if (typeof expected === 'string') expect(output).toBe(expected)
  else expect(output).toMatch(expected)
}

describe('hardware is that of the device type', () => {
  test.each<[hardware: typeof PI, line: string, expected: string | RegExp]>([
    [PI, 'lsusb | wc -l', '3'],
    [PI, 'lsusb | grep -c "VIA Labs"', '1'],
    [NUC, 'lsusb | grep -c "Intel Corp. Bluetooth"', '1'],
    [PI_3, 'lsusb | grep -c SMSC9512/9514', '1'],
    [PI_3, 'lsusb -t | grep -c root_hub', '1'],
    [PI, 'lsusb -d 1d6b: | wc -l', '2'],
    [PI, 'lsmod | grep -c brcmfmac', '3'],
    [NUC, 'lsmod | grep ^iwlwifi', /^iwlwifi +360448 {2}1 iwlmvm$/],
    [NUC, 'lsmod | grep -c brcm', '0'],
    [PI, 'lscpu | grep Model', /Cortex-A72/],
    [PI_3, 'lscpu | grep Model', /Cortex-A53/],
    [
      PI,
      'grep -m1 part /proc/cpuinfo; grep Hardware /proc/cpuinfo',
      'CPU part\t: 0xd08\nHardware\t: BCM2835',
    ],
    [PI_3, 'grep -m1 part /proc/cpuinfo', 'CPU part\t: 0xd03'],
    [NANO, 'grep -m1 part /proc/cpuinfo; grep -c BCM /proc/cpuinfo', 'CPU part\t: 0xd42\n0'],
    [NUC, 'grep -m1 "model name" /proc/cpuinfo | grep -c "$(lscpu | sed -n "s/Model name: *//p")"', '1'],
  ])('%#: %s', (hardware, line, expected) => {
    expectOutput(aShell({ world: { batch: { hardware } } }).run(line), expected)
  })
})

test.each<[line: string, expected: string | RegExp]>([
  ["lsmod | awk 'NR > 1 { print $1 }' > /tmp/a; cut -d' ' -f1 /proc/modules | cmp - /tmp/a; echo $?", '0'],
  // Each running container has a root file system of its own, the supervisor's included.
  ['lsmod | awk \'$1 == "overlay" { print $3 }\'; balena ps -q | wc -l', '5\n5'],
  ['systemctl stop balena-supervisor; lsmod | awk \'$1 == "overlay" { print $3 }\'', '4'],
  [
    'modprobe i2c-dev; lsmod | grep i2c_dev; rmmod i2c_dev; lsmod | grep -c i2c_dev',
    /^i2c_dev +20480 {2}0\n0$/,
  ],
  ['modprobe nope; echo $?', /^modprobe: FATAL: Module nope not found in directory \/lib\/modules\/\S+\n1$/],
  ['modprobe', 'modprobe: ERROR: missing parameters. See -h.'],
  ['lsmod | grep -c ^bridge; rmmod bridge; lsmod | grep -c ^bridge', '1\n0'],
  ['balena volume ls -q --filter name=nope | wc -l; balena volume ls -q --filter name=1_', '0\n1_data'],
  ['balena system df -v | grep -c " ago"; balena system df -v | grep -c "years ago"', /^[1-9]\d*\n0$/],
  ['wget -qO- --header "Accept: text/plain" localhost:48484/ping; echo', 'OK'],
  [
    'cd /tmp; wget -q localhost:48484/ping; cat ping; echo; wget -q localhost:48484/ping; echo $?',
    /^OK\nwget: can't open 'ping': File exists\n1$/,
  ],
  ['lsblk -n -o NAME | sed -n "2p;\\$p"', /^\|-\S+\n`-\S+$/],
  ['lsblk -ln -o NAME | grep -c "^mmc"; lsblk -ln -o NAME | grep -cv "^mmc"', /^[2-9]\n0$/],
  ['systemctl is-system-running', 'running'],
  ['systemctl show -p LoadState,ActiveState nope', 'LoadState=not-found\nActiveState=inactive'],
  ['modprobe -r stp', 'modprobe: FATAL: Module stp is in use.'],
  [
    'rmmod stp; rmmod nope',
    'rmmod: ERROR: Module stp is in use by: bridge\nrmmod: ERROR: Module nope is not currently loaded',
  ],
])('%s', (line, expected) => {
  expectOutput(aShell().run(line), expected)
})

/** As at a terminal, with the time that the line takes. */
function typed(line: string, shell = aShell({ cols: 400 })): string {
  const before = shell.all().length
  shell.type(`${line}\r`)
  for (let i = 0; i < 5; i++) shell.pass(1000)
  return shell.all().slice(before).replaceAll('\r\n', '\n').split('\n').slice(1, -1).join('\n')
}

test.each(['constructor', '__proto__', 'toString'])('the word "%s" is as unknown as any other', (word) => {
  const shell = aShell({ cols: 400 })
  const lines = [
    'WORD',
    'WORD --help',
    'iptables -t WORD -L',
    'iptables --WORD',
    'openssl WORD',
    'openssl dgst -WORD < /dev/null',
    'modprobe WORD',
    'balena WORD keys',
    'balena container WORD',
    'balena ps --format "table {{.WORD}}"',
    'ps -o WORD',
    'ls --WORD',
    'echo 5 | tr "[:WORD:]" x',
    'case 5 in [[:WORD:]]) echo yes;; esac',
    'set -o WORD; echo $-',
    'curl -s -o /dev/null -w "%{WORD}" http://127.0.0.1:1',
    "echo '{}' | jq -c '.WORD, (.WORD.a |= 1 | keys)'",
    'systemctl status WORD',
    'nmcli device show WORD',
    'cat /WORD',
    'echo $WORD',
  ]
  for (const line of lines) {
    const known = typed(line.replaceAll('WORD', 'unheard'), shell)
    const told = typed(line.replaceAll('WORD', word), shell)
    const title = word.replace('toS', 'to S').toUpperCase()
    expect(told.replaceAll(word, 'unheard').replaceAll(title, 'UNHEARD'), line).toBe(known)
  }
  shell.run('modprobe constructor')
  expect(shell.run('lsmod | grep -c native')).toBe('0')
})

describe('commands of a support session', () => {
  test.each<[line: string, expected: string | RegExp]>([
    ['iptables -S INPUT', '-P INPUT ACCEPT\n-A INPUT -j BALENA-FIREWALL'],
    ['iptables -S BALENA-FIREWALL | tail -1', '-A BALENA-FIREWALL -j RETURN'],
    [
      'iptables -A INPUT -p tcp --dport 80 -j DROP; iptables -S INPUT | tail -1',
      '-A INPUT -p tcp -m tcp --dport 80 -j DROP',
    ],
    ['iptables -I INPUT -s 10.0.0.1 -j DROP; iptables -D INPUT 1; iptables -S INPUT | wc -l', '2'],
    [
      'iptables -D INPUT -j NOPE; echo $?',
      'iptables: Bad rule (does a matching rule exist in that chain?).\n1',
    ],
    [
      'iptables -w -A INPUT -s 10.0.0.2 -j DROP; iptables -w 5 -I INPUT 2 -s 10.0.0.3 -j DROP; iptables -S INPUT | tail -3',
      '-A INPUT -j BALENA-FIREWALL\n-A INPUT -s 10.0.0.3 -j DROP\n-A INPUT -s 10.0.0.2 -j DROP',
    ],
    ['iptables -I INPUT 9 -j DROP; iptables -D INPUT 9', /Index of insertion.*\n.*Index of deletion/],
    ['iptables -A INPUT -j DROP; iptables -F INPUT; iptables -S INPUT', '-P INPUT ACCEPT'],
    ['iptables -F; iptables -S | grep -c -e -A', '0'],
    [
      'iptables -A INPUT -j DROP; echo x >> /run/iptables/iptables-filter; iptables -S INPUT | tail -1',
      '-A INPUT -j DROP',
    ],
    ['ip6tables -S | grep -c -e DOCKER -e 172.', '0'],
    ['ip6tables -S | grep -c icmp6-port-unreachable', '1'],
    ['iptables -L NOPE; echo $?', 'iptables: No chain/target/match by that name.\n1'],
    [
      'iptables -L INPUT -n --line-numbers | tail -1',
      /^1 +BALENA-FIREWALL all {2}-- {2}0\.0\.0\.0\/0 +0\.0\.0\.0\/0$/,
    ],
    ['iptables -t nat -L DOCKER -n | grep -c "dpt:80 to:172.17.0.5:80"', '1'],
    ['systemctl stop balena-supervisor; iptables -S BALENA-FIREWALL | wc -l', '1'],
    // The bridge of the rules is an interface.
    [
      "ip link show $(iptables -t nat -S DOCKER | sed -n 's/.*-i \\(br-[0-9a-f]*\\) -j RETURN/\\1/p') | grep -c UP",
      '1',
    ],
    ['openssl version', /^OpenSSL 3\./],
    [
      'openssl s_client -connect api.flotilla.test:443 < /dev/null 2>&1 | grep "return code"',
      'Verify return code: 0 (ok)',
    ],
    [
      'openssl s_client -connect nowhere.invalid:443 < /dev/null; echo $?',
      /Name or service not known\nconnect:errno=22\n1$/,
    ],
    [
      'openssl s_client -connect api.flotilla.test:443 </dev/null 2>/dev/null | openssl x509 -noout -subject',
      'subject=CN = *.flotilla.test',
    ],
    [
      'openssl x509 -in /etc/openvpn/ca.crt -noout -enddate',
      /^notAfter=\w{3} [ \d]\d \d\d:\d\d:\d\d \d{4} GMT$/,
    ],
    ['echo -n abc | openssl dgst -sha256; echo -n abc | sha256sum | cut -c1-8', /ba7816bf.*\nba7816bf$/],
    ['openssl rand -hex 8 | wc -c; openssl rand -base64 6 | wc -c', '17\n9'],
    ['echo -n hello | openssl base64; echo aGVsbG8= | openssl enc -base64 -d; echo', 'aGVsbG8=\nhello'],
    ['openssl rand -hex 16 > /tmp/a; openssl rand -hex 16 | cmp -s - /tmp/a; echo $?', '1'],
    ['for n in $(seq 200); do openssl rand -hex 16; done | grep -c -f /etc/machine-id', '0'],
    ['openssl rand -hex 999999999', /Invalid number/],
    ['head -c 9 /dev/urandom > /tmp/a; head -c 9 /dev/urandom | cmp -s - /tmp/a; echo $?', '1'],
    [
      'openssl s_client -connect a-host-of-thirty-characters.io:443 < /dev/null 2>&1 | grep -c "$(sed -n 2p /etc/openvpn/ca.crt)"',
      '0',
    ],
    ['openssl nope; echo $?', /^Invalid command 'nope'.*\n1$/],
    ['seq 9 > /tmp/n; gzip /tmp/n; gzip -l /tmp/n.gz | tail -1', /^ +\d+ +18 +-?\d+\.\d% \/tmp\/n$/],
    ['gzip -l /etc/hosts; echo $?', 'gzip: /etc/hosts: not in gzip format\n1'],
    ['hostapp-update; echo $?', /^\[hostapp-update\]\[ERROR\] At least one of[^]*\n1$/],
    ['hostapp-update --no-reboot; echo $?', /illegal option -- -\n[^]*\n1$/],
    [
      'hostapp-update -i bh.cr/balena_os/raspberrypi4-64/6.1.0-nonsense; echo $?',
      /pull access denied[^]*\n1$/,
    ],
    ['hostapp-update -i nope; echo $?', /pull access denied for nope[^]*\n1$/],
    ['grep ^remote /etc/openvpn/openvpn.conf | head -1', 'remote cloudlink.flotilla.test 443'],
    ['diff /etc/openvpn/openvpn.conf /run/openvpn/openvpn.conf; echo $?', '0'],
    [
      'balena run hello-world; echo $?',
      /^Unable to find image 'hello-world:latest' locally\n[^]*denied[^]*\n125$/,
    ],
    [
      'balena run --rm -e A=b $(balena inspect -f {{.Image}} $(balena ps -q | head -1)) sh -c "echo $A; env" | grep ^A=',
      'A=b',
    ],
    ['balena load -i /nope; echo $?', 'open /nope: no such file or directory\n1'],
    [
      'balena load < /etc/hosts; echo $?',
      'Error processing tar file(exit status 1): archive/tar: invalid tar header\n1',
    ],
    ['echo x | balena login; echo $?', 'Error: Cannot perform an interactive login from a non TTY device\n1'],
    [
      'echo x | balena login -u me --password-stdin; echo $?',
      /unauthorized: incorrect username or password\n1$/,
    ],
    [
      'C=/mnt/boot/config.json; jq -r .deviceApiKey $C | balena login -u d_$(jq -r .uuid $C) --password-stdin registry2.flotilla.test | tail -1',
      'Login Succeeded',
    ],
    ['balena events --since 1h --until 0s; echo $?', '0'],
    ['balena events --until $(($(date +%s) + 3)) > /dev/null; echo $?', '0'],
  ])('%s', (line, expected) => {
    expectOutput(typed(line), expected)
  })

  test('balena events shows what happens to the containers, until Ctrl-C', () => {
    const it = aShell({ cols: 400 })
    it.type('balena events --filter type=container\r')
    it.world.command(0, { kind: 'restart-service', serviceName: 'uplink', force: true })
    for (let i = 0; i < 30; i++) it.pass(1000)
    const lines = it
      .all()
      .split('\r\n')
      .filter((line) => / container /.test(line))
    expect(lines.map((line) => line.split(' ')[2])).toEqual(expect.arrayContaining(['die', 'start']))
    expect(lines.find((line) => line.includes(' start '))).toMatch(
      /^\d{4}-\d\d-\d\dT\S+Z container start [0-9a-f]{64} \(image=sha256:[0-9a-f]{64}, name=uplink_/,
    )
    it.type('\x03')
    expect(it.run('balena events --since 1h --until 0s | grep -c " start "')).not.toBe('0')
  })

  test('hostapp-update installs the OS of an image of its device type', () => {
    const it = aShell({ cols: 400 })
    const slug = it.run('sed -n \'s/SLUG="\\(.*\\)"/\\1/p\' /etc/os-release')
    expect(typed(`hostapp-update -i bh.cr/balena_os/${slug}/6.1.0`, it)).toMatch(
      /\n\[hostapp-update\]\[INFO\] Pulling from balena_os\//,
    )
    expect(it.world.systemUpdate(0, 'os')).toMatchObject({ plan: { version: '6.1.0' } })
  })
})
