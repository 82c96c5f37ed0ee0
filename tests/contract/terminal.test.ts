import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { aDevice, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

interface ReceivedEvent {
  event: string
  args: unknown[]
}

/** The client side of a terminal socket, controlled by the test. */
function openTerminal(world: TestCloud) {
  const received: ReceivedEvent[] = []
  const listeners = new Map<string, (...args: unknown[]) => void>()
  const closers: (() => void)[] = []
  let closed = false
  const waiting: { event: string; resolve: () => void }[] = []
  world.cloud.connectTerminal({
    emit(event, ...args) {
      received.push({ event, args })
      for (const one of waiting.splice(0)) {
        if (one.event === event) one.resolve()
        else waiting.push(one)
      }
    },
    on: (event, listener) => void listeners.set(event, listener),
    onClose: (listener) => void closers.push(listener),
    close: () => {
      closed = true
    },
  })
  return {
    received,
    events: () => received.map(({ event }) => event).filter((event) => event !== 'data'),
    text: () =>
      received
        .filter(({ event }) => event === 'data')
        .map(({ args }) => String(args[0]))
        .join(''),
    isClosed: () => closed,
    say: (event: string, ...args: unknown[]) => listeners.get(event)?.(...args),
    until: (event: string) =>
      received.some((one) => one.event === event)
        ? Promise.resolve()
        : new Promise<void>((resolve) => void waiting.push({ event, resolve })),
    leave: () => {
      for (const close of closers) close()
    },
  }
}

async function signedIn(world: TestCloud, uuid: string, as: DemoName = 'ada') {
  const terminal = openTerminal(world)
  terminal.say('authentication', { auth: await world.token(as), uuid, target: { type: 'host' } })
  await terminal.until('authenticated')
  return terminal
}

const host = { target: { type: 'host' }, cols: 100, rows: 30 }

test('a terminal on the host opens step by step and executes commands [TERM-036, TERM-037, TERM-038]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  expect(terminal.events()).toEqual(['authenticated', 'ssh connecting', 'ssh spawning', 'ready'])
  terminal.say('data', 'uname\r')
  world.clock.advanceTo(world.clock.now() + 5000)
  expect(terminal.text()).toContain('Linux')
  terminal.say('resize', { cols: 60, rows: 20 })
  terminal.leave()
})

test('the prompt follows the ready message of the shell, so that nothing overwrites it', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('data')
  const order = terminal.received.map(({ event }) => event)
  expect(order.indexOf('data')).toBeGreaterThan(order.indexOf('ready'))
})

test('a terminal in a service is opened by its install', async () => {
  const world = openCloud()
  const { uuid, id } = await aDevice(world, 'cold-chain-eu')
  const [install] = await world.rows(
    `/v7/image_install?$select=id&$filter=device eq ${id} and installs__image/any(i:i/is_a_build_of__service/any(s:s/service_name eq 'uplink'))`,
    'ada',
  )
  const terminal = await signedIn(world, uuid, 'sol')
  terminal.say('ssh connect', {
    target: { type: 'service', installId: install?.['id'], serviceName: 'uplink' },
  })
  await terminal.until('ready')
  expect(terminal.events()).toEqual(['authenticated', 'ssh connecting', 'ssh spawning', 'ready'])
})

test('a shell requested twice is opened once, and none for a client that has disconnected meanwhile', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  const gone = await signedIn(world, uuid)
  gone.say('ssh connect', host)
  gone.leave()
  terminal.say('ssh connect', host)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  expect(terminal.events().filter((event) => event === 'ready')).toHaveLength(1)
  expect(gone.events()).not.toContain('ready')
})

test('a device that goes offline while its shell opens gives none', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  const down = world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  terminal.say('ssh connect', host)
  await down
  await terminal.until('ssh disconnect')
  expect(terminal.received.at(-1)?.args).toEqual([{ reason: 'The device went offline' }])
})

