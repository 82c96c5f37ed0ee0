import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import type { Machine, StoredEntry as StoredFile } from '../machine.ts'
import { options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { tarred, untarred, type Member } from './archive.ts'
import { needs } from './engine-help.ts'
import { failed } from './engine-listing.ts'
import {
  decimalSize,
  engineContainers,
  findContainer,
  findImage,
  imageBytes,
  imagesOnDisk,
  isEngineImage,
  engineImages,
  ownImagesOf,
  storedImage,
  UNNAMED,
  writtenBytes,
  type EngineImage,
  type OwnImage,
} from './engine-objects.ts'

const refused = (process: Process, message: string, code = 1): number =>
  failed(process, `Error response from daemon: ${message}`, code)

/** `name` and tag of a reference; null when it is none. */
function referenceOf(text: string): { repository: string; tag: string } | null {
  const [, repository = '', tag = 'latest'] =
    /^([a-z0-9]+(?:[._/:-]+[a-z0-9]+)*?)(?::([\w][\w.-]{0,127}))?$/.exec(text) ?? []
  return repository === '' ? null : { repository, tag }
}

/** Keeps an image under its name. One that had the name before stays without any, unless it has others. */
function keep(process: Process, image: OwnImage): number {
  const { machine } = process
  const store = (it: OwnImage) =>
    machine.store(storedImage(it), { text: `${JSON.stringify(it)}\n`, at: machine.now() })
  const all = ownImagesOf(machine)
  const problem = store(image)
  if (problem !== undefined) return refused(process, problem.toLowerCase())
  if (image.repository === UNNAMED) return 0
  const before = all.find((it) => it.repository === image.repository && it.tag === image.tag)
  if (before && before.id !== image.id && isOnlyName(machine, all, before))
    store({ ...before, repository: UNNAMED, tag: UNNAMED })
  const unnamed = all.find((it) => it.repository === UNNAMED && it.id === image.id)
  if (unnamed) machine.store(storedImage(unnamed), null)
  return 0
}

const isOnlyName = (machine: Machine, all: readonly OwnImage[], { id }: OwnImage): boolean =>
  all.filter((it) => it.id === id).length === 1 && !machine.images().some((it) => it.digest === id)

const tag: Program = (process) => {
  const [source, target, ...rest] = process.args
  if (source === undefined || target === undefined || rest.length > 0)
    return needs(process, 'tag', 'exactly 2 arguments')
  const image = findImage(process.machine, source)
  if (!image) return refused(process, `No such image: ${source}${/:[^/]*$/.test(source) ? '' : ':latest'}`)
  const named = referenceOf(target)
  if (!named)
    return failed(
      process,
      `Error parsing reference: "${target}" is not a valid repository/tag: invalid reference format${/[A-Z]/.test(target) ? ': repository name must be lowercase' : ''}`,
    )
  const { id, createdAt, bytes, base } = image
  return keep(process, { ...named, id, createdAt, bytes, base: base ?? id })
}

/** The files that were written in a container or that an image has beside those of its base. */
function copyWritten(machine: Machine, from: string, to: string): void {
  for (const [path, file] of [...machine.stored()])
    if (path.startsWith(`${from}:`)) machine.store(`${to}:${path.slice(from.length + 1)}`, file)
}

/** Gives a new container the files of an image that a user made. */
export function unpackOwnImage(machine: Machine, imageId: string, container: string): void {
  copyWritten(machine, imageId, container)
}

function* commit(process: Process): Steps<number> {
  const found = options(process, 'a:c:m:p', {
    author: 'a:',
    change: 'c:',
    message: 'm:',
    pause: 'p',
  })
  if (!found) return 125
  const { machine } = process
  const [text, name] = found.rest
  if (text === undefined) return needs(process, 'commit', 'at least 1 and at most 2 arguments')
  const container = findContainer(machine, text)
  if (!container) return refused(process, `No such container: ${text}`)
  const named = name === undefined ? { repository: UNNAMED, tag: UNNAMED } : referenceOf(name)
  if (!named) return refused(process, 'invalid reference format')
  const bytes = imageBytes(machine, container) + writtenBytes(machine, container)
  yield* process.sleep(600)
  const id = machine.randomHex(64)
  const base = findImage(machine, container.imageDigest)
  const code = keep(process, {
    ...named,
    id,
    createdAt: machine.now(),
    bytes,
    base: base?.base ?? container.imageDigest,
  })
  if (code !== 0) return code
  const key = container.own?.id ?? container.service?.name
  if (key !== undefined) copyWritten(machine, key, id)
  process.out(`sha256:${id}\n`)
  return 0
}

/** What an archive of images holds beside its list: enough to make them again. */
interface Packed {
  image: EngineImage
  files: (readonly [path: string, file: StoredFile])[]
}

const FIRST = 'manifest.json'
const LAYERS = 'layers.json'
const PLAIN = { type: '0', mode: 0o644, link: '' } as const

/** An archive as `save` makes it: the list of its images, and what was written in each. */
function archiveOf(machine: Machine, images: readonly EngineImage[]): string {
  const manifest = images.map(({ id, repository, tag: name }) => ({
    Config: `${id}.json`,
    RepoTags: repository === UNNAMED ? null : [`${repository}:${name}`],
    Layers: [`${id}/layer.tar`],
  }))
  const packed = images.map((image): Packed => ({
    image,
    files: [...machine.stored()].flatMap(([path, file]) =>
      path.startsWith(`${image.id}:`) ? [[path.slice(image.id.length + 1), file] as const] : [],
    ),
  }))
  const member = (name: string, value: unknown): Member => ({
    ...PLAIN,
    name,
    text: JSON.stringify(value),
    at: machine.now(),
  })
  return tarred([member(FIRST, manifest), member(LAYERS, packed)])
}

function isPacked(value: unknown): value is Packed {
  const { image, files } = (value ?? {}) as Partial<Record<keyof Packed, unknown>>
  const isFile = (it: unknown) =>
    Array.isArray(it) &&
    typeof it[0] === 'string' &&
    typeof (it[1] as Partial<StoredFile> | null | undefined)?.text === 'string' &&
    typeof (it[1] as StoredFile).at === 'number'
  return isEngineImage(image) && Array.isArray(files) && files.every(isFile)
}

/** The images of an archive; null when it has none. */
function packedIn(text: string): Packed[] | null {
  const members = untarred(text) ?? []
  const layers = members.find((it) => it.name === LAYERS)
  if (members[0]?.name !== FIRST || !layers) return null
  try {
    const packed: unknown = JSON.parse(layers.text)
    return Array.isArray(packed) && packed.every(isPacked) ? packed : null
  } catch {
    // Somebody has changed it.
    return null
  }
}

function* save(process: Process): Steps<number> {
  const found = options(process, 'o:', { output: 'o:' })
  if (!found) return 125
  if (found.rest.length === 0) return needs(process, 'save', 'at least 1 argument')
  const path = found.value('o')
  if (path === undefined && process.streams.out.isTerminal)
    return failed(process, 'cowardly refusing to save to a terminal. Use the -o flag or redirect')
  const images: EngineImage[] = []
  for (const text of found.rest) {
    const image = findImage(process.machine, text)
    if (!image) return refused(process, `No such image: ${text}${/:[^/]*$/.test(text) ? '' : ':latest'}`)
    images.push(image)
  }
  const text = archiveOf(process.machine, images)
  const size = Math.max(
    text.length,
    images.reduce((sum, it) => sum + it.bytes, 0),
  )
  yield* process.sleep(Math.min(60_000, size / 25_000))
  if (path === undefined) {
    yield* process.print(text)
    return 0
  }
  const problem = process.files.write(process.resolve(path), text, false, { size })
  if (problem === undefined) return 0
  return failed(process, `failed to save image: unable to validate output path: ${problem.toLowerCase()}`)
}

/** `save` or `export`: what was packed is unpacked by `load`. */
function* load(process: Process): Steps<number> {
  const found = options(process, 'i:q', { input: 'i:', quiet: 'q' })
  if (!found) return 125
  const path = found.value('i')
  if (path === undefined && process.streams.in.isTerminal)
    return failed(process, 'requested load from stdin, but stdin is empty')
  if (path !== undefined && process.files.find(process.resolve(path)) === undefined)
    return failed(process, `open ${path}: no such file or directory`)
  const input = openInput(process, path ?? '-')
  if (!input) return 1
  const text = yield* readAll(input)
  const packed = packedIn(text)
  if (packed !== null) {
    const { machine } = process
    yield* process.sleep(1500)
    for (const { image, files } of packed) {
      const { repository, tag: name, id } = image
      const isThere = engineImages(machine).some(
        (it) => it.id === id && it.repository === repository && it.tag === name,
      )
      const base = machine.images().find((it) => it.digest === (image.base ?? id))
      // Of an image whose layers the device does not have, the engine of the simulation has no programs.
      if (!isThere && !base)
        return refused(
          process,
          `open /var/lib/docker/tmp/docker-import-${machine.token(4830, 1)}/${id}/layer.tar: no such file or directory`,
        )
      if (!isThere) {
        const code = keep(process, { ...image, base: image.base ?? id })
        if (code !== 0) return code
        for (const [path, file] of files) machine.store(`${id}:${path}`, file)
      }
      process.out(
        repository === UNNAMED ? `Loaded image ID: sha256:${id}\n` : `Loaded image: ${repository}:${name}\n`,
      )
    }
    return 0
  }
  // A tape archive says so at this place; of another file the engine can read nothing.
  return text.startsWith('ustar', 257) || text.startsWith('\u001f\u008b')
    ? failed(
        process,
        `open /var/lib/docker/tmp/docker-import-${process.machine.token(4830, 1)}/repositories: no such file or directory`,
      )
    : failed(process, 'Error processing tar file(exit status 1): archive/tar: invalid tar header')
}

/** Removes the files of an image of a user; returns their bytes. */
function forgetLayers(machine: Machine, id: string): number {
  const bytes = imagesOnDisk(machine).find((it) => it.id === id)?.bytes ?? 0
  for (const path of [...machine.stored().keys()]) if (path.startsWith(`${id}:`)) machine.store(path, null)
  return bytes
}

/** `image prune`: removes the images without a name that no container uses. */
export function pruneImages(process: Process): number {
  const { machine } = process
  const used = new Set(imagesOnDisk(machine).flatMap((it) => (it.isUsed ? [it.id] : [])))
  const unused = ownImagesOf(machine).filter((it) => it.repository === UNNAMED && !used.has(it.id))
  let bytes = 0
  for (const it of unused) {
    bytes += forgetLayers(machine, it.id)
    machine.store(storedImage(it), null)
  }
  if (unused.length > 0)
    process.out(`Deleted Images:\n${unused.map((it) => `deleted: sha256:${it.id}\n`).join('')}\n`)
  process.out(`Total reclaimed space: ${decimalSize(bytes)}\n`)
  return 0
}

/** Takes away a tag, and with the last one the image; the images of services are used by their containers. */
function removeImages(process: Process): number {
  const found = options(process, 'f', { force: 'f', 'no-prune': 'no-prune' })
  if (!found) return 125
  if (found.rest.length === 0) return needs(process, 'rmi', 'at least 1 argument')
  const { machine } = process
  let code = 0
  for (const text of found.rest) {
    const image = findImage(machine, text)
    if (!image) {
      code = failed(process, `Error: No such image: ${text}`)
      continue
    }
    const own = ownImagesOf(machine)
    const tags = own.filter((it) => it.id === image.id)
    const isNamed = !image.id.startsWith(text.replace(/^sha256:/, ''))
    const user = engineContainers(machine).find((it) => it.imageDigest === image.id)
    const isLast = tags.length === 1 || !isNamed
    const isServices = machine.images().some((it) => it.digest === image.id)
    const chosen = isNamed
      ? tags.filter((it) => it.repository === image.repository && it.tag === image.tag)
      : tags
    if (chosen.length === 0 || (user && isLast && !isServices && !found.has('f'))) {
      code = refused(
        process,
        isNamed
          ? `conflict: unable to remove repository reference "${text}" (must force) - container ${user?.id.slice(0, 12) ?? ''} is using its referenced image ${image.id.slice(0, 12)}`
          : `conflict: unable to delete ${image.id.slice(0, 12)} (cannot be forced) - image is being used by ${user?.isRunning === false ? 'stopped' : 'running'} container ${user?.id.slice(0, 12) ?? ''}`,
      )
      continue
    }
    for (const it of chosen) {
      machine.store(storedImage(it), null)
      if (it.repository !== UNNAMED) process.out(`Untagged: ${it.repository}:${it.tag}\n`)
    }
    if (isServices || ownImagesOf(machine).some((it) => it.id === image.id)) continue
    forgetLayers(machine, image.id)
    process.out(`Deleted: sha256:${image.id}\n`)
  }
  return code
}

const INDEX = 'docker.io/library/'

/** Nothing outside can be reached with a right to write. */
function* push(process: Process): Steps<number> {
  const [text] = process.args.filter((it) => !it.startsWith('-'))
  if (text === undefined) return needs(process, 'push', 'exactly 1 argument')
  const image = findImage(process.machine, text)
  const name = image?.repository ?? text.replace(/:[^/]*$/, '')
  const repository = /^[^/]*[.:]/.test(name)
    ? name
    : name.includes('/')
      ? `docker.io/${name}`
      : `${INDEX}${name}`
  process.out(
    `${image === undefined && !/:[^/]*$/.test(text) ? 'Using default tag: latest\n' : ''}The push refers to repository [${repository}]\n`,
  )
  if (!image) return failed(process, `An image does not exist locally with the tag: ${name}`)
  yield* process.sleep(900)
  return failed(process, 'denied: requested access to the resource is denied')
}

/** Building needs what the simulation does not have; what comes before it is told as the engine does. */
const build: Program = (process) => {
  const found = options(process, 't:f:q', {
    tag: 't:',
    file: 'f:',
    quiet: 'q',
    'no-cache': 'no-cache',
    pull: 'pull',
    'build-arg': 'build-arg:',
    rm: 'rm',
  })
  if (!found) return 125
  const [folder] = found.rest
  if (folder === undefined) return needs(process, 'build', 'exactly 1 argument')
  const at = process.resolve(folder)
  if (process.find(folder)?.kind !== 'folder')
    return failed(process, `unable to prepare context: path "${folder}" not found`)
  const file = process.resolve(found.value('f') ?? `${folder}/Dockerfile`)
  const node = process.files.find(file)
  if (node?.kind !== 'file')
    return failed(
      process,
      `unable to prepare context: unable to evaluate symlinks in Dockerfile path: lstat ${file}: no such file or directory`,
    )
  const lines = node
    .text()
    .split('\n')
    .filter((it) => it.trim() !== '' && !it.startsWith('#'))
  const from = lines.map((it) => /^FROM\s+(\S+)/i.exec(it)?.[1]).find((it) => it !== undefined)
  process.out('Sending build context to Docker daemon  2.048kB\n')
  if (lines.length === 0) return refused(process, 'the Dockerfile (Dockerfile) cannot be empty')
  if (from === undefined) return refused(process, 'no build stage in current context')
  process.out(`Step 1/${lines.length} : ${lines[0] ?? ''}\n`)
  if (findImage(process.machine, from))
    return refused(process, `building in ${at} is not part of the simulation`)
  return failed(
    process,
    `pull access denied for ${from.replace(/:.*$/, '')}, repository does not exist or may require 'docker login': denied: requested access to the resource is denied`,
  )
}

/** `export`: the files of a container as an archive. */
function* exportFiles(process: Process): Steps<number> {
  const found = options(process, 'o:', { output: 'o:' })
  if (!found) return 125
  const [text] = found.rest
  if (text === undefined) return needs(process, 'export', 'exactly 1 argument')
  const path = found.value('o')
  if (path === undefined && process.streams.out.isTerminal)
    return failed(process, 'cowardly refusing to save to a terminal. Use the -o flag or redirect')
  const { machine } = process
  const container = findContainer(machine, text)
  if (!container) return refused(process, `No such container: ${text}`)
  const key = `${container.own?.id ?? container.service?.name ?? ''}:/`
  const members = [...machine.stored()]
    .filter(([at, file]) => at.startsWith(key) && file.gone !== true)
    .map(([at, file]): Member => {
      const name = at.slice(key.length)
      const { link = '', text: inside } = file
      const mode = file.mode ?? (link !== '' ? 0o777 : name.endsWith('/') ? 0o755 : 0o644)
      return {
        name,
        type: name.endsWith('/') ? '5' : link === '' ? '0' : '2',
        text: inside,
        mode,
        at: file.at,
        link,
      }
    })
  const all = tarred([{ ...PLAIN, name: '.dockerenv', text: '', at: container.createdAt }, ...members])
  const size = Math.max(all.length, imageBytes(machine, container) + writtenBytes(machine, container))
  yield* process.sleep(Math.min(60_000, size / 25_000))
  if (path === undefined) {
    yield* process.print(all)
    return 0
  }
  const problem = process.files.write(process.resolve(path), all, false, { size })
  return problem === undefined ? 0 : failed(process, `failed to export container: ${problem.toLowerCase()}`)
}

/** Commands that make, keep and remove images of users. */
export const imageSubcommands: Readonly<Record<string, Program>> = {
  build,
  commit,
  export: exportFiles,
  load,
  push,
  rmi: removeImages,
  save,
  tag,
}
