import { draw, chance } from '../../base/random.ts'
import { streams } from '../../base/streams.ts'
import { fail, options, out, type CommandContext, type Job, type Run } from '../command.ts'

const ip: Run = (context) => {
  const { rest } = options(context.args)
  const [what = 'addr'] = rest
  if ('address'.startsWith(what)) return out(addresses(context))
  if ('route'.startsWith(what)) return out(routes(context))
  if ('link'.startsWith(what)) return out(addresses(context).replace(/^ {4}inet.*\n/gm, ''))
  return fail(context, `Object "${what}" is unknown, try "ip addr".`)
}

function containerAddress(context: CommandContext): string {
  return `172.17.0.${2 + ((context.machine.service()?.serviceId ?? 0) % 200)}`
}

function gateway(address: string): string {
  return address.replace(/\d+$/, '1')
}

function addresses(context: CommandContext): string {
  const { macAddress, ipAddress, uuid } = context.machine.device()
  const link = (name: string, mac: string, address: string, bits: number) =>
    `${name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP\n` +
    `    link/ether ${mac} brd ff:ff:ff:ff:ff:ff\n` +
    `    inet ${address}/${bits} scope global ${name.slice(name.indexOf(' ') + 1)}\n`
  const loopback =
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n' +
    '    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n' +
    '    inet 127.0.0.1/8 scope host lo\n'
  if (!context.machine.isHost())
    return loopback + link('14: eth0', '02:42:ac:11:00:02', containerAddress(context), 16)
  const tunnel = `10.240.${Number.parseInt(uuid.slice(0, 2), 16)}.${1 + (Number.parseInt(uuid.slice(2, 4), 16) % 250)}`
  return (
    loopback +
    link('2: eth0', macAddress.toLowerCase(), ipAddress, 24) +
    link('4: resin-vpn', '00:00:00:00:00:00', tunnel, 32) +
    link('5: balena0', '02:42:7d:1c:0e:11', '10.114.101.1', 24)
  )
}

function routes(context: CommandContext): string {
  const { ipAddress } = context.machine.device()
  if (!context.machine.isHost()) return 'default via 172.17.0.1 dev eth0\n172.17.0.0/16 dev eth0 scope link\n'
  const net = ipAddress.replace(/\d+$/, '0')
  return `default via ${gateway(ipAddress)} dev eth0 metric 100\n${net}/24 dev eth0 scope link src ${ipAddress} metric 100\n`
}

/** Resolves names to addresses reserved for documentation; deterministic. */
function resolve(host: string): string | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return host
  if (host === 'localhost') return '127.0.0.1'
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) || host.endsWith('.invalid')) return null
  let sum = 0
  for (const char of host.toLowerCase()) sum = draw(sum, char.charCodeAt(0))
  return `198.51.100.${1 + (sum % 254)}`
}

const PING_INTERVAL_MS = 1000

const ping: Run = (context) => {
  const { flags, values, rest } = options(context.args, 'ciwWs')
  const [host] = rest
  if (host === undefined) return { err: 'Usage: ping [-c COUNT] HOST\n', code: 1 }
  const count = values.has('c') ? Number(values.get('c')) : Infinity
  if (!(count >= 1) || (count !== Infinity && !Number.isInteger(count))) {
    return fail(context, `invalid number '${values.get('c') ?? ''}'`)
  }
  const address = resolve(host)
  if (address === null) return fail(context, `bad address '${host}'`)
  return { job: pingJob(context, host, address, count, flags.has('q')) }
}

function pingJob(context: CommandContext, host: string, address: string, count: number, quiet: boolean): Job {
  const { machine } = context
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
  return {
    start(io) {
      let cancel = () => {}
      io.write(`PING ${host} (${address}): 56 data bytes\n`)
      const sendPing = (due: number) => {
        const second = Math.floor(due / 1000)
        const share = chance(machine.world.seed, streams.shellPing, machine.index, second)
        const local = address === '127.0.0.1'
        sent++
        if (local || share > 0.01) {
          const ms = local ? 0.05 + share * 0.06 : 11 + 22 * share * share
          times.push(ms)
          if (!quiet)
            io.write(
              `64 bytes from ${address}: seq=${sent - 1} ttl=${local ? 64 : 54} time=${ms.toFixed(3)} ms\n`,
            )
        }
        if (sent >= count) {
          io.write(summary())
          io.end(times.length > 0 ? 0 : 1)
        } else cancel = machine.clock.wakeAt(due + PING_INTERVAL_MS, () => sendPing(due + PING_INTERVAL_MS))
      }
      sendPing(machine.now())
      return () => cancel()
    },
    interrupt: summary,
  }
}

/** An HTTP response, or the exit code and error message of curl. */
type FetchResult = { status: string; type: string; body: string } | { code: number; problem: string }

const page = (title: string): FetchResult => ({
  status: '200 OK',
  type: 'text/html',
  body: `<!doctype html><title>${title}</title>\n`,
})
const plain = (body: string): FetchResult => ({ status: '200 OK', type: 'text/plain', body })

/** On the device, the supervisor listens on port 48484 (docs/platform/device-protocol.md) and a web server on port 80. Other hosts return a page. */
function fetchFrom(context: CommandContext, hostname: string, port: string, path: string): FetchResult {
  const address = resolve(hostname)
  if (address === null) return { code: 6, problem: `Could not resolve host: ${hostname}` }
  if (address !== '127.0.0.1') return page(hostname)
  const { machine } = context
  if (port === '48484' && machine.isHost()) {
    if (path === '/ping' || path === '/v1/healthy') return plain('OK')
    const notFound = { status: '404 Not Found', type: 'text/plain', body: 'Not Found\n' }
    const { supervisorVersion } = machine.device()
    const version = JSON.stringify({ status: 'success', version: supervisorVersion })
    return path === '/v2/version' ? plain(version) : notFound
  }
  const candidates = machine.isHost() ? machine.services() : [machine.service()]
  const web = candidates.find((it) => it?.plan?.kind === 'dashboard')
  if (port === '' && web) return page(web.name)
  return {
    code: 7,
    problem: `Failed to connect to ${hostname} port ${port === '' ? '80' : port} after 0 ms: Connection refused`,
  }
}

const curl: Run = (context) => {
  const { flags, rest } = options(context.args, 'HXmo')
  const [target] = rest
  if (target === undefined) return { err: "curl: try 'curl --help' for more information\n", code: 2 }
  const [, hostname, port = '', path = '/'] =
    /^(?:https?:\/\/)?([\w.-]+)(?::(\d{1,5}))?(\/\S*)?$/.exec(target) ?? []
  if (hostname === undefined) return { err: 'curl: (3) URL using bad/illegal format\n', code: 3 }
  const answer = fetchFrom(context, hostname, port === '80' ? '' : port, path)
  if ('code' in answer) {
    const isSilent = flags.has('s') && !flags.has('S')
    return { err: isSilent ? '' : `curl: (${answer.code}) ${answer.problem}\n`, code: answer.code }
  }
  const { status, type, body } = answer
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
  if (flags.has('I')) return { out: head, code: 0 }
  return {
    out: flags.has('i') ? head + body : body,
    code: flags.has('f') && !status.startsWith('2') ? 22 : 0,
  }
}

export const networkCommands = { ip, ping, curl }
