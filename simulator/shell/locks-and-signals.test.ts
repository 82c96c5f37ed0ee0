import { describe, expect, test } from 'vitest'
import type { PersonaName } from '../definition/device-profiles.ts'
import { aDevice, HOURS, MINUTES, NOON } from '../testing/a-world.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { deviceLockFiles } from '../views/containers.ts'
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
    expect(it.world.read(deviceLockFiles, 0).map(({ service }) => service)).toEqual(['sensor-hub', 'uplink'])
    const host = open()
    host.world.setLockFile(0, 'uplink', true)
    const path = '/tmp/balena-supervisor/services/1/uplink'
    expect(host.run(`ls ${path}`)).toBe('updates.lock')
    host.run(`cd ${path}`)
    expect(host.run('rm updates.lock; ls')).toBe('')
    expect(host.world.read(deviceLockFiles, 0)).toEqual([])
  })
})

describe('a signal', () => {
  test('to the main process of a container ends it, and the supervisor restarts it', () => {
    const it = open()
    const pid = it.run('ps -eo pid,args | grep /usr/src/app/uplink | head -n 1').trim().split(/\s+/)[0] ?? ''
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
    expect(it.run('kill 99999; echo $?')).toBe('-sh: kill: (99999) - No such process\n1')
    expect(it.run('kill 1')).toContain('Operation not permitted')
    expect(it.run('kill -FOO 1')).toBe('-sh: kill: FOO: invalid signal specification')
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

describe('flock', () => {
  const LOCK = '/tmp/balena/updates.lock'

  test('holds the lock file of the service while its command runs, which an OS update heeds', () => {
    const it = open(UPLINK)
    it.run(`flock ${LOCK} sleep 60 &`)
    expect(it.world.read(deviceLockFiles, 0)).toMatchObject([{ service: 'uplink', isHeld: true }])
    expect(it.run(`flock -n ${LOCK} echo mine; echo $?`)).toBe('1')
    expect(it.run(`flock -n -E 7 ${LOCK} echo mine; echo $?`)).toBe('7')
    it.clock.advanceTo(NOON + 2 * MINUTES)
    it.run('wait')
    // It leaves the file behind, which is a lock for the supervisor.
    expect(it.world.read(deviceLockFiles, 0)).toMatchObject([{ service: 'uplink', isHeld: false }])
    expect(it.run(`flock -n ${LOCK} echo mine; echo $?`)).toBe('mine\n0')
    expect(it.run(`flock ${LOCK} -c 'exit 3'; echo $?`)).toBe('3')
  })

  test('waits for another holder, at most for the time of -w', () => {
    const it = open()
    it.run('flock /tmp/a sleep 10 &')
    it.run('flock -w 2 /tmp/a echo early || echo "not in time"')
    it.clock.advanceTo(NOON + 3 * 1000)
    expect(it.run('')).toBe('')
    it.run('flock /tmp/a date +%S')
    it.clock.advanceTo(NOON + 20 * 1000)
    expect(it.run('echo $?')).toBe('0')
  })

  test('locks a descriptor until the file is closed', () => {
    const it = open()
    expect(it.run('( flock -n 9 && echo taken; flock -n /tmp/b true || echo busy ) 9>/tmp/b')).toBe(
      'taken\nbusy',
    )
    expect(it.run('flock -n /tmp/b echo free')).toBe('free')
    it.run('exec 8>/tmp/c; flock 8')
    expect(it.run('flock -n /tmp/c true; echo $?')).toBe('1')
    it.run('flock -u 8')
    expect(it.run('flock -n /tmp/c true; echo $?')).toBe('0')
    it.run('flock 8')
    expect(it.run('flock -n /tmp/c true; echo $?')).toBe('1')
    it.run('exec 8>&-')
    expect(it.run('flock -n /tmp/c true; echo $?')).toBe('0')
    expect(it.run('echo gone >&8')).toBe('-sh: 8: Bad file descriptor')
    expect(it.run('flock -n 7; echo $?')).toBe('flock: 7: Bad file descriptor\n65')
  })

  test('is released when the terminal closes, and when the lock file is removed', () => {
    const it = open(UPLINK)
    it.run(`flock ${LOCK} sleep 600 &`)
    it.shell.close()
    expect(it.world.read(deviceLockFiles, 0)).toMatchObject([{ isHeld: false }])
    const again = open(UPLINK)
    again.run(`flock ${LOCK} sleep 600 &`)
    again.run(`rm ${LOCK}`)
    expect(again.world.read(deviceLockFiles, 0)).toEqual([])
  })
})
