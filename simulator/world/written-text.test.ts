import { expect, test } from 'vitest'
import type { ServiceKind } from '../definition/world-definition.ts'
import { healthChecks } from '../explain/diagnostics.ts'
import { describedEvents } from '../explain/event-causes.ts'
import { explainStatus } from '../explain/status-explanations.ts'
import { aRelease, aWorld, everyIndex, HOURS, MIXED, NOON } from '../testing/a-world.ts'
import { runHealthChecks } from './health-checks.ts'

const KINDS: readonly ServiceKind[] = [
  'sensor',
  'uplink',
  'dashboard',
  'watchdog',
  'camera',
  'database',
  'worker',
]

/** Names in the spelling of code, such as `intervalMs` or `after_poll()`. */
const CODE = /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b\w+\(\)/g
/** Names that a real device writes so as well. */
const ALLOWED = new Set(['balenaOS', 'openBalena', 'appId'])

function codeIn(text: string): string[] {
  // A stack trace names functions and files.
  if (/^ {4}at |^\w*Error\b/.test(text)) return []
  return (text.match(CODE) ?? []).filter((name) => !ALLOWED.has(name))
}

test('what a simulated device writes contains no names of code', () => {
  const everyKind = (id: number) => {
    const release = aRelease(id, { crashLoops: 0.1, rejects: 0.05, aborts: 0.05 })
    const services = KINDS.map((kind, at) => ({
      serviceId: at + 1,
      name: `the-${kind}`,
      kind,
      imageId: id * 100 + at,
      imageSize: 20_000_000,
    }))
    return { ...release, services }
  }
  const world = aWorld({
    releases: [everyKind(1), everyKind(2)],
    target: 1,
    batch: { count: 160, personas: MIXED, locked: 0.1 },
  })
  world.setFleetTarget(1, 2)
  world.advanceTo(NOON + HOURS / 4)
  world.setFleetConfig(1, 'RESIN_HOST_CONFIG_gpu_mem', '64')
  for (const index of everyIndex(world)) {
    if (index % 3 === 0) world.command(index, { kind: index % 2 === 0 ? 'reboot' : 'purge' })
    if (index % 5 === 0) {
      world.startSystemUpdate(index, {
        part: 'os',
        version: 'balenaOS 6.1.0',
        variant: 'prod',
        bytes: 200_000_000,
      })
    }
  }
  world.advanceTo(NOON + 3 * HOURS)

  const found = new Set<string>()
  let lines = 0
  const look = (text: string) => {
    for (const name of codeIn(text)) found.add(`${name} in: ${text}`)
    lines++
  }
  for (const index of everyIndex(world)) {
    for (const { message } of world.logs(index, { count: 1000 })) look(message)
    for (const { detail } of world.read(describedEvents, index)) look(detail)
    for (const { is, chain } of world.read(explainStatus, index)) {
      look(is)
      for (const { text } of chain) look(text)
    }
    for (const { name, status } of healthChecks(runHealthChecks(world, index))) {
      look(name.replaceAll(/^check_|^service_/g, ''))
      look(status)
    }
    const { status, provisioningState } = world.device(index)
    look(status)
    look(provisioningState ?? '')
  }
  expect(lines).toBeGreaterThan(50_000)
  expect([...found]).toEqual([])
})
