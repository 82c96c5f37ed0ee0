import { describe, expect, test } from 'vitest'
import { aShell } from '../testing/a-shell.ts'
import { MINUTES, NOON, SECONDS } from '../testing/a-world.ts'

const KEY = 'key=$(balena exec sensor-hub printenv BALENA_SUPERVISOR_API_KEY)'

/** A device whose containers may use the API of the supervisor. */
function withApi() {
  const it = aShell({ cols: 400 })
  it.world.setLabel({ of: 'service', fleetId: 1, serviceId: 1 }, 'io.balena.features.supervisor-api', '1')
  it.pass(2 * MINUTES)
  it.world.advanceTo(it.clock.now())
  return it
}

const status = (it: ReturnType<typeof aShell>, name: string) =>
  it.world.device(0).services.find((service) => service.name === name)?.status

describe('the unit of the supervisor', () => {
  test.each([
    ['2.60.1', 'resin-supervisor', 'resin_supervisor'],
    ['2.77.9', 'resin-supervisor', 'resin_supervisor'],
    ['2.78.0', 'balena-supervisor', 'balena_supervisor'],
    ['6.1.0', 'balena-supervisor', 'balena_supervisor'],
  ])('of OS %s is %s', (version, unit, container) => {
    const it = aShell({ world: { batch: { os: [{ value: { version, variant: 'prod' }, weight: 1 }] } } })
    const other = unit === 'resin-supervisor' ? 'balena-supervisor' : 'resin-supervisor'
    // Its former name stays as an alias.
    const state = unit === 'resin-supervisor' ? 'inactive' : 'active'
    expect(it.run(`systemctl is-active ${unit} ${other}`)).toBe(`active\n${state}`)
    expect(it.run(`journalctl -u ${unit} -n 1 -o cat`)).toMatch(/\S/)
    expect(it.run(`journalctl -u ${other} -n 1 -o cat`)).toBe('-- No entries --')
    expect(it.run("balena ps --format '{{.Names}}' | tail -1")).toBe(container)
    expect(it.run(`ps ax -o args | grep -c start-${unit}`)).toBe('1')
  })

  test('takes its API, its process and its container with it when it stops, but not the services', () => {
    const it = aShell()
    it.run('systemctl stop balena-supervisor')
    expect(it.run('systemctl is-active balena-supervisor')).toBe('inactive')
    expect(it.run('curl -s localhost:48484/ping; echo $?')).toBe('7')
    expect(it.run('netstat -tln | grep -c 48484')).toBe('0')
    expect(it.run('ps | grep -c "dist/app.js"')).toBe('0')
    expect(it.run('balena ps -q | wc -l')).toBe('4')
    expect(it.run('balena ps -a --filter name=supervisor --format "{{.Status}}"')).toMatch(/^Exited \(/)
    // It no longer polls, but its tunnel is up.
    expect(it.world.device(0).cloudlink).toBe(true)
    it.pass(40 * MINUTES)
    it.world.advanceTo(it.clock.now())
    expect(it.world.device(0)).toMatchObject({ heartbeat: 'offline', overallStatus: 'reduced-functionality' })
    it.run('systemctl start balena-supervisor')
    expect(it.run('curl -s localhost:48484/ping; echo')).toBe('OK')
    expect(it.world.device(0)).toMatchObject({ heartbeat: 'online', overallStatus: 'operational' })
  })
})

describe('calls of the supervisor API from a terminal have their effect', () => {
  test('a service stops and starts', () => {
    const it = withApi()
    it.run(KEY)
    const call = (verb: string) =>
      it.run(
        `curl -s -o /dev/null -w "%{http_code}" -X POST -H "Content-Type: application/json" -d '{"serviceName":"uplink"}' "localhost:48484/v2/applications/1/${verb}-service?apikey=$key"; echo`,
      )
    expect(call('stop')).toBe('200')
    it.pass(30 * SECONDS)
    expect(it.run('balena ps -a --filter name=uplink --format "{{.State}}"')).toBe('exited')
    expect(call('start')).toBe('200')
    it.pass(30 * SECONDS)
    expect(it.run('balena ps --filter name=uplink --format "{{.State}}"')).toBe('running')
    expect(status(it, 'uplink')).toBe('Running')
  })

  test('a reboot answers 202 and takes the terminal with it; a lock refuses it with 423', () => {
    const it = withApi()
    it.run(KEY)
    const reboot = (body: string) =>
      it.run(
        `curl -s -o /dev/null -w "%{http_code}" -X POST -H "Content-Type: application/json" -d '${body}' "localhost:48484/v1/reboot?apikey=$key"; echo`,
      )
    it.run('touch /tmp/balena-supervisor/services/1/uplink/updates.lock')
    expect(reboot('{}')).toBe('423')
    expect(reboot('{"force":true}')).toBe('202')
    it.pass(2 * MINUTES)
    it.world.advanceTo(it.clock.now())
    expect(it.world.device(0).bootedAt).toBeGreaterThan(NOON)
    expect(it.exits).toHaveLength(1)
  })

  test('a purge empties the volume of the services, and leaves those that users made', () => {
    const it = withApi()
    it.run(KEY)
    it.run('balena volume create lab; echo mine > /mnt/data/docker/volumes/lab/_data/note')
    it.run('echo kept > /mnt/data/docker/volumes/1_data/_data/file')
    expect(it.run('balena exec uplink cat /data/file')).toBe('kept')
    it.run(
      `curl -s -X POST -H "Content-Type: application/json" -d '{"appId":1}' "localhost:48484/v1/purge?apikey=$key"`,
    )
    it.pass(MINUTES)
    expect(it.run('balena exec uplink cat /data/file')).toBe(
      "cat: can't open '/data/file': No such file or directory",
    )
    expect(it.run('cat /mnt/data/docker/volumes/lab/_data/note')).toBe('mine')
  })
})
