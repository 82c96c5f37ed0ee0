import { describe, expect, test } from 'vitest'
import { aShell, SENSOR } from '../testing/a-shell.ts'
import { aDevice, aRelease, MINUTES, NOON } from '../testing/a-world.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { openShell } from './shell.ts'

describe('a shell in a container', () => {
  test('has the name of its service and the variables from the platform', () => {
    const it = aShell({ target: SENSOR, environment: { SITE: 'ams' } })
    expect(it.prompt()).toMatch(/^root@[0-9a-f]{12}:\/usr\/src\/app# $/)
    const env = it.run('env').split('\n')
    expect(env).toContain('SITE=ams')
    expect(env).toContain('BALENA_SERVICE_NAME=sensor-hub')
    expect(env).toContain(`BALENA_DEVICE_UUID=${it.world.column('uuid')(0)}`)
    expect(env).toContain('BALENA_APP_NAME=cold-chain-eu')
  })

  test.each([
    ['uplink', 'sh', '/usr/src/app # ', '/ # ', '~ # '],
    ['sensor-hub', 'sh', '# ', '# ', '# '],
    ['sensor-hub', 'bash', /^root@[0-9a-f]{12}:\/usr\/src\/app# $/, /:\/# $/, /:~# $/],
    ['balena_supervisor', 'sh', '/usr/src/app # ', '/ # ', '~ # '],
  ])('in %s, %s prompts as such a shell does', (service, program, start, root, home) => {
    const it = aShell()
    it.run(`balena exec -it ${service} ${program}`)
    const prompts = [it.prompt()]
    for (const line of ['cd /', 'cd']) {
      it.run(line)
      prompts.push(it.prompt())
    }
    for (const [i, expected] of [start, root, home].entries()) expect(prompts[i]).toMatch(expected)
    it.run('PS1="[$HOME] "')
    expect(it.prompt()).toBe('[/root] ')
    it.run('PS1=')
    expect(it.prompt()).toBe('')
  })

  test('started with --rm and ended by a reboot leaves nothing', () => {
    const it = aShell()
    it.run('balena run -d --rm --name job -v /keep $(balena images -q | head -1) sleep 10000')
    it.run('balena exec job sh -c "echo x > /note; echo y > /keep/note"')
    it.run('balena run -d --name stays $(balena images -q | head -1) sleep 10000')
    it.run('balena exec stays sh -c "echo x > /note"')
    it.run('reboot')
    it.pass(5 * MINUTES)
    it.reopen()
    expect(it.run("balena ps -a --format '{{.Names}}' | grep -c 'job\\|stays'")).toBe('1')
    const files = [...it.world.files(0)].filter(([, { text }]) => text === 'x\n' || text === 'y\n')
    expect(files).toHaveLength(1)
  })

  test('shows only its own processes, and the storage of the device', () => {
    const it = aShell({ target: SENSOR })
    expect(it.run('ps').split('\n')).toEqual([
      '    PID TTY          TIME CMD',
      expect.stringMatching(/^ +214 pts\/0 +00:00:00 sh$/),
      expect.stringMatching(/^ +221 pts\/0 +00:00:00 ps$/),
    ])
    expect(it.run('ps -ef')).toContain('node /usr/src/app/index.js')
    expect(it.run('df -m /data').split(/\s+/)).toContain(String(it.world.device(0).metrics?.storageUsage))
    expect(it.run('journalctl')).toBe('bash: journalctl: command not found')
    expect(it.run('reboot')).toBe('reboot: Operation not permitted')
    expect(it.run('cat /etc/os-release')).toContain('Debian')
    const alpine = aShell({ target: { kind: 'service', name: 'uplink' } })
    expect(alpine.run('ps aux').split('\n')[0]).toBe('PID   USER     TIME  COMMAND')
  })

  test('stores its data in a volume that is visible on the host', () => {
    const it = aShell({ target: SENSOR })
    it.run('echo 42 > /data/state')
    expect([...it.world.files(0).keys()]).toEqual(['/mnt/data/docker/volumes/1_data/_data/state'])
    expect(it.run('cat /data/state')).toBe('42')
    expect(it.run('echo x > /sys/x')).toContain('Read-only file system')
    expect(it.run('echo x > /usr/src/app/x; cat x')).toBe('x')
  })

  test('does not open while its service is stopped', async () => {
    const world = aDevice()
    world.command(0, { kind: 'stop-service', serviceName: 'sensor-hub' })
    const exits: number[] = []
    const clock = createManualClock(NOON)
    openShell({
      world,
      index: 0,
      target: SENSOR,
      clock,
      cols: 80,
      rows: 24,
      write: () => {},
      onExit: (it) => exits.push(it),
    })
    await Promise.resolve()
    expect(exits).toEqual([1])
  })

  test('ends when its container is stopped or replaced', () => {
    const stopped = aShell({ target: SENSOR })
    stopped.world.command(0, { kind: 'stop-service', serviceName: 'sensor-hub' })
    expect(stopped.exits).toEqual([137])
    const replaced = aShell({ target: SENSOR })
    replaced.world.setFleetTarget(1, 2)
    replaced.pass(30 * MINUTES)
    expect(replaced.exits).toEqual([137])
    const persistent = aShell({
      target: SENSOR,
      world: { releases: [aRelease(1), aRelease(2, { keep: ['sensor-hub'] })] },
    })
    persistent.world.setFleetTarget(1, 2)
    persistent.pass(30 * MINUTES)
    expect(persistent.world.device(0).runningReleaseId).toBe(2)
    expect(persistent.exits).toEqual([])
  })
})

test('the small programs of a Debian container speak as those of GNU do', () => {
  const it = aShell({ target: SENSOR })
  it.run("cd /tmp; printf 'one\\ntwo\\n' > f")
  for (const [line, printed] of [
    ['ls nope; echo $?', "ls: cannot access 'nope': No such file or directory\n2"],
    ['cat nope', 'cat: nope: No such file or directory'],
    ['head nope', "head: cannot open 'nope' for reading: No such file or directory"],
    ['rm nope', "rm: cannot remove 'nope': No such file or directory"],
    ['cp nope x', "cp: cannot stat 'nope': No such file or directory"],
    ['mkdir /tmp', "mkdir: cannot create directory '/tmp': File exists"],
    ['touch /nope/x', "touch: cannot touch '/nope/x': No such file or directory"],
    ['find nope', "find: 'nope': No such file or directory"],
    ['sleep x', "sleep: invalid time interval 'x'\nTry 'sleep --help' for more information."],
    ['mkdir', "mkdir: missing operand\nTry 'mkdir --help' for more information."],
    ['wc -Q', "wc: invalid option -- 'Q'\nTry 'wc --help' for more information."],
    ['env nope', "env: 'nope': No such file or directory"],
    ['timeout 1 nope', "timeout: failed to run command 'nope': No such file or directory"],
    ['wc f; wc < f', '2 2 8 f\n      2       2       8'],
    ['ls -l f', '-rw-r--r-- 1 root root 8 Nov 20 14:00 f'],
  ] as const)
    expect([line, it.run(line)]).toEqual([line, printed])
})
