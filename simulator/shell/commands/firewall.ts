import { valueIn } from '../../base/records.ts'
import { options } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { engineContainers } from './engine-objects.ts'
import { bridgeOf } from './network-facts.ts'

interface Chain {
  name: string
  policy: 'ACCEPT' | 'DROP' | null
  rules: readonly string[]
}

/** What a user changed, in memory until the next boot: lines such as `-A CHAIN RULE`, `-I CHAIN 1 RULE` and `-F CHAIN`. */
const RULES = '/run/iptables/'

/** The interfaces that reach the API of the supervisor. */
const TRUSTED = ['resin-vpn', 'balena0', 'lo', 'supervisor0']

function firewallRules({ machine }: Process): string[] {
  const mode = machine.config('HOST_FIREWALL_MODE') ?? ''
  return [
    ...TRUSTED.map((it) => `-i ${it} -p tcp -m tcp --dport 48484 -j ACCEPT`),
    '-p tcp -m tcp --dport 48484 -j REJECT --reject-with icmp-port-unreachable',
    ...(mode === 'on' || (mode === 'auto' && machine.containers().length === 0)
      ? [
          '-m state --state RELATED,ESTABLISHED -j ACCEPT',
          '-p icmp -j ACCEPT',
          '-p tcp -m tcp --dport 22222 -j ACCEPT',
          '-p udp -m udp --dport 5353 -j ACCEPT',
          '-j REJECT --reject-with icmp-port-unreachable',
        ]
      : ['-j RETURN']),
  ]
}

