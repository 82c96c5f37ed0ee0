import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import type { Machine, StoredEntry as StoredFile } from '../machine.ts'
import { options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { failed } from './engine-listing.ts'
import {
  engineContainers,
  findContainer,
  findImage,
  imageBytes,
  engineImages,
  ownImagesOf,
  storedImage,
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

function keep(process: Process, image: OwnImage): number {
  const { machine } = process
  const problem = machine.store(storedImage(image.repository, image.tag), {
    text: `${JSON.stringify(image)}\n`,
    at: machine.now(),
  })
  return problem === undefined ? 0 : refused(process, problem.toLowerCase())
}

const tag: Program = (process) => {
  const [source, target, ...rest] = process.args
  if (source === undefined || target === undefined || rest.length > 0)
    return failed(
      process,
      `"${process.name} tag" requires exactly 2 arguments.\nSee '${process.name} tag --help'.\n\nUsage:  ${process.name} tag SOURCE_IMAGE[:TAG] TARGET_IMAGE[:TAG]\n\nCreate a tag TARGET_IMAGE that refers to SOURCE_IMAGE`,
    )
  const image = findImage(process.machine, source)
  if (!image) return refused(process, `No such image: ${source}${/:[^/]*$/.test(source) ? '' : ':latest'}`)
  const named = referenceOf(target)
  if (!named)
    return failed(
      process,
      `Error parsing reference: "${target}" is not a valid repository/tag: invalid reference format${/[A-Z]/.test(target) ? ': repository name must be lowercase' : ''}`,
    )
  const { id, createdAt, bytes, base } = image
  return keep(process, { ...named, id, createdAt, bytes, base: base ?? id, isAlias: true })
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
  if (text === undefined)
    return failed(
      process,
      `"${process.name} commit" requires at least 1 and at most 2 arguments.\nSee '${process.name} commit --help'.\n\nUsage:  ${process.name} commit [OPTIONS] CONTAINER [REPOSITORY[:TAG]]\n\nCreate a new image from a container's changes`,
    )
  const container = findContainer(machine, text)
  if (!container) return refused(process, `No such container: ${text}`)
  const named = name === undefined ? { repository: '<none>', tag: '<none>' } : referenceOf(name)
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
    isAlias: false,
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

/** One file of a tape archive. */
function archived(name: string, text: string): string {
  const size = text.length.toString(8).padStart(11, '0')
  const head = `${name.padEnd(100, '\0')}0000644\0${'0000000\0'.repeat(2)}${size}\0`
  return (
    `${head.padEnd(257, '\0')}ustar\0`.padEnd(512, '\0') +
    text.padEnd(Math.ceil(text.length / 512) * 512, '\0')
  )
}

/** An archive as `save` makes it: the list of its images, and what was written in each. */
function archiveOf(machine: Machine, images: readonly EngineImage[]): string {
  const manifest = images.map(({ id, repository, tag: name }) => ({
    Config: `${id}.json`,
    RepoTags: repository === '<none>' ? null : [`${repository}:${name}`],
    Layers: [`${id}/layer.tar`],
  }))
  const packed = images.map((image): Packed => ({
    image,
    files: [...machine.stored()].flatMap(([path, file]) =>
      path.startsWith(`${image.id}:`) ? [[path.slice(image.id.length + 1), file] as const] : [],
    ),
  }))
  return `${archived('manifest.json', JSON.stringify(manifest))}${archived('layers.json', JSON.stringify(packed))}${'\0'.repeat(1024)}`
}

/** The images of an archive; null when it has none. */
function packedIn(text: string): Packed[] | null {
  const start = text.indexOf('layers.json\0')
  if (!text.startsWith('manifest.json\0') || start < 0) return null
  const size = Number.parseInt(text.slice(start + 124, start + 135), 8)
  try {
    return JSON.parse(text.slice(start + 512, start + 512 + size)) as Packed[]
  } catch {
    // Somebody has changed it.
    return null
  }
}

function* save(process: Process): Steps<number> {
  const found = options(process, 'o:', { output: 'o:' })
  if (!found) return 125
  if (found.rest.length === 0)
    return failed(
      process,
      `"${process.name} save" requires at least 1 argument.\nSee '${process.name} save --help'.\n\nUsage:  ${process.name} save [OPTIONS] IMAGE [IMAGE...]\n\nSave one or more images to a tar archive (streamed to STDOUT by default)`,
    )
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
        const code = keep(process, { ...image, base: image.base ?? id, isAlias: false })
        if (code !== 0) return code
        for (const [path, file] of files) machine.store(`${id}:${path}`, file)
      }
      process.out(
        repository === '<none>' ? `Loaded image ID: sha256:${id}\n` : `Loaded image: ${repository}:${name}\n`,
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

/** Takes away a tag, and with the last one the image; the images of services are used by their containers. */
export function removeImages(process: Process): number {
  const found = options(process, 'f', { force: 'f', 'no-prune': 'no-prune' })
  if (!found) return 125
  if (found.rest.length === 0)
    return failed(
      process,
      `"${process.name} rmi" requires at least 1 argument.\nSee '${process.name} rmi --help'.`,
    )
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
      machine.store(storedImage(it.repository, it.tag), null)
      if (it.repository !== '<none>') process.out(`Untagged: ${it.repository}:${it.tag}\n`)
    }
    if (isServices || ownImagesOf(machine).some((it) => it.id === image.id)) continue
    for (const path of [...machine.stored().keys()])
      if (path.startsWith(`${image.id}:`)) machine.store(path, null)
    process.out(`Deleted: sha256:${image.id}\n`)
  }
  return code
}

/** Commands that make, keep and remove images of users. */
export const imageSubcommands: Readonly<Record<string, Program>> = {
  commit,
  load,
  rmi: removeImages,
  save,
  tag,
}
