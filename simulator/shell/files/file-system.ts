import type { Instant } from '../../base/clock.ts'
import type { Machine, StoredEntry } from '../machine.ts'
import { file, folder, link, type FolderNode, type Node } from './nodes.ts'
import { parentOf, parts, resolvePath } from './paths.ts'
import { rootOf } from './root.ts'

export type { Node } from './nodes.ts'

const MAX_LINKS = 20

/** What users changed, as a tree over the files that follow from the state of the device. */
interface Change {
  node: Node | null
  /** The file of the device is removed. */
  gone: boolean
  children: Map<string, Change>
}

/** The files of a machine: those that follow from the state of the device, and what users made of them. */
export class FileSystem {
  readonly #machine: Machine
  readonly #programs: readonly string[]
  /** What `umask` takes away from the rights of new files. */
  umask = 0o022
  #changes: Change = { node: null, gone: false, children: new Map() }
  #seen: unknown = null
  /** Those of the host, of which a container that a user made shows what is mounted. */
  #hostFiles: FileSystem | null = null
  /** The tree as long as nothing changes the device. */
  #known: { key: string; root: FolderNode } | null = null
  readonly #provided = new Map<string, Node>()
  /** How many files have been provided. */
  #given = 0
  readonly #receivers = new Map<string, (text: string) => void>()

  constructor(machine: Machine, programs: readonly string[]) {
    this.#machine = machine
    this.#programs = programs
  }

  /** The node at an absolute path, after following links. */
  find(path: string): Node | undefined {
    return this.#provided.get(path) ?? this.#walk(path, true)?.node
  }

  /** The same, but a link at the end is not followed. */
  entry(path: string): Node | undefined {
    return this.#walk(path, false)?.node
  }

  /** The path without links; undefined when there is nothing. */
  real(path: string): string | undefined {
    return this.#walk(path, true)?.path
  }

  #walk(path: string, follows: boolean): { node: Node; path: string } | undefined {
    let links = 0
    let rest = parts(path)
    let at: { node: Node; path: string } = { node: this.#root(), path: '/' }
    const stack: { node: Node; path: string }[] = [at]
    while (rest.length > 0) {
      const [name = '', ...others] = rest
      rest = others
      if (name === '.') continue
      if (name === '..') {
        if (stack.length > 1) stack.pop()
        at = stack.at(-1) ?? at
        continue
      }
      if (at.node.kind !== 'folder') return undefined
      const node = at.node.get(name)
      if (!node) return undefined
      if (node.kind === 'link' && (follows || rest.length > 0)) {
        if (++links > MAX_LINKS) return undefined
        if (node.target.startsWith('/')) {
          stack.splice(1)
          at = stack[0] ?? at
        }
        rest = [...parts(node.target), ...rest]
        continue
      }
      at = { node, path: at.path === '/' ? `/${name}` : `${at.path}/${name}` }
      stack.push(at)
    }
    return at
  }

  #root(): FolderNode {
    const key = this.#machine.stateKey()
    if (this.#known?.key !== key) this.#known = { key, root: this.#freshRoot() }
    return this.#known.root
  }

  #freshRoot(): FolderNode {
    const stored = this.#machine.stored()
    if (stored !== this.#seen) {
      this.#seen = stored
      this.#changes = { node: null, gone: false, children: new Map() }
      for (const [path, entry] of stored) this.#learn(path, entry)
    }
    const base = rootOf(this.#machine, this.#programs)
    const root = merged(base, this.#changes, base.at)
    const mounts = this.#machine.mounts()
    if (mounts.length === 0) return root
    this.#hostFiles ??= new FileSystem(this.#machine.as({ kind: 'host' }), [])
    const host = this.#hostFiles
    return mounts.reduce((tree, { source, target }) => {
      const node = host.find(source)
      return node ? placed(tree, parts(target), node, base.at) : tree
    }, root)
  }

  #learn(path: string, entry: StoredEntry): void {
    const visible = this.#machine.visiblePath(path)
    if (visible === null) return
    let change = this.#changes
    for (const name of parts(visible)) {
      const next = change.children.get(name) ?? {
        node: null,
        gone: false,
        children: new Map<string, Change>(),
      }
      change.children.set(name, next)
      change = next
    }
    if (entry.gone === true) change.gone = true
    else if (entry.link !== undefined) change.node = link(entry.link, entry.at)
    else if (visible.endsWith('/')) change.node = folder({}, entry.at, entry.mode ?? 0o755)
    else {
      change.node = file(entry.text, entry.at, {
        mode: entry.mode ?? 0o644,
        written: true,
        ...(entry.size === undefined ? {} : { size: entry.size }),
      })
    }
  }

