import type { Instant } from '../../base/clock.ts'
import type { Input } from '../kernel/streams.ts'

export interface FileNode {
  kind: 'file'
  type: 'file' | 'character' | 'block' | 'socket'
  text(): string
  /** In bytes; large files have more than their text. */
  size(): number
  mode: number
  at: Instant
  /** Written by a user. */
  written?: boolean
  /** For endless files such as /dev/zero. */
  input?(): Input
}

export interface FolderNode {
  kind: 'folder'
  names(): string[]
  get(name: string): Node | undefined
  mode: number
  at: Instant
}

export interface LinkNode {
  kind: 'link'
  target: string
  mode: number
  at: Instant
}

export type Node = FileNode | FolderNode | LinkNode

/** Strings and functions are files; records are folders. */
export type Entry = string | (() => string) | Node | Entries
export interface Entries {
  [name: string]: Entry
}

/** The number of bytes of a text in UTF-8. */
function byteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
    // A surrogate pair has four bytes in two units.
    if (code >= 0xd800 && code <= 0xdfff) bytes -= 1
  }
  return bytes
}

export function file(
  text: string | (() => string),
  at: Instant,
  more: { mode?: number; size?: number; written?: boolean } = {},
): FileNode {
  const read = typeof text === 'string' ? () => text : text
  return {
    kind: 'file',
    type: 'file',
    text: read,
    size: () => more.size ?? byteLength(read()),
    mode: more.mode ?? 0o644,
    at,
    ...(more.written === undefined ? {} : { written: more.written }),
  }
}

/** A large file: its text is repeated as often as needed. */
export function largeFile(line: string, size: number, at: Instant): FileNode {
  const shown = Math.min(size, 20_000)
  return file(() => line.repeat(Math.ceil(shown / Math.max(1, line.length))).slice(0, shown), at, {
    size: Math.max(0, Math.round(size)),
  })
}

export function device(type: 'character' | 'block' | 'socket', at: Instant, input?: () => Input): FileNode {
  return {
    kind: 'file',
    type,
    text: () => '',
    size: () => 0,
    mode: type === 'block' ? 0o660 : 0o666,
    at,
    ...(input ? { input } : {}),
  }
}

export function link(target: string, at: Instant): LinkNode {
  return { kind: 'link', target, mode: 0o777, at }
}

export function folder(entries: Entries | (() => Entries), at: Instant, mode = 0o755): FolderNode {
  let known: Entries | null = typeof entries === 'function' ? null : entries
  // Made when somebody looks, once for each look.
  const read = (): Entries => (known ??= typeof entries === 'function' ? entries() : entries)
  const isNode = (it: Entry): it is Node =>
    typeof it === 'object' && 'kind' in it && typeof it['kind'] === 'string' && 'at' in it
  return {
    kind: 'folder',
    names: () => Object.keys(read()),
    get(name) {
      const all = read()
      const found = Object.hasOwn(all, name) ? all[name] : undefined
      if (found === undefined) return undefined
      if (typeof found === 'string' || typeof found === 'function') return file(found, at)
      return isNode(found) ? found : folder(found, at)
    },
    mode,
    at,
  }
}
