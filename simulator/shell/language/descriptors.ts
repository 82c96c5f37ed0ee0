import { type Input, type Output } from '../kernel/streams.ts'
import type { Streams } from '../process.ts'

/** The same stream, with the file behind it. */
export const ofFile = <Stream extends object>(stream: Stream, path: string): Stream & { path: string } =>
  Object.assign(stream, { path })

export function withInput(streams: Streams, fd: number, input: Input): Streams {
  if (fd === 0) return { ...streams, in: input }
  return { ...streams, more: new Map([...streams.more, [fd, { in: input }]]) }
}

export function withOutput(streams: Streams, fd: number, output: Output): Streams {
  if (fd === 1) return { ...streams, out: output }
  if (fd === 2) return { ...streams, err: output }
  return { ...streams, more: new Map([...streams.more, [fd, { out: output }]]) }
}

export function withoutDescriptor(streams: Streams, fd: number): Streams {
  const more = new Map(streams.more)
  more.delete(fd)
  return { ...streams, more }
}

export function duplicated(streams: Streams, fd: number, from: number, operator: string): Streams | string {
  const known = streams.more.get(from)
  if (operator === '<&' || from === 0) {
    const input = from === 0 ? streams.in : known?.in
    return input ? withInput(streams, fd, input) : `${from}: Bad file descriptor`
  }
  const output = from === 1 ? streams.out : from === 2 ? streams.err : known?.out
  return output ? withOutput(streams, fd, output) : `${from}: Bad file descriptor`
}
