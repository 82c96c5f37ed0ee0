import type { openShell } from '../../simulator/shell/shell.ts'
import { callerAccess } from '../access/access.ts'
import { authenticate } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import { sourceFor } from '../access/source.ts'
import { HttpError } from '../base/http-error.ts'
import { frozenDevice } from '../billing/allowance.ts'
import { isJsonObject } from '../http/request-context.ts'
import type { CloudParts, JsonObject } from '../http/request-context.ts'
import { reachable, seesDevice } from './device-access.ts'
import { loadShell, preloadShell } from './load-shell.ts'

/** The socket of a terminal, independent of the transport: events with arguments in both directions. */
export interface TerminalSocket {
  emit(event: string, ...args: unknown[]): void
  on(event: string, listener: (...args: unknown[]) => void): void
  onClose(listener: () => void): void
  close(): void
}

type Target = { kind: 'host' } | { kind: 'service'; name: string }

interface OpenedShell {
  input(data: string): void
  resize(cols: number, rows: number): void
  close(): void
}

export interface Terminals {
  connect(socket: TerminalSocket): void
  closeAll(): void
}

/** The faults that concern sockets. */
interface SocketFaults {
  strike(
    method: string,
    path: string,
    kinds: readonly ('drop-socket' | 'network' | 'outage')[],
  ): readonly { bytes?: number }[]
  onDrop(listener: (fault: { kind: string }) => void): () => void
}

export interface TerminalOptions {
  /** The current parts of the cloud, which a reset replaces. */
  parts(): CloudParts
  faults: SocketFaults
  /** Advances the world to the current time. */
  advance(): void
}

const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

const sizeIn = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 1000 ? value : fallback

/** The route by which faults match terminals. */
const ROUTE = { method: 'SOCKET', path: '/terminal' }

/** The service with the requested install id or name; undefined when the device does not run it. */
function targetOf(parts: CloudParts, index: number, requested: unknown): Target | undefined {
  if (requested === undefined || requested === 'host') return { kind: 'host' }
  const { kind, type, name, serviceName, installId, imageId } = object(requested)
  if ((kind ?? type) === 'host') return { kind: 'host' }
  const { services } = parts.store.world.device(index)
  const named = [name, serviceName].find((value) => typeof value === 'string')
  const image = typeof imageId === 'number' ? imageId : imageOfInstall(parts, installId)
  const running = services.filter((one) => one.status === 'Running' || one.status === 'restarting')
  const found = running.find((one) => (image === undefined ? one.name === named : one.imageId === image))
  return found && { kind: 'service', name: found.name }
}

function imageOfInstall({ store }: CloudParts, installId: unknown): number | undefined {
  if (typeof installId !== 'number') return undefined
  const image = store.table('image_install').reader('installs__image')(installId)
  return typeof image === 'number' ? image : undefined
}

/**
 * The terminal service. A client sends `authentication` {auth, uuid}, then `ssh connect` {target, cols, rows}, `data`
 * and `resize` {cols, rows}. It receives `authenticated` or `unauthorized`, `ssh connecting`, `ssh spawning`, `ready`,
 * `data` and `ssh disconnect`. A target is `{type: 'host'}` or `{type: 'service'}` with the `installId`, the `imageId`
 * or the `serviceName`.
 */
