import { options } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { containersOf } from './engine-objects.ts'
import { bridgeOf } from './network-facts.ts'

interface Chain {
  name: string
  policy: 'ACCEPT' | 'DROP' | null
  rules: readonly string[]
}

/** Rules that a user added, in memory until the next boot: lines of `-A CHAIN …`. */
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
  const published = containersOf(machine).filter((it) => it.isRunning && it.ports !== '')
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
  const found = chains[table]
  if (found === undefined) return null
  const added = userRules(process, table)
  return found.map((chain) => {
    const rules = [...chain.rules]
    for (const [verb, name, rule] of added) {
      if (name !== chain.name) continue
      if (verb === 'A') rules.push(rule)
      else if (verb === 'I') rules.unshift(rule)
      else if (rules.includes(rule)) rules.splice(rules.indexOf(rule), 1)
    }
    return { ...chain, rules }
  })
}

type Change = [verb: 'A' | 'I' | 'D', chain: string, rule: string]

function userRules({ machine, name }: Process, table: string): Change[] {
  const text = machine.stored().get(`${RULES}${name.replace(/-.*/, '')}-${table}`)?.text ?? ''
  return text
    .split('\n')
    .filter((it) => it !== '')
    .map((it) => JSON.parse(it) as Change)
}

function store(process: Process, table: string, changes: readonly Change[]): string | undefined {
  const { machine, name } = process
  return machine.store(`${RULES}${name.replace(/-.*/, '')}-${table}`, {
    text: changes.map((it) => `${JSON.stringify(it)}\n`).join(''),
    at: machine.now(),
  })
}

const PROTOCOLS: Readonly<Record<string, string>> = { tcp: 'tcp', udp: 'udp', icmp: 'icmp' }

/** The columns of `-L` for a rule. */
function columnsOf(
  rule: string,
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
    prot: PROTOCOLS[value('-p', 'all')] ?? 'all',
    in: value('-i', '*'),
    out: value('-o', '*'),
    source: value('-s', '0.0.0.0/0'),
    destination: value('-d', '0.0.0.0/0').replace(/\/32$/, ''),
    more: more.join(' '),
  }
}

function listing(
  process: Process,
  chain: Chain,
  flags: { verbose: boolean; numeric: boolean; numbers: boolean },
  references: number,
): string {
  const place = (text: string) => (flags.numeric ? text : text.replace(/^(!?)0\.0\.0\.0\/0$/, '$1anywhere'))
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
    const it = columnsOf(rule)
    const packets = String(Math.round(up * 0.004 * (i + 1))).padStart(5)
    const bytes = String(Math.round(up * 0.24 * (i + 1))).padStart(5)
    return flags.verbose
      ? `${number(i + 1)}${packets} ${bytes} ${it.target.padEnd(10)} ${it.prot.padEnd(4)} --  ${it.in.padEnd(6)} ${it.out.padEnd(7)} ${place(it.source).padEnd(20)} ${place(it.destination).padEnd(20)} ${it.more}`.trimEnd()
      : `${number(i + 1)}${it.target.padEnd(10)} ${it.prot.padEnd(4)} --  ${place(it.source).padEnd(20)} ${place(it.destination).padEnd(20)} ${it.more}`.trimEnd()
  })
  return `${[head, `${number(null)}${titles}`, ...rows].join('\n')}\n`
}

const VERSION = 'v1.8.10 (legacy)'

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
  const at = args.findIndex((it) => it === '-t' || it === '--table')
  const table = at < 0 ? 'filter' : (args[at + 1] ?? '')
  const rest = at < 0 ? [...args] : args.toSpliced(at, 2)
  const chains = chainsOf(process, table)
  if (chains === null)
    return process.fail(
      `can't initialize iptables table \`${table}': Table does not exist (do you need to insmod?)\nPerhaps iptables or your kernel needs to be upgraded.`,
    )
  const verbAt = rest.findIndex((it) => /^-[AIDC]$|^--(?:append|insert|delete|check)$/.test(it))
  if (verbAt >= 0)
    return change(
      process,
      table,
      chains,
      rest.toSpliced(verbAt, 1),
      (rest[verbAt] ?? '').replace(/^-+(.).*/, (_, it: string) => it.toUpperCase()),
    )
  const found = options(process.with(rest), 'LSnvxw', {
    list: 'L',
    'list-rules': 'S',
    numeric: 'n',
    verbose: 'v',
    'line-numbers': 'numbers',
    wait: 'w',
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
  const [name = '', ...given] = args
  const chain = chains.find((it) => it.name === name)
  if (!chain) return process.fail('No chain/target/match by that name.')
  const words = verb === 'I' && /^\d+$/.test(given[0] ?? '') ? given.slice(1) : given
  const numbered =
    verb === 'D' && words.length === 1 && /^\d+$/.test(words[0] ?? '')
      ? chain.rules[Number(words[0]) - 1]
      : undefined
  // As the kernel gives them back: with the match that a port needs.
  const rule = numbered ?? words.join(' ').replace(/-p (tcp|udp) (?=--[ds]port)/, '-p $1 -m $1 ')
  if (verb === 'C') return chain.rules.includes(rule) ? 0 : bad(process)
  if (verb === 'D' && !chain.rules.includes(rule)) return bad(process)
  const problem = store(process, table, [...userRules(process, table), [verb as Change[0], name, rule]])
  return problem === undefined ? 0 : process.fail(problem)
}

function bad(process: Process): number {
  process.err(`${process.name}: Bad rule (does a matching rule exist in that chain?).\n`)
  return 1
}

export const firewallPrograms: Record<string, Program> = { ip6tables: iptables, iptables }
