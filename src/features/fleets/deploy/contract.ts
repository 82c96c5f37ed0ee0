import { isAlias, isMap, isScalar, isSeq, Scalar, type Document } from 'yaml'
import { boundedDocument, type LinedDocument } from '@/files/bounded-yaml.ts'
import { FileProblem } from '@/files/file-problem.ts'
import { deployProblemText } from '@/messages/fleets/fleet-deploy.ts'

const { contract: text } = deployProblemText

export interface ContractVariable {
  name: string
  value: string
}

/** The parts of a `balena.yml` that matter for deployment. */
export interface DeployContract {
  name: string | null
  /** `sw.application` or `sw.block`; null if missing. */
  type: string | null
  version: string | null
  defaultDeviceType: string | null
  /** Slugs; empty if missing. */
  supportedDeviceTypes: readonly string[]
  configVariables: readonly ContractVariable[]
  environmentVariables: readonly ContractVariable[]
}

/** A value in the file. `at` is the node that names its line. */
interface Place {
  node: unknown
  at: unknown
}
type Fields = ReadonlyMap<string, Place>

/** Tags of values that mean what is written; the content of others is encoded, or their meaning is the reader's. */
const PLAIN_TAGS = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|timestamp)$/

/** More merges than any contract has: those of merged mappings multiply. */
const MAX_STEPS = 5_000
const DEEPEST_MERGE = 20

/** Reads the nodes of a contract: every value as it is written, whatever YAML takes it for. */
class ContractReader {
  readonly #document: Document.Parsed
  readonly #lineOf: LinedDocument['lineOf']
  #steps = 0

  constructor({ document, lineOf }: LinedDocument) {
    this.#document = document
    this.#lineOf = lineOf
  }

