import type { TestCloud } from '../../../mocks/hosts/node.ts'

type Listener = (...args: unknown[]) => void

/** The connection between the page's socket library and the cloud. */
export interface TerminalLine {
  world: TestCloud | undefined
  opened: {
    url: string
    options: Record<string, unknown>
    drop: () => void
    say: (event: string) => void
    /** Messages of the page. */
    sent: [event: string, ...args: unknown[]][]
    /** Whether the page has closed it. */
    isClosed: boolean
  }[]
  sent: string[]
  /** Sockets open, but the cloud sends nothing. */
  isSilent?: boolean
}

/** A fake socket library that connects to the line's cloud; without one, connections are refused. For `vi.mock`. */
export const socketsOf = (line: TerminalLine) => (url: string, options: Record<string, unknown>) => {
  const page = new Map<string, Listener>()
  const cloud = new Map<string, Listener>()
  const closers: (() => void)[] = []
  const hear = (event: string, ...args: unknown[]) => queueMicrotask(() => page.get(event)?.(...args))
  const drop = () => {
    for (const close of closers) close()
    hear('disconnect', 'transport close')
  }
  const opened: TerminalLine['opened'][number] = { url, options, drop, say: hear, sent: [], isClosed: false }
  line.opened.push(opened)
  if (line.isSilent) hear('connect')
  else if (line.world === undefined) hear('connect_error', new Error('refused'))
  else {
    line.world.cloud.connectTerminal({
      emit: hear,
      on: (event, listener) => void cloud.set(event, listener),
      onClose: (listener) => void closers.push(listener),
      close: drop,
    })
    hear('connect')
  }
  return {
    on: (event: string, listener: Listener) => page.set(event, listener),
    emit(event: string, ...args: unknown[]) {
      line.sent.push(event)
      opened.sent.push([event, ...args])
      cloud.get(event)?.(...args)
    },
    disconnect() {
      opened.isClosed = true
      page.clear()
      for (const close of closers) close()
    },
  }
}
