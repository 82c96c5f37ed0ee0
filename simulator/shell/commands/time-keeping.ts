import { formatDate } from '../../base/calendar.ts'
import { options } from '../options.ts'
import type { Program } from '../process.ts'

const timedatectl: Program = (process) => {
  const { machine } = process
  const [verb = 'status'] = process.args
  const at = machine.ownTime()
  const isSynchronised = machine.device().clockSkewMs === 0
  const line = formatDate('%a %Y-%m-%d %T', at)
  if (verb === 'status') {
    process.out(
      `               Local time: ${line} UTC\n           Universal time: ${line} UTC\n                 RTC time: ${machine.isIntel() ? line : 'n/a'}\n                Time zone: Etc/UTC (UTC, +0000)\nSystem clock synchronized: ${isSynchronised ? 'yes' : 'no'}\n              NTP service: active\n          RTC in local TZ: no\n`,
    )
    return 0
  }
  if (verb === 'show') {
    const found = options(process.with(process.args.slice(1)), 'p:', { property: 'p:', value: 'value' })
    if (!found) return 1
    const values: Record<string, string> = {
      Timezone: 'Etc/UTC',
      LocalRTC: 'no',
      CanNTP: 'yes',
      NTP: 'yes',
      NTPSynchronized: isSynchronised ? 'yes' : 'no',
      TimeUSec: `${line} UTC`,
    }
    const wanted = found.values('p').flatMap((it) => it.split(','))
    for (const [name, value] of Object.entries(values))
      if (wanted.length === 0 || wanted.includes(name))
        process.out(found.has('value') ? `${value}\n` : `${name}=${value}\n`)
    return 0
  }
  if (verb === 'list-timezones') {
    process.out('Etc/UTC\n')
    return 0
  }
  if (verb.startsWith('set-')) return process.fail('Failed to set: Read-only file system')
  return process.fail(`Unknown command verb ${verb}.`)
}

/** The time servers; the first is the one that the clock follows. */
const TIME_SOURCES = [
  { address: '203.0.113.88', stratum: 2, offset: '   +18us', error: '  12ms' },
  { address: '198.51.100.123', stratum: 2, offset: '  -211us', error: '  19ms' },
  { address: '198.51.100.7', stratum: 3, offset: '  +402us', error: '  24ms' },
  { address: '203.0.113.15', stratum: 2, offset: '   -97us', error: '  31ms' },
] as const

/** What `sources -v` explains first. */
const SOURCES_KEY = `
  .-- Source mode  '^' = server, '=' = peer, '#' = local clock.
 / .- Source state '*' = current best, '+' = combined, '-' = not combined,
| /             'x' = may be in error, '~' = too variable, '?' = unusable.
||                                                 .- xxxx [ yyyy ] +/- zzzz
||      Reachability register (octal) -.           |  xxxx = adjusted offset,
||      Log2(Polling interval) --.      |          |  yyyy = measured offset,
||                                \\     |          |  zzzz = estimated error.
||                                 |    |           \\
`