export function createTerminals({ parts, faults, advance }: TerminalOptions): Terminals {
  const open = new Set<() => void>()

  function callerOf(token: unknown): Caller {
    const { store, clock, realNow } = parts()
    if (typeof token !== 'string' || token === '') return { kind: 'anonymous' }
    try {
      return authenticate(store, token, clock.now(), realNow())
    } catch (error) {
      if (error instanceof HttpError) return { kind: 'anonymous' }
      throw error
    }
  }

  function indexFor(caller: Caller, uuid: unknown): number {
    const { store, clock, accessIndex } = parts()
    if (typeof uuid !== 'string' || caller.kind === 'anonymous') return -1
    const now = clock.now()
    const index = store.world.indexOfUuid(uuid)
    const source = sourceFor(store, callerAccess(store, accessIndex, caller, now), now)
    return index >= 0 && seesDevice(source, index) ? index : -1
  }

  function mayOpen(caller: Caller, index: number, target: Target): boolean {
    const { store, clock, accessIndex } = parts()
    const access = callerAccess(store, accessIndex, caller, clock.now())
    const permission = target.kind === 'host' ? 'resin.device.ssh-host' : 'resin.device.ssh'
    return access.can(permission, { kind: 'device', id: index + 1 })
  }

  function connect(socket: TerminalSocket): void {
    const applied = faults.strike(ROUTE.method, ROUTE.path, ['drop-socket', 'network', 'outage'])
    if (applied.some(({ bytes }) => bytes === undefined)) {
      socket.close()
      return
    }
    let left = Math.min(Infinity, ...applied.map(({ bytes = Infinity }) => bytes))
    let caller: Caller = { kind: 'anonymous' }
    let index = -1
    let shell: OpenedShell | undefined
    let unwatch = () => {}
    /** Number of the latest request: a shell that finishes loading after a newer request is not opened. */
    let requestNumber = 0

    const endShell = () => {
      requestNumber += 1
      unwatch()
      unwatch = () => {}
      shell?.close()
      shell = undefined
    }
    const disconnect = (reason: string) => {
      if (shell === undefined) return
      endShell()
      socket.emit('ssh disconnect', { reason })
    }
    const end = () => {
      endShell()
      offDrop()
      open.delete(drop)
    }
    const drop = () => {
      end()
      socket.close()
    }
    const write = (data: string) => {
      if (data.length < left) {
        left -= data.length
        socket.emit('data', data)
        return
      }
      if (left > 0) socket.emit('data', data.slice(0, left))
      drop()
    }
    const reject = (reason: string) => socket.emit('ssh disconnect', { reason })
    const isReachable = () => {
      const { store } = parts()
      return store.world.exists(index) && reachable(store)(index)
    }

    function spawn(open: typeof openShell, target: Target, { cols, rows }: JsonObject): void {
      const { store, clock } = parts()
      const { world } = store
      if (!isReachable()) return reject('The device went offline')
      unwatch = world.watch(index, () => {
        if (!isReachable()) disconnect('The device went offline')
      })
      // Sent before the shell writes its prompt, so that input sent on `ready` comes after it.
      socket.emit('ready')
      shell = open({
        world,
        index,
        target,
        clock,
        cols: sizeIn(cols, 80),
        rows: sizeIn(rows, 24),
        write,
        onExit: (code) => disconnect(`The shell ended with code ${code}`),
      })
    }

    const offDrop = faults.onDrop((fault) => {
      if (fault.kind === 'outage') return drop()
      if (fault.kind !== 'drop-socket') return
      if (faults.strike(ROUTE.method, ROUTE.path, ['drop-socket']).length > 0) drop()
    })
    open.add(drop)
    socket.onClose(end)

    // While the client authenticates.
    preloadShell()

    socket.on('authentication', (message) => {
      const { auth, token, uuid } = object(message)
      advance()
      caller = callerOf(auth ?? token)
      index = indexFor(caller, uuid)
      socket.emit(index < 0 ? 'unauthorized' : 'authenticated')
    })

    socket.on('ssh connect', (message) => {
      const request = object(message)
      advance()
      if (index < 0) return socket.emit('unauthorized')
      endShell()
      socket.emit('ssh connecting')
      if (!isReachable()) return reject('The device is offline')
      if (frozenDevice(parts().store)(index)) return reject('The device is frozen')
      const target = targetOf(parts(), index, request['target'])
      if (target === undefined) return reject('The service is not running')
      if (!mayOpen(caller, index, target)) return socket.emit('unauthorized')
      socket.emit('ssh spawning')
      const own = requestNumber
      loadShell().then(
        (module) => {
          if (own === requestNumber) spawn(module.openShell, target, request)
        },
        () => {
          if (own === requestNumber) reject('The simulated shell could not be loaded')
        },
      )
    })

    socket.on('data', (data) => {
      advance()
      if (typeof data === 'string') shell?.input(data)
    })
    socket.on('resize', (message, rows) => {
      const size = object(message)
      shell?.resize(sizeIn(size['cols'] ?? message, 80), sizeIn(size['rows'] ?? rows, 24))
    })
  }

  return {
    connect,
    closeAll() {
      for (const drop of [...open]) drop()
    },
  }
}