/** The chains of a table: of the engine, of the supervisor, and of users. */
function chainsOf(process: Process, table: string): Chain[] | null {
  const { machine } = process
  const bridge = bridgeOf(machine)
  const published = engineContainers(machine).filter((it) => it.isRunning && it.ports !== '')
  const isEngineUp = machine.isUnitRunning('balena')
  const base = (name: string, rules: readonly string[] = []): Chain => ({ name, policy: 'ACCEPT', rules })
  const own = (name: string, rules: readonly string[]): Chain => ({ name, policy: null, rules })
  const chains: Record<string, Chain[]> = {
    filter: [
      base('INPUT', ['-j BALENA-FIREWALL']),
      {
        name: 'FORWARD',
        policy: 'DROP',
        rules: isEngineUp
          ? [
              '-j DOCKER-USER',
              '-j DOCKER-ISOLATION-STAGE-1',
              `-o ${bridge} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
              `-o ${bridge} -j DOCKER`,
              `-i ${bridge} ! -o ${bridge} -j ACCEPT`,
              `-i ${bridge} -o ${bridge} -j ACCEPT`,
            ]
          : [],
      },
      base('OUTPUT'),
      own('BALENA-FIREWALL', machine.isSupervisorRunning() ? firewallRules(process) : []),
      own(
        'DOCKER',
        published.map(
          (it) => `-d ${it.address}/32 ! -i ${bridge} -o ${bridge} -p tcp -m tcp --dport 80 -j ACCEPT`,
        ),
      ),
      own('DOCKER-ISOLATION-STAGE-1', [
        `-i ${bridge} ! -o ${bridge} -j DOCKER-ISOLATION-STAGE-2`,
        '-j RETURN',
      ]),
      own('DOCKER-ISOLATION-STAGE-2', [`-o ${bridge} -j DROP`, '-j RETURN']),
      own('DOCKER-USER', ['-j RETURN']),
    ],
    nat: [
      base('PREROUTING', ['-m addrtype --dst-type LOCAL -j DOCKER']),
      base('INPUT'),
      base('OUTPUT', ['! -d 127.0.0.0/8 -m addrtype --dst-type LOCAL -j DOCKER']),
      base('POSTROUTING', isEngineUp ? [`-s 172.17.0.0/16 ! -o ${bridge} -j MASQUERADE`] : []),
      own('DOCKER', [
        `-i ${bridge} -j RETURN`,
        ...published.map(
          (it) => `! -i ${bridge} -p tcp -m tcp --dport 80 -j DNAT --to-destination ${it.address}:80`,
        ),
      ]),
    ],
    mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'].map((name) => base(name)),
    raw: ['PREROUTING', 'OUTPUT'].map((name) => base(name)),
  }
  const found = valueIn(process.name === 'ip6tables' ? chainsOfIPv6(process) : chains, table)
  if (found === undefined) return null
  const changes = changesOf(process, table)
  return found.map((chain) => {
    const rules = [...chain.rules]
    for (const { verb, chain: name, rule, at } of changes) {
      if (name !== chain.name) continue
      if (verb === 'A') rules.push(rule)
      else if (verb === 'I') rules.splice(at - 1, 0, rule)
      else if (verb === 'F') rules.splice(0)
      else if (rules.includes(rule)) rules.splice(rules.indexOf(rule), 1)
    }
    return { ...chain, rules }
  })
}

/** The chains of IPv6: the supervisor protects its ports there too, and the engine has no networks. */
function chainsOfIPv6(process: Process): Record<string, Chain[]> {
  const chains = (...names: string[]) => names.map((name): Chain => ({ name, policy: 'ACCEPT', rules: [] }))
  const own = process.machine.isSupervisorRunning() ? firewallRules(process) : []
  const rules = own.map((it) => it.replace('-p icmp ', '-p ipv6-icmp ').replace('icmp-port', 'icmp6-port'))
  return {
    filter: [
      { name: 'INPUT', policy: 'ACCEPT', rules: ['-j BALENA-FIREWALL'] },
      ...chains('FORWARD', 'OUTPUT'),
      { name: 'BALENA-FIREWALL', policy: null, rules },
    ],
    mangle: chains('PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'),
    raw: chains('PREROUTING', 'OUTPUT'),
  }
}

interface Change {
  verb: 'A' | 'I' | 'D' | 'F'
  chain: string
  rule: string
  /** Where a rule is inserted, from 1. */
  at: number
}

const changesFile = ({ name }: Process, table: string) => `${RULES}${name}-${table}`

/** The changes of a user; lines that are none are skipped, because users can write this file. */
function changesOf(process: Process, table: string): Change[] {
  const text = process.machine.stored().get(changesFile(process, table))?.text ?? ''
  return text.split('\n').flatMap((line): Change[] => {
    const [, verb, chain = '', rest = ''] = /^-([AIDF]) (\S+) ?(.*)$/.exec(line) ?? []
    if (verb === undefined) return []
    const [, at = '1', rule = rest] = (verb === 'I' ? /^(\d{1,6}) (.*)$/.exec(rest) : null) ?? []
    return [{ verb: verb as Change['verb'], chain, rule, at: Number(at) }]
  })
}

function keep(process: Process, table: string, lines: readonly string[]): number {
  const { machine } = process
  const path = changesFile(process, table)
  const problem = machine.store(path, {
    text: [machine.stored().get(path)?.text ?? '', ...lines.map((it) => `${it}\n`)].join(''),
    at: machine.now(),
  })
  return problem === undefined ? 0 : process.fail(problem)
}

const PROTOCOLS: Readonly<Record<string, string>> = {
  tcp: 'tcp',
  udp: 'udp',
  icmp: 'icmp',
  'ipv6-icmp': 'ipv6-icmp',
}

/** The columns of `-L` for a rule. */
function columnsOf(
  rule: string,
  anywhere: string,
): Record<'target' | 'prot' | 'in' | 'out' | 'source' | 'destination' | 'more', string> {
  const value = (flag: string, otherwise: string) => {
    const found = new RegExp(`(! )?${flag} (\\S+)`).exec(rule)
    return found ? `${found[1] === undefined ? '' : '!'}${found[2] ?? ''}` : otherwise
  }
  const more = [
    /--dst-type (\S+)/.exec(rule)?.[1]?.replace(/^/, 'ADDRTYPE match dst-type '),
    /--dport (\S+)/.exec(rule)?.[1]?.replace(/^/, `${value('-p', '')} dpt:`),
    /--sport (\S+)/.exec(rule)?.[1]?.replace(/^/, `${value('-p', '')} spt:`),
    /--ctstate (\S+)/.exec(rule)?.[1]?.replace(/^/, 'ctstate '),
    /--state (\S+)/.exec(rule)?.[1]?.replace(/^/, 'state '),
    /--to-destination (\S+)/.exec(rule)?.[1]?.replace(/^/, 'to:'),
    /--reject-with (\S+)/.exec(rule)?.[1]?.replace(/^/, 'reject-with '),
  ].filter((it) => it !== undefined)
  return {
    target: value('-j', ''),
    prot: valueIn(PROTOCOLS, value('-p', 'all')) ?? 'all',
    in: value('-i', '*'),
    out: value('-o', '*'),
    source: value('-s', anywhere),
    destination: value('-d', anywhere).replace(/\/32$/, ''),
    more: more.join(' '),
  }
}

function listing(
  process: Process,
  chain: Chain,
  flags: { verbose: boolean; numeric: boolean; numbers: boolean },
  references: number,
): string {
  const anywhere = process.name === 'ip6tables' ? '::/0' : '0.0.0.0/0'
  const place = (text: string) =>
    flags.numeric ? text : text.replace(/^(!?)(?:0\.0\.0\.0|::)\/0$/, '$1anywhere')
  const head =
    chain.policy === null
      ? `Chain ${chain.name} (${references} references)`
      : `Chain ${chain.name} (policy ${chain.policy}${flags.verbose ? ' 0 packets, 0 bytes' : ''})`
  const up = (process.machine.now() - process.machine.bootedAt()) / 1000
  const number = (n: number | null) => (flags.numbers ? (n === null ? 'num  ' : String(n).padEnd(5)) : '')
  const titles = flags.verbose
    ? ' pkts bytes target     prot opt in     out     source               destination         '
    : 'target     prot opt source               destination         '
  const rows = chain.rules.map((rule, i) => {
    const it = columnsOf(rule, anywhere)
    const packets = String(Math.round(up * 0.004 * (i + 1))).padStart(5)
    const bytes = String(Math.round(up * 0.24 * (i + 1))).padStart(5)
    return flags.verbose
      ? `${number(i + 1)}${packets} ${bytes} ${it.target.padEnd(10)} ${it.prot.padEnd(4)} --  ${it.in.padEnd(6)} ${it.out.padEnd(7)} ${place(it.source).padEnd(20)} ${place(it.destination).padEnd(20)} ${it.more}`.trimEnd()
      : `${number(i + 1)}${it.target.padEnd(10)} ${it.prot.padEnd(4)} --  ${place(it.source).padEnd(20)} ${place(it.destination).padEnd(20)} ${it.more}`.trimEnd()
  })
  return `${[head, `${number(null)}${titles}`, ...rows].join('\n')}\n`
}

const VERSION = 'v1.8.10 (legacy)'

/** The table, and the words without it and without how long to wait for the lock of the tables. */
function commandOf(args: readonly string[]): { table: string; rest: string[] } {
  const rest: string[] = []
  let table = 'filter'
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '-t' || arg === '--table') table = args[++i] ?? ''
    else if (arg.startsWith('--table=')) table = arg.slice('--table='.length)
    else if (arg === '-w' || arg === '--wait') {
      if (/^\d+$/.test(args[i + 1] ?? '')) i++
    } else if (!/^(?:-w|--wait=)\d+$/.test(arg)) rest.push(arg)
  }
  return { table, rest }
}

const iptables: Program = (process) => {
  const { machine, args } = process
  if (args.includes('--version') || args.includes('-V')) {
    process.out(`${process.name} ${VERSION}\n`)
    return 0
  }
  if (!machine.isHost())
    return process.fail(
      "can't initialize iptables table `filter': Permission denied (you must be root)\nPerhaps iptables or your kernel needs to be upgraded.",
    )
  const { table, rest } = commandOf(args)
  const chains = chainsOf(process, table)
  if (chains === null)
    return process.fail(
      `can't initialize ${process.name} table \`${table}': Table does not exist (do you need to insmod?)\nPerhaps ${process.name} or your kernel needs to be upgraded.`,
    )
  const verbAt = rest.findIndex((it) => /^-[AIDCF]$|^--(?:append|insert|delete|check|flush)$/.test(it))
  if (verbAt >= 0)
    return change(
      process,
      table,
      chains,
      rest.toSpliced(verbAt, 1),
      (rest[verbAt] ?? '').replace(/^-+(.).*/, (_, it: string) => it.toUpperCase()),
    )
  const found = options(process.with(rest), 'LSnvx', {
    list: 'L',
    'list-rules': 'S',
    numeric: 'n',
    verbose: 'v',
    'line-numbers': 'numbers',
  })
  if (!found) return 2
  const [name] = found.rest
  const wanted = name === undefined ? chains : chains.filter((it) => it.name === name)
  if (wanted.length === 0) return process.fail('No chain/target/match by that name.')
  if (found.has('S')) {
    const heads = wanted.map((it) => (it.policy === null ? `-N ${it.name}` : `-P ${it.name} ${it.policy}`))
    const rules = wanted.flatMap((it) => it.rules.map((rule) => `-A ${it.name} ${rule}`))
    process.out([...heads, ...rules].map((it) => `${it}\n`).join(''))
    return 0
  }
  if (!found.has('L')) {
    process.err(
      `${process.name} ${VERSION}: no command specified\nTry \`${process.name} -h' or '${process.name} --help' for more information.\n`,
    )
    return 2
  }
  const flags = { verbose: found.has('v'), numeric: found.has('n'), numbers: found.has('numbers') }
  const references = (chain: string) =>
    chains.flatMap(({ rules }) => rules).filter((rule) => rule.endsWith(`-j ${chain}`)).length
  process.out(wanted.map((it) => listing(process, it, flags, references(it.name))).join('\n'))
  return 0
}

function change(
  process: Process,
  table: string,
  chains: readonly Chain[],
  args: readonly string[],
  verb: string,
): number {
  if (verb === 'F' && args.length === 0)
    return keep(
      process,
      table,
      chains.map((it) => `-F ${it.name}`),
    )
  const [name = '', ...given] = args
  const chain = chains.find((it) => it.name === name)
  if (!chain) return process.fail('No chain/target/match by that name.')
  if (verb === 'F') return keep(process, table, [`-F ${name}`])
  const hasPlace = verb === 'I' && /^\d+$/.test(given[0] ?? '')
  const at = hasPlace ? Number(given[0]) : 1
  if (at < 1 || at > chain.rules.length + 1) {
    process.err(`${process.name}: Index of insertion too big.\n`)
    return 1
  }
  const words = hasPlace ? given.slice(1) : given
  const byNumber = verb === 'D' && words.length === 1 && /^\d+$/.test(words[0] ?? '')
  const numbered = byNumber ? chain.rules[Number(words[0]) - 1] : undefined
  if (byNumber && numbered === undefined) {
    process.err(`${process.name}: Index of deletion too big.\n`)
    return 1
  }
  // As the kernel gives them back: with the match that a port needs.
  const rule = numbered ?? words.join(' ').replace(/-p (tcp|udp) (?=--[ds]port)/, '-p $1 -m $1 ')
  if (verb === 'C') return chain.rules.includes(rule) ? 0 : bad(process)
  if (verb === 'D' && !chain.rules.includes(rule)) return bad(process)
  return keep(process, table, [verb === 'I' ? `-I ${name} ${at} ${rule}` : `-${verb} ${name} ${rule}`])
}

function bad(process: Process): number {
  process.err(`${process.name}: Bad rule (does a matching rule exist in that chain?).\n`)
  return 1
}

export const firewallPrograms: Record<string, Program> = { ip6tables: iptables, iptables }
