import type { Instant } from '../../simulator/base/clock.ts'
import type { ServiceKind, ServiceLog, UpdateStrategy } from '../../simulator/definition/world-definition.ts'
import { cancelledLog } from '../builds/builds.ts'
import { parseSemver } from '../store/versions.ts'
import type { SceneBuilder } from './builder.ts'

export interface ServiceDraft {
  name: string
  kind: ServiceKind
  /** Default: the log of its kind. */
  log?: ServiceLog
  /** MiB. */
  size: number
  /** MiB shared by all releases, which then also have deltas. */
  base?: number
  /** Default: `download-then-kill`. */
  strategy?: UpdateStrategy
}

export interface ReleaseDraft {
  version: string
  /** Start of the build. */
  at: Instant
  status?: 'success' | 'failed' | 'running' | 'cancelled'
  draft?: boolean
  invalidated?: string
  phase?: 'next' | 'current' | 'sunset' | 'end-of-life'
  note?: string
  knownIssues?: string
  tags?: Readonly<Record<string, string>>
  by?: number
  /** The output of the failing step, for builds that have failed or will fail. */
  errors?: readonly string[]
  /** Shares of devices on which an update to this release fails in this way. */
  rejects?: number
  aborts?: number
  crashLoops?: number
}

const SECOND = 1000
const MIB = 1_048_576

/** The step that fails in failing builds. */
const COMPILE_STEP = 'RUN make release'

const STEPS = [
  'FROM debian:bookworm-slim',
  'WORKDIR /usr/src/app',
  'COPY requirements.txt ./',
  'RUN apt-get update && apt-get install -y --no-install-recommends build-essential libmodbus-dev',
  'COPY . ./',
  COMPILE_STEP,
  'CMD ["./start.sh"]',
]

/** The output of a step, by its prefix. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  FROM: ['Pulling from library/debian', 'Status: Downloaded newer image for debian:bookworm-slim'],
  'RUN apt-get': [
    'Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]',
    'Fetched 8967 kB in 3s (3127 kB/s)',
    'Setting up libmodbus-dev (3.1.6-2.1) ...',
  ],
  'RUN make': ['cc -O2 -Wall -o bin/service main.c modbus.c -lmodbus'],
}

/** A build log in the format of the builder: each step with its container, output and layer. */
export function buildLog(
  service: Pick<ServiceDraft, 'name' | 'size'>,
  commit: string,
  tookMs: number,
): string {
  // Unique per layer and container, but always the same for a build.
  const hashOf = (index: number) =>
    Array.from({ length: 12 }, (_, at) => commit[(at * 7 + index * 13 + at * index) % commit.length]).join('')
  const lines = STEPS.flatMap((step, at) => {
    const output = Object.entries(OUTPUTS).find(([begin]) => step.startsWith(begin))?.[1] ?? []
    const runs = step.startsWith('RUN')
    return [
      `Step ${at + 1}/${STEPS.length} : ${step}`,
      ...(runs ? [` ---> Running in ${hashOf(at + 4)}`] : []),
      ...output,
      ...(runs ? [`Removing intermediate container ${hashOf(at + 4)}`] : []),
      ` ---> ${hashOf(at)}`,
    ]
  })
  const seconds = Math.round(tookMs / SECOND)
  const all = [
    ...lines,
    `Successfully built ${hashOf(STEPS.length - 1)}`,
    `Build time: ${Math.floor(seconds / 60)} min ${seconds % 60} s`,
    `Image size: ${service.size} MB`,
  ]
  return [...all.map((line) => `[${service.name}] ${line}`), ''].join('\n')
}

/** The log of a build that fails in the compile step. */
export function failingLog(log: string, service: string, errors: readonly string[]): string[] {
  const lines = log.split('\n')
  // Includes the line with the container of the step.
  const until = lines.findIndex((line) => line.endsWith(COMPILE_STEP)) + 2
  return [...lines.slice(0, until), ...errors.map((line) => `[${service}] ${line}`)]
}

/** The compiler output of a build that fails without another reason. */
const COMPILE_ERRORS = [
  'cc -O2 -Wall -o bin/service main.c modbus.c -lmodbus',
  "main.c: In function 'main':",
  "main.c:48:5: error: implicit declaration of function 'open_port' [-Werror=implicit-function-declaration]",
  'cc1: some warnings being treated as errors',
  'make: *** [Makefile:9: bin/service] Error 1',
]

/** The log of a build that was stopped in its slowest step, the installation of packages. */
function stoppedLog(log: string): string {
  const lines = log.split('\n')
  const step = lines.findIndex((line) => line.includes('RUN apt-get'))
  return lines
    .slice(0, step + 3)
    .map((line) => `${line}\n`)
    .join('')
}

export const FAILURE = "The command '/bin/sh -c make release' returned a non-zero code: 2"

