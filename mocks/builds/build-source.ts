import { HttpError } from '../base/http-error.ts'

/** The files of a project that determine the result of its build. */
export interface BuildSource {
  /** Content by path. */
  files: ReadonlyMap<string, string>
}

export interface PlannedService {
  name: string
  dockerfile: string
  /** Why the build of the image fails; null when it succeeds. */
  failure: string | null
}

export interface BuildPlan {
  services: PlannedService[]
  composition: object
  /** From the contract of the project. */
  version: string | undefined
  /** Why nothing can be built; null when the build can start. */
  failure: string | null
}

const BLOCK = 512
const RELEVANT = /(?:^|\/)(?:docker-compose\.ya?ml|balena\.ya?ml|Dockerfile(?:\.[\w-]+)?|package\.json)$/
const MAX_FILE_SIZE = 262_144

const field = (header: Uint8Array, from: number, length: number) =>
  new TextDecoder().decode(header.subarray(from, from + length)).replace(/\0[^]*$/, '')

/** Reads the relevant files of a tar archive. Throws 400 on any other format. */
export function readTar(bytes: Uint8Array): BuildSource {
  const files = new Map<string, string>()
  let at = 0
  let entries = 0
  while (at + BLOCK <= bytes.length) {
    const header = bytes.subarray(at, at + BLOCK)
    if (header[0] === 0) break
    const size = Number.parseInt(field(header, 124, 12).trim() || '0', 8)
    if (!Number.isInteger(size) || size < 0 || at + BLOCK + size > bytes.length) throw notTar()
    const prefix = field(header, 345, 155)
    const name = `${prefix === '' ? '' : `${prefix}/`}${field(header, 0, 100)}`.replace(/^\.\//, '')
    if (RELEVANT.test(name) && size <= MAX_FILE_SIZE) {
      files.set(name, new TextDecoder().decode(bytes.subarray(at + BLOCK, at + BLOCK + size)))
    }
    entries++
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  if (entries === 0) throw notTar()
  return { files }
}

const notTar = () => new HttpError(400, 'The request body is not a gzipped tar archive')

/** Decompresses the body of a push. Throws 400 unless it is gzip. */
export async function unpack(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<Uint8Array> {
  if (body === null) throw notTar()
  try {
    const stream = body.pipeThrough(new DecompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    throw notTar()
  }
}

type Files = BuildSource['files']

/** The matching path with the fewest folders. */
function shallowest(files: Files, name: RegExp): string | undefined {
  const depth = (path: string) => path.split('/').length
  return [...files.keys()].filter((path) => name.test(path)).toSorted((a, b) => depth(a) - depth(b))[0]
}

const textOf = (files: Files, path: string | undefined) => (path === undefined ? undefined : files.get(path))

interface ListedService {
  name: string
  /** The build context in the compose file. */
  context: string | undefined
  /** Set if the Dockerfile has another name. */
  dockerfile: string | undefined
}

const unquoted = (value: string) => value.trim().replace(/^(['"])(.*)\1$/, '$2')

/** The entries of `services:` with their build settings. */
function servicesIn(compose: string): ListedService[] {
  const services: ListedService[] = []
  let inside = false
  let indent = 0
  for (const line of compose.split(/\r?\n/)) {
    const words = line.trim()
    if (words === '' || words.startsWith('#')) continue
    const depth = line.length - line.trimStart().length
    if (depth === 0) {
      inside = /^services\s*:/.test(line)
      indent = 0
      continue
    }
    if (!inside) continue
    if (indent === 0) indent = depth
    const name = depth === indent ? /^([\w.-]+)\s*:/.exec(words)?.[1] : undefined
    if (name !== undefined) services.push({ name, context: undefined, dockerfile: undefined })
    const service = services.at(-1)
    const [, key, value = ''] = /^(build|context|dockerfile)\s*:\s*(\S.*)$/.exec(words) ?? []
    if (service === undefined || key === undefined || depth === indent) continue
    service[key === 'dockerfile' ? 'dockerfile' : 'context'] = unquoted(value)
  }
  return services
}

const DOCKERFILE = /(?:^|\/)Dockerfile(?:\.[\w-]+)?$/
const DEFAULT_DOCKERFILE = 'FROM registry.flotilla.test/base/node:24-run\nCOPY . ./\n'

/** Resolves a path in a compose file; `root` is the folder of that file. */
function folderAt(root: string, path: string): string {
  const inner = path.replace(/^\.?(?:\/|$)/, '').replace(/\/$/, '')
  return inner === '' ? root : `${root}${inner}/`
}

/** The Dockerfile in the folder of a service, or that of the project. */
function dockerfileOf(files: Files, root: string, { name, context, dockerfile }: ListedService): string {
  const folder = folderAt(root, context ?? name)
  const own = [...files.keys()].filter(
    (path) => path.startsWith(folder) && !path.includes('/', folder.length),
  )
  const found =
    own.find((path) => path === `${folder}${dockerfile}`) ??
    own.find((path) => DOCKERFILE.test(path)) ??
    shallowest(files, DOCKERFILE)
  return textOf(files, found) ?? DEFAULT_DOCKERFILE
}

/** The builder's error message for the first step that must fail; null if there is none. */
function failureOf(dockerfile: string): string | null {
  const step = dockerfile
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^RUN\s+(?:.*(?:&&|;)\s*)?(?:false|exit [1-9]\d*)$/.test(line))
  if (step === undefined) return null
  const code = /exit (\d+)$/.exec(step)?.[1] ?? '1'
  return `The command '/bin/sh -c ${step.replace(/^RUN\s+/, '')}' returned a non-zero code: ${code}`
}

const VERSION = /^version:\s*['"]?(\d+\.\d+\.\d+(?:-[\w.-]+)?)['"]?\s*$/m
const NO_PROJECT =
  'Could not find a project to build: no docker-compose.yml, Dockerfile or package.json in the source'

/** Plans the build of a project. A service fails if its Dockerfile has a step that must fail. */
export function planBuild({ files }: BuildSource): BuildPlan {
  const composePath = shallowest(files, /(?:^|\/)docker-compose\.ya?ml$/)
  const compose = textOf(files, composePath)
  const contract = textOf(files, shallowest(files, /(?:^|\/)balena\.ya?ml$/))
  const hasProject =
    shallowest(files, DOCKERFILE) !== undefined || shallowest(files, /(?:^|\/)package\.json$/) !== undefined
  const listed = compose === undefined ? [] : servicesIn(compose)
  const root = composePath?.replace(/[^/]*$/, '') ?? ''
  const failure =
    compose === undefined && !hasProject
      ? NO_PROJECT
      : compose !== undefined && listed.length === 0
        ? 'The docker-compose.yml names no services'
        : null
  const named = listed.length > 0 ? listed : [{ name: 'main', context: '.', dockerfile: undefined }]
  return {
    services: named.map((service) => {
      const dockerfile = dockerfileOf(files, root, service)
      return { name: service.name, dockerfile, failure: failure ?? failureOf(dockerfile) }
    }),
    composition: {
      version: '2.1',
      services: Object.fromEntries(
        named.map(({ name, context = `./${name}` }) => [name, { build: { context }, restart: 'always' }]),
      ),
    },
    version: contract === undefined ? undefined : VERSION.exec(contract)?.[1],
    failure,
  }
}
