import { draw, chance } from '../../random.ts'
import { fail, options, out, type Call, type Job, type Run } from '../command.ts'

const ip: Run = (call) => {
  const { rest } = options(call.args)
  const [what = 'addr'] = rest
  if ('address'.startsWith(what)) return out(addresses(call))
  if ('route'.startsWith(what)) return out(routes(call))
  if ('link'.startsWith(what)) return out(addresses(call).replace(/^ {4}inet.*\n/gm, ''))
  return fail(call, `Object "${what}" is unknown, try "ip addr".`)
}

function inside(call: Call): string {
  return `172.17.0.${2 + ((call.machine.service()?.serviceId ?? 0) % 200)}`
}

function gateway(address: string): string {
  return address.replace(/\d+$/, '1')
}

function addresses(call: Call): string {
  const { macAddress, ipAddress, uuid } = call.machine.device()
  const link = (name: string, mac: string, address: string, bits: number) =>
    `${name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP\n` +
    `    link/ether ${mac} brd ff:ff:ff:ff:ff:ff\n` +
    `    inet ${address}/${bits} scope global ${name.slice(name.indexOf(' ') + 1)}\n`
  const loopback =
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n' +
    '    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n' +
    '    inet 127.0.0.1/8 scope host lo\n'
  if (!call.machine.isHost()) return loopback + link('14: eth0', '02:42:ac:11:00:02', inside(call), 16)
  const tunnel = `10.240.${Number.parseInt(uuid.slice(0, 2), 16)}.${1 + (Number.parseInt(uuid.slice(2, 4), 16) % 250)}`
  return (
    loopback +
    link('2: eth0', macAddress.toLowerCase(), ipAddress, 24) +
    link('4: resin-vpn', '00:00:00:00:00:00', tunnel, 32) +
    link('5: balena0', '02:42:7d:1c:0e:11', '10.114.101.1', 24)
  )
}

function routes(call: Call): string {
  const { ipAddress } = call.machine.device()
  if (!call.machine.isHost()) return 'default via 172.17.0.1 dev eth0\n172.17.0.0/16 dev eth0 scope link\n'
  const net = ipAddress.replace(/\d+$/, '0')
  return `default via ${gateway(ipAddress)} dev eth0 metric 100\n${net}/24 dev eth0 scope link src ${ipAddress} metric 100\n`
}

/** Names resolve to addresses kept for documentation; the same name always to the same one. */
function resolve(host: string): string | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return host
  if (host === 'localhost') return '127.0.0.1'
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) || host.endsWith('.invalid')) return null
  let sum = 0
  for (const char of host.toLowerCase()) sum = draw(sum, char.charCodeAt(0))
  return `198.51.100.${1 + (sum % 254)}`
}

const PING_EVERY_MS = 1000

const ping: Run = (call) => {
  const { flags, values, rest } = options(call.args, 'ciwWs')
  const [host] = rest
  if (host === undefined) return { err: 'Usage: ping [-c COUNT] HOST\n', code: 1 }
  const count = values.has('c') ? Number(values.get('c')) : Infinity
  if (!(count >= 1) || (count !== Infinity && !Number.isInteger(count))) {
    return fail(call, `invalid number '${values.get('c') ?? ''}'`)
  }
  const address = resolve(host)
  if (address === null) return fail(call, `bad address '${host}'`)
  return { job: pingJob(call, host, address, count, flags.has('q')) }
}

function pingJob(call: Call, host: string, address: string, count: number, quiet: boolean): Job {
  const { machine } = call
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
      const beat = (due: number) => {
        const second = Math.floor(due / 1000)
        const share = chance(machine.world.seed, machine.index, second, 5)
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
        } else cancel = machine.clock.wakeAt(due + PING_EVERY_MS, () => beat(due + PING_EVERY_MS))
      }
      beat(machine.now())
      return () => cancel()
    },
    interrupt: summary,
  }
}

export const networkCommands = { ip, ping }