test('the safe roles can open services, but not the host [PERM-053, PERM-054]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid, 'sol')
  terminal.say('ssh connect', host)
  expect(terminal.events()).toEqual(['authenticated', 'ssh connecting', 'unauthorized'])
  terminal.say('data', 'uname\r')
  expect(terminal.text()).toBe('')
})

test.each<[string, (world: TestCloud) => Promise<string>, boolean]>([
  ['a bad token', () => Promise.resolve('nonsense'), true],
  ["another organization's token", (world) => world.token('mel'), true],
  ['no device', (world) => world.token('ada'), false],
])('%s opens nothing [TERM-032]', async (_what, token, withDevice) => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = openTerminal(world)
  terminal.say('authentication', { auth: await token(world), uuid: withDevice ? uuid : 'f'.repeat(32) })
  await terminal.until('unauthorized')
  terminal.say('ssh connect', host)
  expect(terminal.events()).toEqual(['unauthorized', 'unauthorized'])
})

test('an offline device has no shell, and going offline closes it', async () => {
  const world = openCloud()
  const offline = await aDevice(world, 'kiosk-lobby', 'is_online eq false')
  const refused = await signedIn(world, offline.uuid)
  refused.say('ssh connect', host)
  expect(refused.events()).toEqual(['authenticated', 'ssh connecting', 'ssh disconnect'])

  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  expect(terminal.events().at(-1)).toBe('ssh disconnect')
  expect(terminal.isClosed()).toBe(false)
})

test('a stopped service has no shell', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', { target: { type: 'service', serviceName: 'no-such' } })
  expect(terminal.events().at(-1)).toBe('ssh disconnect')
})

test('a fault closes open sockets, and rejects as many as configured', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  const fault = { route: 'SOCKET *', kind: 'drop-socket', times: 2 }
  await world.request('/__flotilla/faults', { method: 'POST', body: fault })
  expect(terminal.isClosed()).toBe(true)
  expect(openTerminal(world).isClosed()).toBe(true)
  expect(openTerminal(world).isClosed()).toBe(false)
})

test('a fault closes the socket of a terminal after a number of characters', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const fault = { route: 'SOCKET *', kind: 'drop-socket', bytes: 40, times: 1 }
  await world.request('/__flotilla/faults', { method: 'POST', body: fault })
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  terminal.say('data', 'cat /etc/os-release\r')
  terminal.say('data', 'uname -a\r')
  expect(terminal.isClosed()).toBe(true)
  expect((await signedIn(world, uuid)).isClosed()).toBe(false)
})

test('an outage closes open terminals, and rejects new ones until it is over', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  await world.request('/__flotilla/faults', { method: 'POST', body: { kind: 'outage' } })
  expect([terminal.isClosed(), openTerminal(world).isClosed()]).toEqual([true, true])
  await world.request('/__flotilla/faults', { method: 'DELETE' })
  expect(openTerminal(world).isClosed()).toBe(false)
})

test('a stopped supervisor does not answer the platform either, until it is started', async () => {
  const world = openCloud()
  const { uuid, id } = await aDevice(world, 'cold-chain-eu')
  const terminal = await signedIn(world, uuid)
  terminal.say('ssh connect', host)
  await terminal.until('ready')
  const type = (line: string) => {
    terminal.say('data', `${line}\r`)
    world.clock.advanceTo(world.clock.now() + 5000)
  }
  const ping = async () =>
    statusAndBody(
      await world.request('/supervisor/ping', {
        as: 'ada',
        method: 'POST',
        body: { deviceId: id, method: 'GET' },
      }),
    )
  expect(await ping()).toEqual([200, 'OK'])
  type('systemctl stop balena-supervisor')
  expect(await ping()).toEqual([502, 'tunneling socket could not be established, statusCode=502'])
  type('systemctl start balena-supervisor')
  expect(await ping()).toEqual([200, 'OK'])
})
