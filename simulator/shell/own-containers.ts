import type { Instant } from '../base/clock.ts'
import type { StoredFile } from '../state/world-state.ts'

/** A container that a user made with `balena run`, beside those of the supervisor. */
export interface OwnContainer {
  /** 64 hexadecimal digits. */
  id: string
  name: string
  /** The service whose image it is made of. */
  service: string
  imageDigest: string
  image: string
  words: readonly string[]
  createdAt: Instant
  /** null before its first start. */
  startedAt: Instant | null
  finishedAt: Instant | null
  exitCode: number
  isRunning: boolean
  isPaused: boolean
  environment: Record<string, string>
  labels: Record<string, string>
  restart: string
  isRemovedAtEnd: boolean
  ports: string
  network: string
  hostname: string
  workdir: string
  /** What is mounted into it; none in files of older versions. */
  mounts?: readonly OwnMount[]
  user?: string
}

/** A volume, or a folder or file of the host, in a container. */
export interface OwnMount {
  type: 'volume' | 'bind'
  /** On the host. */
  source: string
  target: string
  /** Of a volume. */
  name: string
  isReadOnly: boolean
}

const FOLDER = '/mnt/data/docker/containers/'
const CONFIG = /^\/mnt\/data\/docker\/containers\/([0-9a-f]{64})\/config\.v2\.json$/

/** Until the engine has started the containers that restart with it. */
const BOOT_MS = 9000

/** Where the engine keeps what it knows of a container. */
export const configPath = (id: string): string => `${FOLDER}${id}/config.v2.json`

export const configText = (container: OwnContainer): string => `${JSON.stringify(container)}\n`

const isText = (value: unknown): value is string => typeof value === 'string'
const isTime = (value: unknown): value is number | null => value === null || typeof value === 'number'
const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)

/** The container of a file; null of one that a user has spoiled. */
function containerIn(id: string, text: string): OwnContainer | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const it = value as Partial<Record<keyof OwnContainer, unknown>>
  const texts = [
    it.name,
    it.service,
    it.imageDigest,
    it.image,
    it.restart,
    it.ports,
    it.network,
    it.hostname,
    it.workdir,
  ]
  const flags = [it.isRunning, it.isPaused, it.isRemovedAtEnd]
  const isWhole =
    it.id === id &&
    texts.every(isText) &&
    flags.every((one) => typeof one === 'boolean') &&
    Array.isArray(it.words) &&
    it.words.every(isText) &&
    typeof it.createdAt === 'number' &&
    typeof it.exitCode === 'number' &&
    isTime(it.startedAt) &&
    isTime(it.finishedAt) &&
    isTexts(it.environment) &&
    isTexts(it.labels)
  return isWhole ? (value as OwnContainer) : null
}

/** The containers that users made, as they are after the last boot; newest first. */
export function ownContainersIn(files: ReadonlyMap<string, StoredFile>, bootedAt: Instant): OwnContainer[] {
  const found: OwnContainer[] = []
  for (const [path, file] of files) {
    const id = CONFIG.exec(path)?.[1]
    const it = id === undefined || file.gone === true ? null : containerIn(id, file.text)
    if (it === null) continue
    const isOld = it.isRunning && (it.startedAt ?? 0) < bootedAt
    if (!isOld) found.push(it)
    else if (it.restart === 'always' || it.restart === 'unless-stopped')
      found.push({ ...it, startedAt: bootedAt + BOOT_MS, isPaused: false })
    else if (!it.isRemovedAtEnd)
      found.push({ ...it, isRunning: false, isPaused: false, exitCode: 255, finishedAt: bootedAt + BOOT_MS })
  }
  return found.sort((a, b) => b.createdAt - a.createdAt)
}
