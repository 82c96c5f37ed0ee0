import { Refusal } from '../odata/refusal.ts'

/** What somebody wants built: the few files that decide what comes of it. */
export interface BuildSource {
  /** Text of each file that matters, by its path. */
  files: ReadonlyMap<string, string>
}

export interface BuildPlan {
  services: string[]
  composition: object
  /** From the contract of the project; undefined when it names none. */
  version: string | undefined
  dockerfile: string
  /** Why it cannot succeed; null when it can. */
  failure: string | null
}

const BLOCK = 512
const MATTERS = /(?:^|\/)(?:docker-compose\.ya?ml|balena\.ya?ml|Dockerfile(?:\.[\w-]+)?|package\.json)$/
const MOST_TEXT = 262_144

const field = (header: Uint8Array, from: number, length: number) =>
  new TextDecoder().decode(header.subarray(from, from + length)).replace(/\0[^]*$/, '')

/** Reads the files that matter out of a tar archive. Throws 400 when it is none. */
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
    if (MATTERS.test(name) && size <= MOST_TEXT) {
      files.set(name, new TextDecoder().decode(bytes.subarray(at + BLOCK, at + BLOCK + size)))
    }
    entries++
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  if (entries === 0) throw notTar()
  return { files }
}

const notTar = () => new Refusal(400, 'The request body is not a gzipped tar archive')

/** Unpacks the body of a push. Throws 400 when it is no gzip. */
export async function unpack(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<Uint8Array> {
  if (body === null) throw notTar()
  try {
    const stream = body.pipeThrough(new DecompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    throw notTar()
  }
}

const shallowest = (files: ReadonlyMap<string, string>, name: RegExp): string | undefined => {
  const found = [...files.keys()].filter((path) => name.test(path))
  const depth = (path: string) => path.split('/').length
  const [first] = found.toSorted((one, other) => depth(one) - depth(other))
  return first === undefined ? undefined : files.get(first)
}

/** The names under `services:`, each with whether it is built or pulled. */
function servicesIn(compose: string): string[] {
  const names: string[] = []
  let inside = false
  let indent = 0
  for (const line of compose.split(/\r?\n/)) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue
    const depth = line.length - line.trimStart().length
    if (depth === 0) {
      inside = /^services\s*:/.test(line)
      indent = 0
      continue
    }
    if (!inside) continue
    if (indent === 0) indent = depth
    const name = depth === indent ? /^([\w.-]+)\s*:/.exec(line.trim())?.[1] : undefined
    if (name !== undefined) names.push(name)
  }
  return names
}

const VERSION = /^version:\s*['"]?(\d+\.\d+\.\d+(?:-[\w.-]+)?)['"]?\s*$/m
const NO_PROJECT =
  'Could not find a project to build: no docker-compose.yml, Dockerfile or package.json in the source'

/** What a builder makes of a source; a Dockerfile with a step that must fail makes the build fail. */
export function planBuild({ files }: BuildSource): BuildPlan {
  const compose = shallowest(files, /(?:^|\/)docker-compose\.ya?ml$/)
  const dockerfile = shallowest(files, /(?:^|\/)Dockerfile(?:\.[\w-]+)?$/)
  const contract = shallowest(files, /(?:^|\/)balena\.ya?ml$/)
  const isNode = shallowest(files, /(?:^|\/)package\.json$/) !== undefined
  const listed = compose === undefined ? [] : servicesIn(compose)
  const services = listed.length === 0 ? ['main'] : listed
  const brokenStep = [...files]
    .filter(([path]) => /Dockerfile/.test(path))
    .flatMap(([, text]) => text.split('\n'))
    .find((line) => /^RUN\s+(?:.*(?:&&|;)\s*)?(?:false|exit [1-9]\d*)\s*$/.test(line.trim()))
  const failure =
    compose === undefined && dockerfile === undefined && !isNode
      ? NO_PROJECT
      : compose !== undefined && listed.length === 0
        ? 'The docker-compose.yml names no services'
        : brokenStep === undefined
          ? null
          : `The command '/bin/sh -c ${brokenStep.trim().replace(/^RUN\s+/, '')}' returned a non-zero code: 1`
  return {
    services,
    composition: {
      version: '2.1',
      services: Object.fromEntries(
        services.map((name) => [
          name,
          { build: { context: listed.length === 0 ? '.' : `./${name}` }, restart: 'always' },
        ]),
      ),
    },
    version: contract === undefined ? undefined : VERSION.exec(contract)?.[1],
    dockerfile: dockerfile ?? ['FROM registry.flotilla.test/base/node:24-run', 'COPY . ./', ''].join('\n'),
    failure,
  }
}