const STRATEGY_LABEL = 'io.balena.update.strategy'

function compositionOf(services: readonly ServiceDraft[]): object {
  return {
    version: '2.1',
    volumes: { data: {} },
    services: Object.fromEntries(
      services.map(({ name, strategy }) => [
        name,
        {
          build: { context: `./${name}` },
          restart: 'always',
          volumes: ['data:/data'],
          labels: {
            'io.balena.features.supervisor-api': '1',
            ...(strategy === undefined ? {} : { [STRATEGY_LABEL]: strategy }),
          },
        },
      ]),
    ),
  }
}

export interface AddedRelease {
  id: number
  commit: string
  /** The end of the build, after which it can be a target release. */
  availableAt: Instant
  /** Image ids by service name. */
  images: ReadonlyMap<string, number>
}

/** Adds a release with an image and a build log for each service. `serviceIds` has the ids by name. */
export function addRelease(
  scene: SceneBuilder,
  application: number,
  draft: ReleaseDraft,
  services: readonly ServiceDraft[],
  serviceIds: ReadonlyMap<string, number>,
): AddedRelease {
  const { version, at, status = 'success', draft: isDraft = false } = draft
  const commit = scene.hex(40)
  const took = scene.draw.int({ min: 90, max: 540 }) * SECOND
  const ended = status === 'running' ? null : at + took
  const parts = parseSemver(version)
  if (parts === undefined) throw new Error(`${version} is no version`)
  const release = scene.add('release', {
    ...parts,
    created_at: at,
    belongs_to__application: application,
    commit,
    composition: compositionOf(services),
    status,
    source: 'cloud',
    build_log: null,
    is_invalidated: draft.invalidated !== undefined,
    invalidation_reason: draft.invalidated ?? null,
    start_timestamp: at,
    end_timestamp: ended,
    update_timestamp: ended ?? scene.start - 20 * SECOND,
    is_passing_tests: true,
    revision: isDraft ? null : 0,
    is_finalized_at__date: isDraft ? null : ended,
    variant: '',
    phase: draft.phase ?? null,
    note: draft.note ?? null,
    known_issue_list: draft.knownIssues ?? null,
    is_created_by__user: draft.by ?? null,
  })
  for (const [tag_key, value] of Object.entries(draft.tags ?? {})) {
    scene.add('release_tag', { release, tag_key, value })
  }
  const images = new Map<string, number>()
  for (const [index, service] of services.entries()) {
    const build: Build = {
      service,
      id: serviceIds.get(service.name) ?? 0,
      commit,
      started: at,
      ended,
      status: status === 'failed' && index > 0 ? 'success' : status,
      errors: draft.errors ?? [],
    }
    const image = addImage(scene, build)
    const join = scene.add('release_image', { created_at: at, image, is_part_of__release: release })
    if (service.strategy !== undefined) {
      scene.add('image_label', { release_image: join, label_name: STRATEGY_LABEL, value: service.strategy })
    }
    images.set(service.name, image)
  }
  return { id: release, commit, images, availableAt: ended ?? scene.start }
}

interface Build {
  service: ServiceDraft
  id: number
  commit: string
  started: Instant
  ended: Instant | null
  status: NonNullable<ReleaseDraft['status']>
  errors: readonly string[]
}

const DOCKERFILE = [...STEPS, ''].join('\n')

/** The log as a build with that status leaves it. */
function endedLog(log: string, service: string, status: Build['status'], errors: readonly string[]): string {
  switch (status) {
    case 'success':
      return log
    case 'running':
      return stoppedLog(log)
    case 'cancelled':
      return cancelledLog(stoppedLog(log), service)
    case 'failed': {
      const output = errors.length === 0 ? COMPILE_ERRORS : errors
      return [...failingLog(log, service, output), `[${service}] ${FAILURE}`, ''].join('\n')
    }
  }
}

function addImage(
  scene: SceneBuilder,
  { service, id, commit, started, ended, status, errors }: Build,
): number {
  const done = status === 'success'
  const failed = status === 'failed'
  const log = buildLog(service, commit, Math.max(0, (ended ?? started) - started - 5 * SECOND))
  return scene.add('image', {
    created_at: started,
    start_timestamp: started,
    end_timestamp: ended,
    push_timestamp: done ? (ended ?? started) - 5 * SECOND : null,
    dockerfile: DOCKERFILE,
    is_a_build_of__service: id,
    image_size: done ? service.size * MIB + scene.draw.int({ max: MIB }) : null,
    is_stored_at__image_location: `registry2.flotilla.test/v2/${scene.hex(32)}`,
    project_type: 'Standard Dockerfile',
    error_message: failed ? FAILURE : null,
    build_log: endedLog(log, service.name, status, errors),
    status,
    content_hash: done ? `sha256:${scene.hex(64)}` : null,
  })
}
