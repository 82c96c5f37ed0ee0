import { formatPercent } from '@/lib/format.ts'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import type { NewFault } from '@/simulation/control-contract.ts'

const { readyMade, describeFault } = simulatorText

/** Fault presets. */
export const readyMadeFaults: readonly { label: string; fault: NewFault }[] = [
  { label: readyMade.slow, fault: { route: '* /*', kind: 'latency', ms: 1500 } },
  {
    label: readyMade.tail,
    fault: { route: '* /*', kind: 'latency', ms: 120, maxMs: 6000, spread: 'long-tail' },
  },
  { label: readyMade.flaky, fault: { route: 'GET /v7/*', kind: 'status', status: 500, rate: 0.2 } },
  {
    label: readyMade.throttled,
    fault: { route: 'GET /v7/*', kind: 'status', status: 429, retryAfter: 6, times: 1 },
  },
  { label: readyMade.down, fault: { route: 'GET /v7/*', kind: 'status', status: 503 } },
  { label: readyMade.unreachable, fault: { route: '* /*', kind: 'network' } },
  { label: readyMade.logs, fault: { route: 'GET /device/*', kind: 'drop-stream' } },
  { label: readyMade.terminals, fault: { route: '* /*', kind: 'drop-socket' } },
  { label: readyMade.ended, fault: { route: '* /*', kind: 'status', status: 401 } },
  { label: readyMade.cut, fault: { route: 'GET /v7/*', kind: 'truncate', rate: 0.3 } },
  { label: readyMade.stale, fault: { route: 'GET /v7/*', kind: 'stale-read', ms: 5000 } },
  { label: readyMade.outage, fault: { route: '* /*', kind: 'outage', ms: 30_000 } },
]

/** A fault in one line: "status 500 · 20 % of requests · 3 more". */
export function faultText({ kind, status, ms, maxMs, bytes, rate, times, devices }: NewFault): string {
  const what =
    kind === 'status'
      ? describeFault.status(status ?? 500)
      : kind === 'latency'
        ? maxMs === undefined
          ? describeFault.latency(ms ?? 0)
          : describeFault.spread(ms ?? 0, maxMs)
        : describeFault[kind]
  return [
    what,
    bytes === undefined ? undefined : describeFault.bytes(bytes),
    devices === undefined ? undefined : describeFault.devices(devices.length),
    rate === undefined || rate === 1 ? undefined : describeFault.rate(formatPercent(rate * 100)),
    times === undefined ? undefined : describeFault.times(times),
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
}

/** Whether a text is a valid route: a method or `*`, then a path. */
export function isRoute(text: string): boolean {
  return /^(?:\*|[A-Z]+) \/\S*$/.test(text.trim())
}