  read(): DeployContract {
    const root: Place = { node: this.#document.contents, at: this.#document.contents }
    if (this.#isEmpty(root)) throw new FileProblem(null, text.empty)
    const fields = this.#fields(root, 'balena.yml')
    const data = fields.get('data')
    const inData =
      data === undefined || this.#isEmpty(data) ? new Map<string, Place>() : this.#fields(data, 'data')
    return {
      name: this.#text(fields, 'name'),
      type: this.#text(fields, 'type'),
      version: this.#text(fields, 'version'),
      defaultDeviceType: this.#text(inData, 'defaultDeviceType'),
      supportedDeviceTypes: this.#texts(inData, 'supportedDeviceTypes'),
      configVariables: this.#variables(inData, 'applicationConfigVariables'),
      environmentVariables: this.#variables(inData, 'applicationEnvironmentVariables'),
    }
  }

  #refuse(at: unknown, reason: string): never {
    throw new FileProblem(this.#lineOf(at), reason)
  }

  /** The node itself, or the one that an alias stands for. */
  #resolved(place: Place): Place {
    const { node, at } = place
    if (!isAlias(node)) return place
    const meant = node.resolve(this.#document)
    return meant === undefined
      ? this.#refuse(at, text.noAnchor(node.source))
      : { node: meant, at: at ?? node }
  }

  #isEmpty(place: Place): boolean {
    const { node } = this.#resolved(place)
    return node === null || node === undefined || (isScalar(node) && node.value === null)
  }

  #fields(place: Place, key: string, depth = 0): Fields {
    const { node, at } = this.#resolved(place)
    if (!isMap(node)) this.#refuse(at, text.notFields(key))
    this.#steps += 1
    if (depth > DEEPEST_MERGE || this.#steps > MAX_STEPS) this.#refuse(at, text.deep)
    const own = new Map<string, Place>()
    const merged = new Map<string, Place>()
    for (const { key: name, value } of node.items) {
      if (isMerge(name)) this.#merge({ node: value, at: name }, merged, depth)
      else own.set(this.#key(name), { node: value, at: name })
    }
    // What a mapping says itself counts, wherever the merge stands.
    return new Map([...merged, ...own])
  }

  /** JSON has no comments: one would hide the key after it. In quotes it is a key, as some tools write comments. */
  #key(node: unknown): string {
    const name = this.#written({ node, at: node }) ?? ''
    const isComment = isScalar(node) && node.type === Scalar.PLAIN && /^\/[/*]/.test(name)
    return isComment ? this.#refuse(node, text.comment) : name
  }

  /** Of several merged mappings, the first that has a key counts. */
  #merge(place: Place, into: Map<string, Place>, depth: number): void {
    const { node, at } = this.#resolved(place)
    const sources: readonly unknown[] = isSeq(node) ? node.items : [node]
    for (const source of sources) {
      const found = this.#resolved({ node: source, at })
      if (!isMap(found.node)) this.#refuse(at, text.merge)
      for (const [name, one] of this.#fields(found, '<<', depth + 1)) if (!into.has(name)) into.set(name, one)
    }
  }

  /** A single value as it is written: `1.10`, `0x1F`, `True`. Null for none; undefined for a list or mapping. */
  #written(place: Place): string | null | undefined {
    const { node, at } = this.#resolved(place)
    if (node === null || node === undefined) return null
    if (!isScalar(node)) return undefined
    if (node.tag !== undefined && !PLAIN_TAGS.test(node.tag)) this.#refuse(at, text.tag(node.tag))
    if (node.value === null) return null
    return typeof node.value === 'string' ? node.value : (node.source ?? JSON.stringify(node.value))
  }

  #text(fields: Fields, key: string): string | null {
    const place = fields.get(key)
    if (place === undefined) return null
    const written = this.#written(place)
    return written === undefined ? this.#refuse(place.at, text.notText(key)) : written
  }

  /** A list, or a single value as a list of one. */
  #texts(fields: Fields, key: string): string[] {
    const place = fields.get(key)
    if (place === undefined || this.#isEmpty(place)) return []
    const { node, at } = this.#resolved(place)
    const items: readonly unknown[] = isSeq(node) ? node.items : [node]
    const written = items.map((item) => {
      const one = this.#written({ node: item, at: item ?? at })
      return one == null || one === '' ? this.#refuse(item ?? at, text.notTexts(key)) : one
    })
    return [...new Set(written)]
  }

  /** A list of entries or a single mapping. The last entry with a name wins. */
  #variables(fields: Fields, key: string): ContractVariable[] {
    const place = fields.get(key)
    if (place === undefined || this.#isEmpty(place)) return []
    const { node } = this.#resolved(place)
    const all = isSeq(node)
      ? node.items.flatMap((item) => this.#entry({ node: item, at: item ?? place.at }, key))
      : this.#mapping(place, key)
    return [...new Map(all.map((variable) => [variable.name, variable])).values()]
  }

  /** `NAME: value`, `NAME=value`, or `name: NAME` with `value: value`. */
  #entry(place: Place, key: string): ContractVariable[] {
    const written = this.#written(place)
    if (written === undefined) return this.#pair(place, key) ?? this.#mapping(place, key)
    const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(written ?? '') ?? []
    if (name === undefined || value === undefined)
      this.#refuse(place.at, written ? text.noValue(written) : text.notVariables(key))
    return [{ name, value }]
  }

  /** An entry in the form of Kubernetes and others. `name` alone would be a variable that nobody wants. */
  #pair(place: Place, key: string): ContractVariable[] | undefined {
    if (!isMap(this.#resolved(place).node)) this.#refuse(place.at, text.notVariables(key))
    const fields = this.#fields(place, key)
    const [name, value] = [fields.get('name'), fields.get('value')]
    if (name === undefined && value === undefined) {
      const others = [...fields.keys()].map((other) => other.toLowerCase())
      // The same in the words of others, which would be variables that nobody wants.
      const isPair = others.includes('value') && (others.includes('name') || others.includes('key'))
      return isPair ? this.#refuse(place.at, text.unpaired) : undefined
    }
    if (name === undefined || value === undefined || fields.size > 2) this.#refuse(place.at, text.unpaired)
    const called = this.#written(name)
    if (called === undefined) this.#refuse(name.at, text.notText('name'))
    if (called === null || called === '') this.#refuse(name.at, text.noName(key))
    return [{ name: called, value: this.#value(called, value) }]
  }

  #mapping(place: Place, key: string): ContractVariable[] {
    if (!isMap(this.#resolved(place).node)) this.#refuse(place.at, text.notVariables(key))
    return [...this.#fields(place, key)].map(([name, value]) => {
      if (name === '') this.#refuse(value.at, text.noName(key))
      if (/[=\s]/.test(name)) this.#refuse(value.at, text.badName(name))
      return { name, value: this.#value(name, value) }
    })
  }

  #value(name: string, place: Place): string {
    const written = this.#written(place)
    return written === undefined ? this.#refuse(place.at, text.notText(name)) : (written ?? '')
  }
}

const isMerge = (key: unknown): boolean =>
  isScalar(key) && key.value === '<<' && (key.type === undefined || key.type === Scalar.PLAIN)

/**
 * Reads a `balena.yml`, which anybody may have written.
 * @throws FileProblem with the line and the reason
 */
export const readContract = (file: string): DeployContract => new ContractReader(boundedDocument(file)).read()
