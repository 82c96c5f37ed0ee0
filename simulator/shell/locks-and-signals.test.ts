import { describe, expect, test } from 'vitest'
import type { PersonaName } from '../definition/device-profiles.ts'
import { aDevice, HOURS, MINUTES, NOON } from '../testing/a-world.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import type { Target } from './machine.ts'
import { openShell } from './shell.ts'

const UPLINK: Target = { kind: 'service', name: 'uplink' }

function open(target: Target = { kind: 'host' }, persona: PersonaName = 'steady') {
  const world = aDevice(persona)
  const clock = createManualClock(NOON)
  const exits: number[] = []
  let text = ''
  const shell = openShell({
    world,
    index: 0,
    target,
    clock,
    cols: 90,
    rows: 33,
    write: (data) => {
      text += data
    },
    onExit: (code) => exits.push(code),
  })
  return {
    world,
    clock,
    shell,
    exits,
    run(line: string): string {
      const before = text.length
      shell.input(`${line}\r`)
      return text.slice(before).split('\r\n').slice(1, -1).join('\n')
    },
  }
}

describe('the lock file of a service (docs/platform/device-protocol.md)', () => {
  test('prevents a reboot until it is removed', () => {
    const it = open(UPLINK)
    expect(it.run('ls /tmp/balena')).toBe('')
    it.run('touch /tmp/balena/updates.lock')
    expect(it.world.device(0).lockedBy).toBe('uplink')
    expect(it.run('ls /tmp/balena')).toBe('updates.lock')
    expect(it.world.command(0, { kind: 'reboot' })).toMatchObject({ ok: false, reason: 'locked' })
    it.run('rm /tmp/balena/updates.lock')
    expect(it.world.device(0).lockedBy).toBeNull()
    expect(it.world.command(0, { kind: 'reboot' })).toEqual({ ok: true })
  })

  test('can be created while another service holds one too', () => {
    const it = open(UPLINK)
    it.world.setLock(0, 'sensor-hub')
    expect(it.run('touch /tmp/balena/updates.lock')).toBe('')
    expect(it.world.lockFiles(0).map(({ service }) => service)).toEqual(['sensor-hub', 'uplink'])
    const host = open()
    host.world.setLockFile(0, 'uplink', true)
    const path = '/tmp/balena-supervisor/services/1/uplink'
    expect(host.run(`ls ${path}`)).toBe('updates.lock')
    host.run(`cd ${path}`)
    expect(host.run('rm updates.lock; ls')).toBe('')
    expect(host.world.lockFiles(0)).toEqual([])
  })
})

describe('a signal', () => {
  test('to the main process of a container ends it, and the supervisor restarts it', () => {
    const it = open()
    const pid = it.run('ps | grep /usr/src/app/uplink | head -n 1').trim().split(/\s+/)[0] ?? ''
    expect(it.run(`kill -9 ${pid}; echo $?`)).toBe('0')
    const uplink = () => it.world.device(0).services.find(({ name }) => name === 'uplink')?.status
    expect(uplink()).toBe('Stopping')
    it.clock.advanceTo(NOON + MINUTES)
    it.world.advanceTo(NOON + MINUTES)
    expect(uplink()).toBe('Running')
  })

  test('to process 1 inside a container ends the container and the shell in it', () => {
    const it = open(UPLINK)
    it.run('kill 1')
    expect(it.exits).toEqual([137])
  })

  test('without a process, to a system process or with an unknown name is rejected', () => {
    const it = open()
    expect(it.run('kill 99999; echo $?')).toBe("kill: can't kill pid 99999: No such process\n1")
    expect(it.run('kill 1')).toContain('Operation not permitted')
    expect(it.run('kill -FOO 1')).toContain('bad signal')
  })
})

test('stty reports the size of the window, also after it changes', () => {
  const it = open()
  expect(it.run('stty size')).toBe('33 90')
  it.shell.resize(120, 40)
  expect(it.run('stty size')).toBe('40 120')
})

test('the kernel log reports undervoltage on the host and is empty in a container', () => {
  const it = open({ kind: 'host' }, 'undervolted')
  it.clock.advanceTo(NOON + 12 * HOURS)
  expect(it.run('dmesg')).toContain('Undervoltage detected!')
  const seconds = [...it.run('dmesg').matchAll(/^\[ *(\d+\.\d{6})\]/gm)].map(([, text]) => Number(text))
  // Seconds since the boot, less than a year ago.
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  expect(seconds.at(-1)).toBeGreaterThan(0)
  expect(seconds.at(-1)).toBeLessThan(366 * 86_400)
  expect(open({ kind: 'host' }).run('dmesg | grep -c Undervoltage')).toBe('0')
  expect(open(UPLINK).run('dmesg')).toBe('dmesg: klogctl: Operation not permitted')
})

test('date prints the time of the device clock, even if it is wrong', () => {
  const it = open({ kind: 'host' }, 'wrong-clock')
  const skew = it.world.device(0).clockSkewMs
  expect(Number(it.run('date +%s'))).toBe(Math.floor((NOON + skew) / 1000))
})