const chronyc: Program = (process) => {
  const { machine } = process
  const args = process.args.filter((it) => !/^-[nacm]+$/.test(it))
  const isCsv = process.args.some((it) => /^-[nam]*c/.test(it))
  const isVerbose = process.args.includes('-v')
  const [verb = ''] = args
  const isGood = machine.device().clockSkewMs === 0
  switch (verb) {
    case 'tracking':
      if (isCsv) {
        process.out(
          isGood
            ? `CB007158,203.0.113.88,3,${((machine.now() - 412_000) / 1000).toFixed(9)},0.000012046,0.000018211,0.000094418,-6.402,0.001,0.021,0.014411980,0.001220817,1036.4,Normal\n`
            : '00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,-6.402,0.000,0.021,1.000000000,1.000000000,0.0,Not synchronised\n',
        )
        return 0
      }
      process.out(
        `Reference ID    : ${isGood ? 'CB007158 (203.0.113.88)' : '00000000 ()'}\nStratum         : ${isGood ? 3 : 0}\nRef time (UTC)  : ${formatDate('%a %b %d %T %Y', isGood ? machine.now() - 412_000 : 0)}\nSystem time     : 0.000012046 seconds ${isGood ? 'fast' : 'slow'} of NTP time\nLast offset     : ${isGood ? '+0.000018211' : '+0.000000000'} seconds\nRMS offset      : 0.000094418 seconds\nFrequency       : 6.402 ppm slow\nResidual freq   : +0.001 ppm\nSkew            : 0.021 ppm\nRoot delay      : 0.014411980 seconds\nRoot dispersion : 0.001220817 seconds\nUpdate interval : 1036.4 seconds\nLeap status     : ${isGood ? 'Normal' : 'Not synchronised'}\n`,
      )
      return 0
    case 'sources': {
      const rows = TIME_SOURCES.map(({ address, stratum, offset, error }, at) => {
        const mark = isGood ? (at === 0 ? '*' : '+') : '?'
        // Each source is asked every 1,024 seconds; a source that does not answer was never heard.
        const heard = isGood ? String(Math.floor(machine.now() / 1000 + 261 * at) % 1024) : '-'
        const sample = isGood ? `${offset}[${offset}] +/- ${error}` : '    +0ns[   +0ns] +/-    0ns'
        return `^${mark} ${address.padEnd(28)} ${stratum}  10   ${isGood ? '377' : '  0'} ${heard.padStart(5)}   ${sample}\n`
      })
      process.out(
        `${isVerbose ? SOURCES_KEY : ''}MS Name/IP address         Stratum Poll Reach LastRx Last sample               \n${'='.repeat(79)}\n${rows.join('')}`,
      )
      return 0
    }
    case 'sourcestats':
      process.out(
        `Name/IP Address            NP  NR  Span  Frequency  Freq Skew  Offset  Std Dev\n${'='.repeat(78)}\n${TIME_SOURCES.map(
          ({ address, offset }, at) =>
            isGood
              ? `${address.padEnd(26)} ${18 - at}  ${11 - at}  303m     +0.00${at + 1}      0.021 ${offset}    94us\n`
              : `${address.padEnd(26)}  0   0     0     +0.000   2000.000     +0ns  4000ms\n`,
        ).join('')}`,
      )
      return 0
    case 'ntpdata':
      for (const { address, stratum } of TIME_SOURCES)
        process.out(
          `\nRemote address  : ${address} (${address
            .split('.')
            .map((it) => Number(it).toString(16).padStart(2, '0').toUpperCase())
            .join(
              '',
            )})\nRemote port     : 123\nLeap status     : ${isGood ? 'Normal' : 'Not synchronised'}\nVersion         : 4\nMode            : Server\nStratum         : ${isGood ? stratum : 0}\n`,
        )
      return 0
    case 'activity':
      process.out(
        `200 OK\n${isGood ? 4 : 0} sources online\n${isGood ? 0 : 4} sources offline\n0 sources doing burst (return to online)\n0 sources doing burst (return to offline)\n0 sources with unknown address\n`,
      )
      return 0
    case 'makestep':
    case 'burst':
    case 'online':
    case 'offline':
    case 'refresh':
      process.out('200 OK\n')
      return 0
    case 'waitsync':
      process.out(
        isGood
          ? 'try: 1, refid: CB007158, correction: 0.000012046, skew: 0.021\n'
          : 'try: 1, refid: 00000000, correction: 0.000000000, skew: 0.000\n',
      )
      return isGood ? 0 : 1
    case 'clients':
    case 'serverstats':
      process.err('501 Not authorised\n')
      return 1
    default:
      process.err(verb === '' ? 'chrony version 4.5\n' : 'Unrecognized command\n')
      return verb === '' ? 0 : 1
  }
}

export const timePrograms: Record<string, Program> = { chronyc, timedatectl }