  /** The path under which the device stores a file, through links; a message when it cannot. */
  #place(path: string): { stored: string; path: string } | string {
    const parent = this.#walk(parentOf(path), true)
    if (parent?.node.kind !== 'folder') return parent ? 'Not a directory' : 'nonexistent directory'
    const name = parts(path).at(-1) ?? ''
    const full = parent.path === '/' ? `/${name}` : `${parent.path}/${name}`
    if (!this.#machine.mayWrite(full)) return 'Permission denied'
    const stored = this.#machine.storedPath(full)
    return stored === null ? 'Read-only file system' : { stored, path: full }
  }

  /** A file for one use, as of a process substitution; returns its path. */
  provide(text: string): string {
    const path = `/dev/fd/${63 - (this.#given++ % 32)}`
    this.#provided.set(path, file(text, this.#machine.now(), { mode: 0o500 }))
    this.#receivers.delete(path)
    return path
  }

  /** A file that passes on what is written to it; returns its path. */
  receive(write: (text: string) => void): string {
    const path = this.provide('')
    this.#receivers.set(path, write)
    return path
  }

  /** Writes text; returns the message of a shell, or undefined on success. */
  write(
    path: string,
    text: string,
    append: boolean,
    more: { mode?: number; size?: number; at?: Instant } = {},
  ): string | undefined {
    const receiver = this.#receivers.get(path)
    if (receiver) {
      if (text !== '') receiver(text)
      return undefined
    }
    const node = this.find(path)
    if (node?.kind === 'folder') return 'Is a directory'
    const real = node ? (this.real(path) ?? path) : this.#linkTarget(path)
    const place = this.#place(real)
    if (typeof place === 'string') return place
    if (node?.kind === 'file' && node.type !== 'file') return undefined
    if (this.#machine.isLockFile(place.path)) return this.#machine.setLockFile(place.path, true)
    const before = append && node?.kind === 'file' ? node.text() : ''
    const mode = more.mode ?? node?.mode ?? 0o666 & ~this.umask
    const grown =
      append && node?.kind === 'file' && node.size() > before.length ? node.size() + text.length : undefined
    const size = more.size ?? grown
    const limit = this.#machine.freeBytes()
    if (Math.max(text.length, more.size ?? 0) > limit) return 'No space left on device'
    return this.#machine.store(place.stored, {
      text: before + text,
      at: more.at ?? this.#machine.now(),
      ...(mode === 0o644 ? {} : { mode }),
      ...(size === undefined ? {} : { size }),
    })
  }

  /** Where a dangling link leads, so that writing creates its target. */
  #linkTarget(path: string): string {
    const node = this.entry(path)
    return node?.kind === 'link' ? resolvePath(node.target, parentOf(path)) : path
  }

  makeFolder(path: string): string | undefined {
    if (this.entry(path)) return 'File exists'
    const place = this.#place(path)
    if (typeof place === 'string')
      return place === 'nonexistent directory' ? 'No such file or directory' : place
    const mode = 0o777 & ~this.umask
    return this.#machine.store(`${place.stored}/`, {
      text: '',
      at: this.#machine.now(),
      ...(mode === 0o755 ? {} : { mode }),
    })
  }

  makeLink(path: string, target: string): string | undefined {
    if (this.entry(path)) return 'File exists'
    const place = this.#place(path)
    if (typeof place === 'string')
      return place === 'nonexistent directory' ? 'No such file or directory' : place
    return this.#machine.store(place.stored, { text: '', at: this.#machine.now(), link: target })
  }

  removeFolder(path: string): string | undefined {
    const node = this.entry(path)
    if (!node) return 'No such file or directory'
    if (node.kind !== 'folder') return 'Not a directory'
    if (node.names().length > 0) return 'Directory not empty'
    return this.#forget(path, true, 0)
  }

  /** Removes a file or link. */
  remove(path: string): string | undefined {
    const node = this.entry(path)
    if (!node) return 'No such file or directory'
    if (node.kind === 'folder') return 'Is a directory'
    return this.#forget(path, false, node.kind === 'file' ? node.size() : 0)
  }

  #forget(path: string, isFolder: boolean, size: number): string | undefined {
    const place = this.#place(path)
    if (typeof place === 'string') return place
    if (this.#machine.isMountPoint(place.path)) return 'Device or resource busy'
    if (this.#machine.isLockFile(place.path)) return this.#machine.setLockFile(place.path, false)
    const stored = isFolder ? `${place.stored}/` : place.stored
    const isOfDevice = this.#isOfDevice(place)
    const now = this.#machine.now()
    // A file of the device stays away: its removal is kept, and how much it freed.
    const known = this.#machine.stored().get(stored)
    if (known !== undefined && known.gone !== true) this.#machine.store(stored, null)
    if (!isOfDevice) return undefined
    return this.#machine.store(place.stored, { text: '', at: now, gone: true, size: known ? 0 : size })
  }

  /** Whether a file follows from the state of the device: of what is mounted from the host, there. */
  #isOfDevice({ path, stored }: { path: string; stored: string }): boolean {
    const isMounted = this.#machine.mounts().length > 0 && stored.startsWith('/')
    return isMounted
      ? baseNode(rootOf(this.#machine.as({ kind: 'host' }), []), stored) !== undefined
      : baseNode(rootOf(this.#machine, this.#programs), path) !== undefined
  }

  changeMode(path: string, mode: number): string | undefined {
    const node = this.find(path)
    if (!node) return 'No such file or directory'
    const place = this.#place(this.real(path) ?? path)
    if (typeof place === 'string') return place
    if (node.kind === 'folder')
      return this.#machine.store(`${place.stored}/`, { text: '', at: node.at, mode })
    if (node.kind !== 'file') return undefined
    return this.write(path, node.text(), false, { mode, at: node.at })
  }

  touch(path: string, at: Instant): string | undefined {
    const node = this.find(path)
    if (node?.kind === 'folder') {
      const place = this.#place(this.real(path) ?? path)
      return typeof place === 'string' ? place : this.#machine.store(`${place.stored}/`, { text: '', at })
    }
    const text = node?.kind === 'file' ? node.text() : ''
    const size = node?.kind === 'file' && node.size() > text.length ? { size: node.size() } : {}
    return this.write(path, text, false, { at, ...size })
  }

  /** Whether files can be made there. */
  isWritable(path: string): boolean {
    return this.#machine.storedPath(path) !== null
  }

  /** Whether the user may write what is there. */
  mayWrite(path: string): boolean {
    const real = this.real(path) ?? path
    const node = this.find(real)
    const isDevice = node?.kind === 'file' && node.type !== 'file'
    return isDevice || (this.isWritable(real) && this.#machine.mayWrite(real))
  }
}

function baseNode(base: FolderNode, path: string): Node | undefined {
  let node: Node | undefined = base
  for (const name of parts(path)) {
    if (node?.kind !== 'folder') return undefined
    node = node.get(name)
  }
  return node
}

function merged(base: FolderNode | null, change: Change, at: Instant): FolderNode {
  const own = change.node?.kind === 'folder' ? change.node : null
  const has = (name: string): boolean => {
    const it = change.children.get(name)
    return it === undefined ? base?.get(name) !== undefined : isThere(it, base?.get(name))
  }
  return {
    kind: 'folder',
    mode: own?.mode ?? base?.mode ?? 0o755,
    at: own?.at ?? base?.at ?? at,
    names() {
      const names = new Set(base?.names() ?? [])
      for (const name of change.children.keys()) names.add(name)
      return [...names].filter(has)
    },
    get(name) {
      const below = base?.get(name)
      const it = change.children.get(name)
      if (!it) return below
      if (!isThere(it, below)) return undefined
      if (it.node && it.node.kind !== 'folder') return it.node
      if (it.children.size === 0 && !it.node && !it.gone) return below
      const lower = !it.gone && below?.kind === 'folder' ? below : null
      return merged(lower, it, it.node?.at ?? newest(it) ?? at)
    },
  }
}

/** A folder in which another node stands at a path. */
function placed(base: FolderNode | null, path: readonly string[], node: Node, at: Instant): FolderNode {
  const [name = '', ...rest] = path
  return {
    kind: 'folder',
    mode: base?.mode ?? 0o755,
    at: base?.at ?? at,
    names: () => [...new Set([...(base?.names() ?? []), name])],
    get(requested) {
      const below = base?.get(requested)
      if (requested !== name) return below
      return rest.length === 0 ? node : placed(below?.kind === 'folder' ? below : null, rest, node, at)
    },
  }
}

function isThere(change: Change, below: Node | undefined): boolean {
  if (change.node) return true
  if ([...change.children.values()].some((it) => !it.gone || it.node || it.children.size > 0)) return true
  return !change.gone && below !== undefined
}

function newest(change: Change): Instant | undefined {
  let found = change.node?.at
  for (const child of change.children.values()) {
    const at = newest(child)
    if (at !== undefined && (found === undefined || at > found)) found = at
  }
  return found
}
