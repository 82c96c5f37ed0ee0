import { formatDate } from '../../base/calendar.ts'
import { chance } from '../../base/random.ts'
import { valueIn } from '../../base/records.ts'
import { streams } from '../../base/streams.ts'
import { cloudHost } from '../../definition/identity.ts'
import type { SupervisorAnswer } from '../../supervisor/supervisor-api.ts'
import { Signalled, SIGINT, type Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import { SUPERVISOR_PID, type Machine } from '../machine.ts'
import { fixedRow, options, table, type Options } from '../options.ts'
import type { Process, Program } from '../process.ts'
import {
  gatewayOf,
  interfacesOf,
  isOwnAddress,
  isSupervisor,
  listenersOf,
  localAddressOf,
  resolveName,
  tunnelAddress,
  type Interface,
} from './network-facts.ts'
import { localAnswer, statusReason } from './supervisor-api.ts'

function linkText({ index, name, flags, mtu, state, mac }: Interface): string {
  const type = name === 'lo' ? 'loopback' : mac === null ? 'none' : 'ether'
  return `${index}: ${name}: <${flags}> mtu ${mtu} qdisc ${name === 'lo' ? 'noqueue' : 'fq_codel'} state ${state} qlen 1000\n    link/${type} ${mac === null ? '' : `${mac} brd ${name === 'lo' ? '00:00:00:00:00:00' : 'ff:ff:ff:ff:ff:ff'}`}\n`
}

/** What `ip -s link` adds. */
function countsText({ received, sent }: Interface): string {
  const row = (bytes: number) =>
    `    ${String(bytes).padEnd(11)}${String(Math.round(bytes / 620)).padEnd(9)}0       0       0       0      \n`
  return `    RX: bytes  packets  errors  dropped overrun mcast   \n${row(received)}    TX: bytes  packets  errors  dropped carrier collsns \n${row(sent)}`
}

function addressText(it: Interface): string {
  if (it.address === null) return linkText(it)
  const scope = it.name === 'lo' ? 'host' : 'global'
  const broadcast =
    it.bits === 24 || it.bits === 16
      ? ` brd ${it.address.replace(it.bits === 24 ? /\d+$/ : /\d+\.\d+$/, it.bits === 24 ? '255' : '255.255')}`
      : ''
  return `${linkText(it)}    inet ${it.address}/${it.bits}${broadcast} scope ${scope} ${it.name}\n       valid_lft forever preferred_lft forever\n`
}

function routesOf(machine: Machine): string[] {
  if (!machine.isHost())
    return [
      'default via 172.17.0.1 dev eth0 ',
      `172.17.0.0/16 dev eth0 scope link  src ${interfacesOf(machine).at(-1)?.address ?? ''} `,
    ]
  const address = localAddressOf(machine)
  return [
    `default via ${gatewayOf(address)} dev eth0  metric 100 `,
    '10.114.101.0/24 dev balena0 scope link  src 10.114.101.1 ',
    '10.114.102.0/24 dev resin-dns scope link  src 10.114.102.1 ',
    '10.114.104.0/25 dev supervisor0 scope link  src 10.114.104.1 ',
    `${tunnelAddress(machine).replace(/\d+$/, '1')} dev resin-vpn scope link  src ${tunnelAddress(machine)} `,
    `${address.replace(/\d+$/, '0')}/24 dev eth0 scope link  src ${address}  metric 100 `,
  ]
}

const ip: Program = (process) => {
  const args = process.args.filter((it) => !/^-(4|6|c|br|brief|o|s|d|h|color(=.*)?)$/.test(it))
  const isIPv6 = process.args.includes('-6')
  const hasStats = process.args.some((it) => it.startsWith('-s'))
  const brief = process.args.some((it) => it === '-br' || it === '-brief')
  const [what = '', verb = 'show', ...rest] = args
  const all = interfacesOf(process.machine)
  if (what === '') {
    process.err(
      'BusyBox v1.36.1 () multi-call binary.\n\nUsage: ip [OPTIONS] address|route|link|neigh|rule [ARGS]\n',
    )
    return 1
  }
  const named = [verb, ...rest].filter((it) => !['show', 'list', 'ls', 's', 'l', 'dev'].includes(it))
  if (/^(add|del|set|change|flush|replace)$/.test(verb))
    return process.fail('RTNETLINK answers: Operation not permitted', 2)
  const [name] = named
  const chosen = name === undefined ? all : all.filter((it) => it.name === name)
  const isRoute = 'route'.startsWith(what) && what.startsWith('r') && !'rule'.startsWith(what.padEnd(2, 'u'))
  if (!isRoute && name !== undefined && chosen.length === 0 && !'neighbour'.startsWith(what))
    return process.fail(`can't find device '${name}'`)
  if ('address'.startsWith(what)) {
    if (brief)
      process.out(
        table(
          chosen.map((it) => [it.name, it.state, it.address === null ? '' : `${it.address}/${it.bits}`]),
          [],
          '     ',
        ),
      )
    else if (isIPv6)
      process.out(
        chosen.some(({ name: it }) => it === 'lo')
          ? '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN qlen 1000\n    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever\n'
          : '',
      )
    else if (process.args.includes('-4'))
      process.out(
        chosen
          .filter(({ address }) => address !== null)
          .map((it) => addressText(it).replace(/^ {4}link.*\n/m, ''))
          .join(''),
      )
    else process.out(chosen.map(addressText).join(''))
  } else if ('link'.startsWith(what)) {
    if (brief)
      process.out(
        table(
          chosen.map((it) => [it.name, it.state, it.mac ?? '']),
          [],
          '     ',
        ),
      )
    else process.out(chosen.map((it) => linkText(it) + (hasStats ? countsText(it) : '')).join(''))
  } else if ('route'.startsWith(what)) {
    if (verb === 'get')
      process.out(
        `${rest[0] ?? ''} via ${gatewayOf(localAddressOf(process.machine))} dev eth0  src ${localAddressOf(process.machine)} \n`,
      )
    else if (isIPv6) process.out('')
    else
      process.out(
        routesOf(process.machine)
          .map((it) => `${it}\n`)
          .join(''),
      )
  } else if ('neighbour'.startsWith(what))
    process.out(
      `${gatewayOf(localAddressOf(process.machine))} dev eth0 lladdr 74:83:c2:11:9a:01 used 0/0/0 probes 1 REACHABLE\n`,
    )
  else if (what === 'rule')
    process.out(
      '0:\tfrom all lookup local \n32766:\tfrom all lookup main \n32767:\tfrom all lookup default \n',
    )
  else return process.fail(`Object "${what}" is unknown, try "ip addr".`)
  return 0
}

/** The flags of an interface in the order of `ifconfig`. */
function interfaceFlags(flags: string): string {
  const all = new Set(flags.split(','))
  if (all.has('LOWER_UP')) all.add('RUNNING')
  return 'UP BROADCAST LOOPBACK POINTOPOINT RUNNING NOARP MULTICAST'
    .split(' ')
    .filter((it) => all.has(it))
    .join(' ')
}

const ifconfig: Program = (process) => {
  const all = interfacesOf(process.machine)
  const [name] = process.args.filter((it) => it !== '-a')
  const chosen =
    name === undefined
      ? all.filter((it) => it.state !== 'DOWN' || process.args.includes('-a') || it.address !== null)
      : all.filter((it) => it.name === name)
  if (name !== undefined && chosen.length === 0)
    return process.fail(`${name}: error fetching interface information: Device not found`)
  if (process.args.length > 1 && !process.args.includes('-a'))
    return process.fail('SIOCSIFFLAGS: Operation not permitted')
  for (const it of chosen) {
    const mask =
      it.bits === 8
        ? '255.0.0.0'
        : it.bits === 16
          ? '255.255.0.0'
          : it.bits === 24
            ? '255.255.255.0'
            : it.bits === 25
              ? '255.255.255.128'
              : '255.255.255.255'
    const encap =
      it.name === 'lo'
        ? 'Local Loopback  '
        : it.mac === null
          ? 'UNSPEC  '
          : `Ethernet  HWaddr ${it.mac.toUpperCase()}  `
    const address =
      it.address === null
        ? ''
        : it.name === 'lo'
          ? `          inet addr:${it.address}  Mask:${mask}\n          inet6 addr: ::1/128 Scope:Host\n`
          : it.mac === null
            ? `          inet addr:${it.address}  P-t-P:${it.address}  Mask:${mask}\n`
            : `          inet addr:${it.address}  Bcast:${it.address.replace(/\d+$/, '255')}  Mask:${mask}\n`
    process.out(
      `${it.name.padEnd(9)} Link encap:${encap}\n${address}          ${interfaceFlags(it.flags)}  MTU:${it.mtu}  Metric:1\n          RX packets:${Math.round(it.received / 620)} errors:0 dropped:0 overruns:0 frame:0\n          TX packets:${Math.round(it.sent / 590)} errors:0 dropped:0 overruns:0 carrier:0\n          collisions:0 txqueuelen:1000 \n          RX bytes:${it.received} (${(it.received / 1_048_576).toFixed(1)} MiB)  TX bytes:${it.sent} (${(it.sent / 1_048_576).toFixed(1)} MiB)\n\n`,
    )
  }
  return 0
}

const route: Program = (process) => {
  const rows = routesOf(process.machine).map((line) => {
    const [target = '', ...words] = line.trim().split(/\s+/)
    const value = (word: string) => (words.includes(word) ? (words[words.indexOf(word) + 1] ?? '') : '')
    const bits = target === 'default' ? 0 : Number(target.split('/')[1] ?? 32)
    const mask = [0, 8, 16, 24]
      .map((from) => (bits >= from + 8 ? 255 : bits <= from ? 0 : 256 - 2 ** (8 - (bits - from))))
      .join('.')
    return [
      target === 'default'
        ? process.args.includes('-n')
          ? '0.0.0.0'
          : 'default'
        : (target.split('/')[0] ?? ''),
      value('via') || (process.args.includes('-n') ? '0.0.0.0' : '*'),
      mask,
      value('via') === '' ? (bits === 32 ? 'UH' : 'U') : 'UG',
      value('metric') || '0',
      '0',
      '0',
      value('dev'),
    ]
  })
  const isNetstat = process.args.includes('--netstat')
  const columns = isNetstat ? [-15, -15, -15, -5, 5, -6, 5, 0] : [-15, -15, -15, -5, -6, -3, 6, 0]
  const head = isNetstat
    ? 'Destination     Gateway         Genmask         Flags   MSS Window  irtt Iface'
    : 'Destination     Gateway         Genmask         Flags Metric Ref    Use Iface'
  process.out(`Kernel IP routing table\n${head}\n`)
  for (const row of rows)
    process.out(`${fixedRow(columns, isNetstat ? [...row.slice(0, 4), '0', '0', '0', row[7] ?? ''] : row)}\n`)
  return 0
}

const arp: Program = (process) => {
  process.out(`? (${gatewayOf(localAddressOf(process.machine))}) at 74:83:c2:11:9a:01 [ether]  on eth0\n`)
  return 0
}

function netstat(process: Process): number | Steps<number> {
  const found = options(process, 'tulnpaerWxish4', {})
  if (!found) return 1
  const { machine } = process
  if (found.has('i')) {
    const rows = interfacesOf(machine).map((it) => [
      it.name,
      String(it.mtu),
      '0',
      ...[it.received, it.sent].flatMap((bytes) => [String(Math.round(bytes / 620)), '0', '0', '0']),
      it.name === 'lo' ? 'LRU' : it.state === 'DOWN' ? 'BMU' : it.mac === null ? 'MOPRU' : 'BMRU',
    ])
    const head = 'Iface MTU Met RX-OK RX-ERR RX-DRP RX-OVR TX-OK TX-ERR TX-DRP TX-OVR Flg'.split(' ')
    process.out(`Kernel Interface table\n${table([head, ...rows], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], ' ')}`)
    return 0
  }
  if (found.has('s') && process.name === 'ss') {
    const tcp = listenersOf(machine).filter(({ protocol }) => protocol === 'tcp').length
    const udp = listenersOf(machine).length - tcp
    const open = machine.isHost() ? 3 : 0
    process.out(
      `Total: ${tcp + udp + open + 148}\nTCP:   ${tcp + open} (estab ${open}, closed 0, orphaned 0, timewait 0)\n\nTransport Total     IP        IPv6\nRAW       0         0         0        \nUDP       ${String(udp).padEnd(10)}${String(udp).padEnd(10)}0        \nTCP       ${String(tcp + open).padEnd(10)}${String(tcp + open).padEnd(10)}0        \nINET      ${String(tcp + udp + open).padEnd(10)}${String(tcp + udp + open).padEnd(10)}0        \nFRAG      0         0         0        \n\n`,
    )
    return 0
  }
  if (found.has('s')) return process.fail("invalid option -- 's'")
  if (found.has('r')) return route(process.with(found.has('n') ? ['-n', '--netstat'] : ['--netstat']))
  const isSs = process.name === 'ss'
  const both = !found.has('t') && !found.has('u')
  const listeners = listenersOf(machine).filter(
    (it) => both || (it.protocol === 'tcp' ? found.has('t') : found.has('u')),
  )
  const local = localAddressOf(machine)
  const rows: string[][] = []
  if (found.has('l') || found.has('a')) {
    for (const it of listeners)
      rows.push([
        it.protocol,
        '0',
        '0',
        `${it.address}:${it.port}`,
        '0.0.0.0:*',
        it.protocol === 'tcp' ? 'LISTEN' : '',
        `${it.pid}/${it.program}`,
      ])
  }
  if ((!found.has('l') || found.has('a')) && machine.isHost() && (both || found.has('t'))) {
    rows.push([
      'tcp',
      '0',
      '0',
      `${local}:42618`,
      `${resolveName(machine, cloudHost('cloudlink')) ?? ''}:443`,
      'ESTABLISHED',
      '744/openvpn',
    ])
    rows.push([
      'tcp',
      '0',
      '0',
      `${local}:51044`,
      `${resolveName(machine, cloudHost('api')) ?? ''}:443`,
      'ESTABLISHED',
      `${SUPERVISOR_PID}/node`,
    ])
    rows.push([
      'tcp',
      '0',
      '36',
      `${tunnelAddress(machine)}:22222`,
      '52.4.252.97:49232',
      'ESTABLISHED',
      '30211/sshd',
    ])
  }
  if (isSs) {
    process.out(
      table([
        ['Netid', 'State', 'Recv-Q', 'Send-Q', 'Local Address:Port', 'Peer Address:Port', ''],
        ...rows.map((it) => [
          it[0] ?? '',
          it[5] === '' ? 'UNCONN' : it[5] === 'ESTABLISHED' ? 'ESTAB' : (it[5] ?? ''),
          it[1] ?? '',
          it[2] ?? '',
          it[3] ?? '',
          it[4] ?? '',
          '',
        ]),
      ]),
    )
    return 0
  }
  const title = `Active Internet connections (${found.has('a') ? 'servers and established' : found.has('l') ? 'only servers' : 'w/o servers'})\n`
  const hasProgram = found.has('p')
  process.out(
    `${title}Proto Recv-Q Send-Q Local Address           Foreign Address         State       ${hasProgram ? 'PID/Program name    ' : ''}\n`,
  )
  for (const [
    protocol = '',
    received = '',
    sent = '',
    local = '',
    foreign = '',
    state = '',
    program = '',
  ] of rows)
    process.out(
      `${protocol.padEnd(5)} ${received.padStart(6)} ${sent.padStart(6)} ${local.padEnd(23)} ${foreign.padEnd(23)} ${state.padEnd(12)}${hasProgram ? program : ''}\n`,
    )
  return 0
}

/** Packets to other private networks are lost. */
const isReachable = (machine: Machine, address: string): boolean =>
  !/^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(address) ||
  interfacesOf(machine).some(
    (it) => it.address !== null && it.address.replace(/\.\d+$/, '') === address.replace(/\.\d+$/, ''),
  )

const PING_INTERVAL_MS = 1000

function* ping(process: Process): Steps<number> {
  const found = options(process, 'c:i:w:W:s:qI:t:n46')
  if (!found) return 1
  const [host] = found.rest
  if (host === undefined) {
    process.err('Usage: ping [-c COUNT] HOST\n')
    return 1
  }
  const count = found.has('c') ? Number(found.value('c')) : Infinity
  if (!(count >= 1) || (count !== Infinity && !Number.isInteger(count)))
    return process.fail(`invalid number '${found.value('c') ?? ''}'`)
  const { machine } = process
  const address = resolveName(machine, host)
  if (address === null) return process.fail(`bad address '${host}'`)
  const size = Number(found.value('s') ?? 56)
  const interval = Math.max(10, Number(found.value('i') ?? 1) * PING_INTERVAL_MS)
  const deadline = found.has('w') ? machine.now() + Number(found.value('w')) * 1000 : Infinity
  const times: number[] = []
  let sent = 0
  const summary = () => {
    const lost = sent === 0 ? 0 : Math.round(((sent - times.length) * 100) / sent)
    const head = `\n--- ${host} ping statistics ---\n${sent} packets transmitted, ${times.length} packets received, ${lost}% packet loss\n`
    if (times.length === 0) return head
    const mean = times.reduce((sum, it) => sum + it, 0) / times.length
    const show = (ms: number) => ms.toFixed(3)
    return `${head}round-trip min/avg/max = ${show(Math.min(...times))}/${show(mean)}/${show(Math.max(...times))} ms\n`
  }
  const local = isOwnAddress(machine, address)
  const isLost = !isReachable(machine, address)
  try {
    process.out(`PING ${host} (${address}): ${size} data bytes\n`)
    let due = machine.now()
    for (;;) {
      const share = chance(machine.world.seed, streams.shellPing, machine.index, Math.floor(due / 1000))
      sent++
      if (local || (share > 0.01 && !isLost)) {
        const ms = local ? 0.05 + share * 0.06 : 11 + 22 * share * share
        times.push(ms)
        if (!found.has('q'))
          process.out(
            `${size + 8} bytes from ${address}: seq=${sent - 1} ttl=${local ? 64 : 54} time=${ms.toFixed(3)} ms\n`,
          )
      }
      due += interval
      if (sent >= count || due > deadline) break
      yield* process.kernel.until(due)
    }
  } catch (signal) {
    if (signal instanceof Signalled && signal.signal === SIGINT) process.out(summary())
    throw signal
  }
  process.out(summary())
  return times.length > 0 ? 0 : 1
}

function* traceroute(process: Process): Steps<number> {
  const found = options(process, 'nm:w:q:I')
  if (!found) return 1
  const [host] = found.rest
  const address = host === undefined ? null : resolveName(process.machine, host)
  if (host === undefined || address === null) return process.fail(`bad address '${host ?? ''}'`)
  const most = Number(found.value('m') ?? 30)
  process.out(`traceroute to ${host} (${address}), ${most} hops max, 46 byte packets\n`)
  const hops = [gatewayOf(localAddressOf(process.machine)), '203.0.113.1', '203.0.113.62', address]
  for (const [i, hop] of hops.slice(0, most).entries()) {
    yield* process.sleep(120)
    const times = [0, 1, 2].map(
      (n) => `${(0.4 + i * 4 + chance(process.machine.world.seed, streams.shellPing, i, n)).toFixed(3)} ms`,
    )
    process.out(`${String(i + 1).padStart(2)}  ${hop} (${hop})  ${times.join('  ')}\n`)
  }
  return 0
}

const nslookup: Program = (process) => {
  const [host, server] = process.args.filter((it) => !it.startsWith('-'))
  if (host === undefined) return process.fail('missing operand')
  const own = process.machine.isHost() ? '127.0.0.2' : '127.0.0.11'
  const address = resolveName(process.machine, host)
  process.out(`Server:\t\t${server ?? own}\nAddress:\t${server ?? own}:53\n\n`)
  if (address === null) {
    process.out(`** server can't find ${host}: NXDOMAIN\n\n`)
    return 1
  }
  process.out(`Non-authoritative answer:\nName:\t${host}\nAddress: ${address}\n\n`)
  return 0
}

const getent: Program = (process) => {
  const [database, key = ''] = process.args
  if (database === 'hosts' || database === 'ahosts') {
    const address = resolveName(process.machine, key)
    if (address === null) return 2
    process.out(`${address.padEnd(15)} ${key}\n`)
    return 0
  }
  const node = process.files.find(`/etc/${database ?? ''}`)
  const lines = node?.kind === 'file' ? node.text().trimEnd().split('\n') : []
  const chosen = lines.filter((it) => key === '' || it.startsWith(`${key}:`))
  process.out(chosen.map((it) => `${it}\n`).join(''))
  return chosen.length > 0 ? 0 : 2
}

interface Url {
  scheme: string
  host: string
  port: number
  path: string
  query: Map<string, string>
  user: string | null
  full: string
}

function urlOf(text: string): Url | null {
  const match =
    /^(?:(https?|ftp):\/\/)?(?:([^@/]*)@)?(\[[^\]]+\]|[\w.-]+)(?::(\d{1,5}))?(\/[^?#]*)?(?:\?([^#]*))?/.exec(
      text,
    )
  if (!match?.[3]) return null
  const scheme = match[1] ?? 'http'
  const query = new Map<string, string>()
  for (const part of (match[6] ?? '').split('&'))
    if (part !== '') query.set(part.split('=')[0] ?? '', decoded(part.slice(part.indexOf('=') + 1)))
  return {
    scheme,
    host: match[3],
    port: Number(match[4] ?? (scheme === 'https' ? 443 : 80)),
    path: match[5] ?? '/',
    query,
    user: match[2] ?? null,
    full: text,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Sent {
  method: string
  headers: Map<string, string>
  body: string
}

type Fetched = SupervisorAnswer | { code: number; problem: string }

/** Sends a request: to the supervisor, the web server of a service, the platform, or somewhere else. */
function fetched(process: Process, url: Url, { method, headers, body }: Sent): Fetched {
  const { machine } = process
  const address = resolveName(machine, url.host)
  if (address === null) return { code: 6, problem: `Could not resolve host: ${url.host}` }
  if (isSupervisor(machine, address, url.port)) {
    const answer = localAnswer(machine, { method, path: url.path, query: url.query, headers, body })
    return method === 'HEAD' ? { ...answer, body: '' } : answer
  }
  const refused = {
    code: 7,
    problem: `Failed to connect to ${url.host} port ${url.port} after 0 ms: Connection refused`,
  }
  const isInside =
    isOwnAddress(machine, address) ||
    address.startsWith('172.17.') ||
    (machine.isHost() && address.startsWith('127.'))
  if (isInside) {
    const onHost = machine.isHost() || address === '172.17.0.1'
    const own = onHost
      ? machine.services()
      : machine
          .services()
          .filter((it) =>
            address.startsWith('127.')
              ? it.name === machine.service()?.name
              : `172.17.0.${2 + (it.serviceId % 200)}` === address,
          )
    const web = own.find((it) => it.plan?.kind === 'dashboard')
    if (url.port !== 80 || !web) return refused
    return webAnswer(machine, web.name, url.path)
  }
  if (!isReachable(machine, address))
    return {
      code: 28,
      problem: `Failed to connect to ${url.host} port ${url.port} after 134412 ms: Couldn't connect to server`,
    }
  if (url.host.startsWith('api.') && url.path === '/ping')
    return { status: 200, type: 'text/plain; charset=utf-8', body: 'OK' }
  if (/^registry2?\./.test(url.host) && url.path.startsWith('/v2/'))
    return {
      status: 401,
      type: 'application/json; charset=utf-8',
      body: '{"errors":[{"code":"UNAUTHORIZED","message":"authentication required","detail":null}]}\n',
    }
  if (url.host === cloudHost('api'))
    return { status: 401, type: 'text/plain; charset=utf-8', body: 'Unauthorized' }
  return {
    status: 200,
    type: 'text/html; charset=UTF-8',
    body: `<!doctype html><title>${url.host}</title>\n`,
  }
}

/** What curl says of the encryption. */
function handshake(machine: Machine, host: string): string {
  const year = Number(formatDate('%Y', machine.now()))
  return [
    '* ALPN: curl offers http/1.1',
    '* TLSv1.3 (OUT), TLS handshake, Client hello (1):',
    '*  CAfile: /etc/ssl/certs/ca-certificates.crt',
    '*  CApath: none',
    '* TLSv1.3 (IN), TLS handshake, Server hello (2):',
    '* TLSv1.3 (IN), TLS handshake, Certificate (11):',
    '* TLSv1.3 (IN), TLS handshake, Finished (20):',
    '* TLSv1.3 (OUT), TLS handshake, Finished (20):',
    '* SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384',
    '* ALPN: server accepted http/1.1',
    '* Server certificate:',
    `*  subject: CN=${host.split('.').slice(-2).join('.')}`,
    `*  start date: Mar  1 00:00:00 ${year} GMT`,
    `*  expire date: Mar 31 23:59:59 ${year + 1} GMT`,
    `*  subjectAltName: host "${host}" matched cert's "*.${host.split('.').slice(-2).join('.')}"`,
    '*  SSL certificate verify ok.',
    '* using HTTP/1.x',
    '',
  ].join('\n')
}

function webAnswer(machine: Machine, name: string, path: string): SupervisorAnswer {
  if (path === '/' || path === '/index.html')
    return { status: 200, type: 'text/html', body: `<!doctype html><title>${name}</title>\n` }
  if (path === '/health') return { status: 200, type: 'application/json', body: '{"status":"ok"}\n' }
  if (path.startsWith('/api/'))
    return {
      status: 200,
      type: 'application/json',
      body: `${JSON.stringify({ service: name, uptime: Math.floor((machine.now() - machine.bootedAt()) / 1000) })}\n`,
    }
  return { status: 404, type: 'text/html', body: '<!doctype html><title>404 Not Found</title>\n' }
}

function headText(machine: Machine, answer: SupervisorAnswer): string {
  const length = answer.status === 204 ? '' : `Content-Length: ${answer.body.length}\r\n`
  const type = answer.type === '' ? '' : `Content-Type: ${answer.type}\r\n`
  return `HTTP/1.1 ${answer.status} ${statusReason(answer.status)}\r\n${type}${length}Date: ${formatDate('%a, %d %b %Y %T GMT', machine.now())}\r\nConnection: keep-alive\r\n\r\n`
}

const CURL_LONGS: Readonly<Record<string, string>> = {
  request: 'X:',
  header: 'H:',
  data: 'd:',
  'data-raw': 'd:',
  'data-binary': 'd:',
  json: 'json:',
  silent: 's',
  'show-error': 'S',
  fail: 'f',
  head: 'I',
  include: 'i',
  verbose: 'v',
  output: 'o:',
  location: 'L',
  insecure: 'k',
  user: 'u:',
  'max-time': 'm:',
  'connect-timeout': 'connect-timeout:',
  'write-out': 'w:',
  compressed: 'compressed',
  'unix-socket': 'unix-socket:',
  get: 'G',
  retry: 'retry:',
  'no-buffer': 'N',
  'user-agent': 'A:',
  version: 'V',
  url: 'url:',
}

function requestOf(process: Process, found: Options): Sent {
  const headers = new Map<string, string>()
  for (const it of found.values('H')) {
    const colon = it.indexOf(':')
    if (colon > 0) headers.set(it.slice(0, colon).trim().toLowerCase(), it.slice(colon + 1).trim())
  }
  const parts = [...found.values('d'), ...found.values('json')].map((it) => {
    if (!it.startsWith('@')) return it
    const node = process.find(it.slice(1))
    return node?.kind === 'file' ? node.text().replace(/\n/g, '') : ''
  })
  const body = parts.join('&')
  const method =
    found.value('X') ?? (found.has('I') ? 'HEAD' : parts.length > 0 && !found.has('G') ? 'POST' : 'GET')
  return { method: method.toUpperCase(), headers, body }
}

function* curl(process: Process): Steps<number> {
  const found = options(process, 'X:H:d:sSfIivo:LkOu:m:w:GNA:V4gb:c:e:', CURL_LONGS)
  if (!found) return 2
  if (found.has('V')) {
    process.out('curl 8.7.1 (poky-linux) libcurl/8.7.1 OpenSSL/3.2.3 zlib/1.3.1\n')
    return 0
  }
  const target = found.value('url') ?? found.rest[0]
  if (target === undefined) {
    process.err("curl: (2) no URL specified\ncurl: try 'curl --help' for more information\n")
    return 2
  }
  const url = urlOf(target)
  if (!url) {
    process.err('curl: (3) URL using bad/illegal format or missing URL\n')
    return 3
  }
  const sent = requestOf(process, found)
  const answer = found.has('unix-socket')
    ? socketAnswer(process, url, found.value('unix-socket') ?? '')
    : fetched(process, url, sent)
  if ('code' in answer) {
    let { problem } = answer
    if (answer.code === 28) {
      const limit = Number(found.value('connect-timeout') ?? found.value('m') ?? 134.412)
      yield* process.sleep((limit > 0 ? limit : 134.412) * 1000)
      if (found.has('m') || found.has('connect-timeout'))
        problem = `Connection timed out after ${Math.round(limit * 1000) + 1} milliseconds`
    }
    if (!found.has('s') || found.has('S')) process.err(`curl: (${answer.code}) ${problem}\n`)
    return answer.code
  }
  if (found.has('v')) {
    const address = resolveName(process.machine, url.host) ?? ''
    process.err(
      `*   Trying ${address}:${url.port}...\n* Connected to ${url.host} (${address}) port ${url.port}\n${url.port === 443 ? handshake(process.machine, url.host) : ''}> ${sent.method} ${url.path} HTTP/1.1\n> Host: ${url.host}\n> User-Agent: curl/8.7.1\n> Accept: */*\n> \n${headText(process.machine, answer).replace(/\r/g, '').replace(/^/gm, '< ').replace(/< $/, '')}`,
    )
  }
  const isBad = answer.status >= 400
  if (found.has('f') && isBad) {
    if (!found.has('s') || found.has('S'))
      process.err(`curl: (22) The requested URL returned error: ${answer.status}\n`)
    return 22
  }
  const text =
    (found.has('I') || found.has('i') ? headText(process.machine, answer) : '') +
    (found.has('I') ? '' : answer.body)
  const file = found.value('o') ?? (found.has('O') ? (url.path.split('/').at(-1) ?? '') : undefined)
  if (file === undefined) yield* process.print(text)
  else if (file !== '/dev/null') {
    const problem = process.files.write(process.resolve(file), text, false)
    if (problem !== undefined) {
      process.err(`curl: (23) Failure writing output to destination: ${problem}\n`)
      return 23
    }
  }
  const format = found.value('w')
  if (format !== undefined) {
    const values: Record<string, string> = {
      http_code: String(answer.status),
      response_code: String(answer.status),
      content_type: answer.type,
      size_download: String(answer.body.length),
      time_total: '0.004312',
      url_effective: target,
    }
    process.out(
      format
        .replace(/%\{(\w+)\}/g, (_match, name: string) => valueIn(values, name) ?? '')
        .replace(/\\n/g, '\n')
        .replace(/\\t/g, '\t'),
    )
  }
  return 0
}

/** The engine's own API on its socket: what is asked most. */
function socketAnswer(process: Process, url: Url, socket: string): Fetched {
  const { machine } = process
  const node = process.find(socket)
  if (node?.kind !== 'file' || node.type !== 'socket')
    return {
      code: 7,
      problem: `Failed to connect to ${url.host} port ${url.port} after 0 ms: Could not connect to server`,
    }
  const json = (value: unknown): SupervisorAnswer => ({
    status: 200,
    type: 'application/json',
    body: `${JSON.stringify(value)}\n`,
  })
  const path = url.path.replace(/^\/v1\.\d+/, '')
  if (path === '/_ping') return { status: 200, type: 'text/plain', body: 'OK' }
  if (path === '/containers/json')
    return json(
      machine.services().map((it) => ({
        Id: it.fullId,
        Names: [`/${it.containerName}`],
        Image: machine.images().find((one) => one.imageId === it.imageId)?.location ?? '',
        State: 'running',
        Created: Math.floor(it.installedAt / 1000),
      })),
    )
  if (path === '/images/json')
    return json(
      machine.images().map((it) => ({
        Id: `sha256:${it.digest}`,
        RepoTags: [`${it.location}:latest`],
        Size: it.bytes,
        Created: Math.floor(it.at / 1000),
      })),
    )
  if (path === '/version')
    return json({
      Version: '20.10.43',
      ApiVersion: '1.41',
      Os: 'linux',
      Arch: machine.isIntel() ? 'amd64' : 'arm64',
    })
  return { status: 404, type: 'application/json', body: '{"message":"page not found"}\n' }
}

function* wget(process: Process): Steps<number> {
  const found = options(process, 'qO:P:ScT:U:Y:', {
    header: 'H:',
    'post-data': 'd:',
    'post-file': 'post-file:',
    spider: 'spider',
    'no-check-certificate': 'k',
    quiet: 'q',
    'output-document': 'O:',
  })
  if (!found) return 1
  const [target] = found.rest
  if (target === undefined) {
    process.err(
      'BusyBox v1.36.1 () multi-call binary.\n\nUsage: wget [-cqS] [--spider] [-O FILE] [--header STR] [--post-data STR] URL...\n',
    )
    return 1
  }
  const url = urlOf(target)
  if (!url) return process.fail(`not an http or ftp url: ${target}`)
  const answer = fetched(process, url, requestOf(process, found))
  const address = resolveName(process.machine, url.host)
  if (!found.has('q') && address !== null) process.err(`Connecting to ${url.host} (${address}:${url.port})\n`)
  if ('code' in answer && answer.code === 28) {
    const limit = Number(found.value('T') ?? 900)
    yield* process.sleep((limit > 0 ? limit : 900) * 1000)
    return process.fail('download timed out')
  }
  if ('code' in answer)
    return process.fail(
      answer.code === 6
        ? `bad address '${url.host}'`
        : `can't connect to remote host (${address ?? url.host}): Connection refused`,
    )
  if (found.has('S'))
    process.err(headText(process.machine, answer).replace(/\r/g, '').trimEnd().replace(/^/gm, '  ') + '\n')
  if (answer.status >= 400)
    return process.fail(`server returned error: HTTP/1.1 ${answer.status} ${statusReason(answer.status)}`)
  if (found.has('spider')) {
    if (!found.has('q')) process.err('remote file exists\n')
    return 0
  }
  const name = found.value('O') ?? (url.path.split('/').at(-1) || 'index.html')
  if (name === '-') {
    yield* process.print(answer.body)
    return 0
  }
  if (found.value('O') === undefined && process.find(name))
    return process.fail(`can't open '${name}': File exists`)
  const problem =
    name === '/dev/null'
      ? undefined
      : process.files.write(
          process.resolve(found.has('P') ? `${found.value('P') ?? '.'}/${name}` : name),
          answer.body,
          false,
        )
  if (problem !== undefined) return process.fail(`can't open '${name}': ${problem}`)
  if (!found.has('q'))
    process.err(
      `saving to '${name}'\n${name.slice(0, 20).padEnd(20)} 100% |********************************| ${String(answer.body.length).padStart(5)}  0:00:00 ETA\n'${name}' saved\n`,
    )
  return 0
}

function* nc(process: Process): Steps<number> {
  const found = options(process, 'zvw:lup:nq:')
  if (!found) return 1
  if (found.has('l')) {
    // Nobody connects: waits until it is interrupted.
    const limit = Number(found.value('w') ?? Infinity)
    if (limit === Infinity) for (;;) yield* process.sleep(60_000)
    yield* process.sleep(limit * 1000)
    return process.fail('timed out')
  }
  const [host, port] = found.rest
  if (host === undefined || port === undefined) {
    process.err('BusyBox v1.36.1 () multi-call binary.\n\nUsage: nc [IPADDR PORT]\n')
    return 1
  }
  const address = resolveName(process.machine, host)
  if (address === null) return process.fail(`bad address '${host}'`)
  const isOpen = isOwnAddress(process.machine, address)
    ? listenersOf(process.machine.isHost() ? process.machine : process.machine.as({ kind: 'host' })).some(
        (it) => it.port === Number(port),
      )
    : Number(port) === 443 || Number(port) === 80 || isSupervisor(process.machine, address, Number(port))
  if (found.has('v'))
    process.err(
      isOpen
        ? `${host} (${address}:${port}) open\n`
        : `nc: ${host} (${address}:${port}): Connection refused\n`,
    )
  if (!isOpen || found.has('z')) return isOpen ? 0 : 1
  // What is sent, if it is a request of HTTP, is answered; others are read until one side closes.
  const [, method = 'GET', path = '/'] = /^([A-Z]+) (\S+)/.exec(yield* readAll(process.streams.in)) ?? []
  const url = urlOf(`http://${host}:${port}${path.startsWith('/') ? path : '/'}`)
  const answer = url && fetched(process, url, { method, headers: new Map(), body: '' })
  if (answer && !('code' in answer))
    yield* process.print(headText(process.machine, answer).replace('keep-alive', 'close') + answer.body)
  return 0
}

export const networkPrograms: Record<string, Program> = {
  arp,
  curl,
  getent,
  ifconfig,
  ip,
  nc,
  netstat,
  nslookup,
  ping,
  route,
  ss: netstat,
  traceroute,
  wget,
}
