import type { Instant } from '../../simulator/base/clock.ts'
import { nextRevision } from '../releases/release-rules.ts'
import { retarget } from '../releases/release-sync.ts'
import type { Build, BuildStep } from '../store/jobs.ts'
import { addRow } from '../store/row-defaults.ts'
import { newHex } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import { parseSemver } from '../store/versions.ts'
import type { BuildPlan, PlannedService } from './build-source.ts'

const SECOND = 1000
const MIB = 1_048_576

const idsOf = (found: ArrayLike<number> | undefined): number[] => Array.from(found ?? [])

/** A deterministic pseudorandom number below `limit`. */
function pseudorandom(release: number, word: string, limit: number): number {
  let hash = release * 0x9e3779b1
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % limit
}

function serviceOf(store: Store, application: number, name: string, now: Instant): number {
  const services = store.rows('service')
  const known = idsOf(services.find('application', application)).find(
    (id) => services.row(id).service_name === name,
  )
  return known ?? addRow(store, 'service', { application, service_name: name }, now)
}

function logOf({ name, dockerfile, failure }: PlannedService, digest: string): string[] {
  const steps = dockerfile
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[A-Z]+\s/.test(line))
  const failsAt = steps.findIndex((step) => failsWith(step, failure))
  return steps.slice(0, failsAt < 0 ? steps.length : failsAt + 1).flatMap((step, at) => {
    const layer = digest.slice(at, at + 12)
    const lines = [
      `Step ${at + 1}/${steps.length} : ${step}`,
      ...outputOf(step, digest.slice(at + 20, at + 32)),
    ]
    // The failed step creates no layer, and later steps do not run.
    const all =
      at === failsAt ? lines.filter((line) => !line.startsWith('Removing')) : [...lines, ` ---> ${layer}`]
    return all.map((line) => `[${name}] ${line}`)
  })
}

/** Whether the failure of a build was caused by this step of its Dockerfile. */
function failsWith(step: string, failure: string | null): boolean {
  const command = /^RUN\s+(.*)$/.exec(step)?.[1]
  return command !== undefined && failure !== null && failure.includes(`-c ${command}'`)
}

/** The output of a build step, between its heading and its layer. */
function outputOf(step: string, container: string): string[] {
  const [instruction = '', ...words] = step.split(/\s+/)
  if (instruction === 'FROM') {
    const [image = ''] = words
    return [`Pulling from ${image}`, `Status: Downloaded newer image for ${image}`]
  }
  if (instruction !== 'RUN') return []
  const command = words.join(' ')
  const output = OUTPUTS.find(([tool]) => tool.test(command))?.[1] ?? []
  return [` ---> Running in ${container}`, ...output, `Removing intermediate container ${container}`]
}

/** Output of well-known tools during a build. */
const OUTPUTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bnpm\b/,
    [
      'npm info using npm@11.6.2',
      'added 214 packages, and audited 215 packages in 9s',
      'found 0 vulnerabilities',
    ],
  ],
  [
    /\b(apt(-get)?|install_packages)\b/,
    [
      'Reading package lists...',
      'Building dependency tree...',
      'Setting up libcurl4 (7.88.1-10+deb12u12) ...',
      'Processing triggers for libc-bin (2.36-9+deb12u10) ...',
    ],
  ],
  [/\bpip3?\b/, ['Collecting paho-mqtt==2.1.0', 'Successfully installed paho-mqtt-2.1.0']],
  [
    /\b(make|cmake|cargo|go build)\b/,
    [
      'cc -O2 -Wall -c main.c -o main.o',
      'cc -O2 -Wall -c sensor.c -o sensor.o',
      'cc -o service main.o sensor.o -lm',
    ],
  ],
]

export interface BuildOrder {
  application: number
  plan: BuildPlan
  draft: boolean
  user: number | null
  now: Instant
}

/** Creates a running release and plans its steps. `settleBuilds` completes them as time passes. */
export function startBuild(store: Store, { application, plan, draft, user, now }: BuildOrder): Build {
  const version: RowInput<'release'> = {
    ...(parseSemver(plan.version ?? '0.0.0') ?? parseSemver('0.0.0')),
    variant: '',
  }
  const release = addRow(
    store,
    'release',
    {
      ...version,
      belongs_to__application: application,
      commit: newHex(store.secrets, 32),
      composition: plan.composition,
      status: 'running',
      source: 'cloud',
      is_invalidated: false,
      start_timestamp: now,
      update_timestamp: now,
      is_passing_tests: true,
      revision: draft ? null : nextRevision(store, application, version),
      is_finalized_at__date: draft ? null : now,
      is_created_by__user: user,
    },
    now,
  )
  const steps = plan.services.map((planned, at): BuildStep => {
    const { name: service, dockerfile, failure } = planned
    const digest = newHex(store.secrets, 64)
    serviceOf(store, application, service, now)
    const startsAt = now + 2 * SECOND * (at + 1)
    return {
      image: null,
      service,
      startsAt,
      endsAt: startsAt + 20 * SECOND + pseudorandom(release, service, 60 * SECOND),
      size: 40 * MIB + pseudorandom(release, `${service} size`, 120 * MIB),
      log: logOf(planned, digest).join('\n'),
      dockerfile,
      failure,
    }
  })
  const endsAt = Math.max(...steps.map((step) => step.endsAt)) + 6 * SECOND
  const build: Build = { release, application, startedAt: now, endsAt, steps, draft }
  store.jobs.builds.set(release, build)
  store.changed()
  return build
}

/** The time of the next change of any build; Infinity when there is none. */
export function nextBuildAt({ jobs }: Store, after: Instant): Instant {
  let soonest = Infinity
  for (const { endsAt, steps } of jobs.builds.values()) {
    for (const at of [endsAt, ...steps.flatMap((step) => [step.startsAt, step.endsAt])]) {
      if (at > after) soonest = Math.min(soonest, at)
    }
  }
  return soonest
}

/** The log lines of a service with their times, without the result of its build. */
export function buildLogLines({ log, startsAt, endsAt }: BuildStep): { at: Instant; text: string }[] {
  const lines = log.split('\n')
  const every = (endsAt - startsAt) / (lines.length + 1)
  return lines.map((text, at) => ({ at: startsAt + Math.round(every * at), text }))
}

/** Starts the build of a service by creating its image. */
function beginImage(store: Store, { release, application }: Build, step: BuildStep): void {
  const { service, dockerfile, startsAt } = step
  step.image = addRow(
    store,
    'image',
    {
      start_timestamp: startsAt,
      dockerfile,
      is_a_build_of__service: serviceOf(store, application, service, startsAt),
      is_stored_at__image_location: `registry2.flotilla.test/v2/${newHex(store.secrets, 32)}`,
      project_type: 'Standard Dockerfile',
      build_log: '',
      status: 'running',
    },
    startsAt,
  )
  addRow(store, 'release_image', { image: step.image, is_part_of__release: release }, startsAt)
  store.changed()
}

/** Writes the log so far. Each line also updates the timestamp of the release. */
function updateLog(store: Store, build: Build, step: BuildStep, image: number, now: Instant): void {
  const written = buildLogLines(step).filter(({ at }) => at <= now)
  const log = written.map(({ text }) => `${text}\n`).join('')
  const images = store.rows('image')
  if (images.row(image).build_log === log) return
  images.update(image, { build_log: log })
  const releases = store.rows('release')
  const known = releases.row(build.release).update_timestamp
  const last = written.at(-1)?.at ?? 0
  if (last > known) releases.update(build.release, { update_timestamp: last })
  store.changed()
}

function endImage(store: Store, build: Build, step: BuildStep, image: number): void {
  const { failure } = step
  const lines = failure === null ? [`[${step.service}] Successfully built`] : [`[${step.service}] ${failure}`]
  store.rows('image').update(image, {
    status: failure === null ? 'success' : 'failed',
    end_timestamp: step.endsAt,
    push_timestamp: failure === null ? step.endsAt : null,
    image_size: failure === null ? step.size : null,
    content_hash: failure === null ? `sha256:${newHex(store.secrets, 64)}` : null,
    error_message: failure,
    build_log: [step.log, ...lines, ''].join('\n'),
  })
  store.rows('release').update(build.release, { update_timestamp: step.endsAt })
  store.changed()
}

/** Whether all services can be built. */
export const succeeds = ({ steps }: Build): boolean => steps.every(({ failure }) => failure === null)

function settleStep(store: Store, build: Build, step: BuildStep, now: Instant): void {
  if (step.startsAt > now) return
  if (step.image === null) beginImage(store, build, step)
  const { image } = step
  const images = store.rows('image')
  if (image === null || images.byId(image) < 0 || images.row(image).status !== 'running') return
  if (step.endsAt <= now) endImage(store, build, step, image)
  else updateLog(store, build, step, image, now)
}

/** Advances all builds to a point in time: their images, their releases, and the target of their fleets. */
export function settleBuilds(store: Store, at: Instant): void {
  const { builds } = store.jobs
  if (builds.size === 0) return
  for (const build of [...builds.values()]) {
    const releases = store.rows('release')
    // The release was deleted or cancelled.
    if (releases.byId(build.release) < 0 || releases.row(build.release).status !== 'running') {
      stopImages(store, build, at)
      builds.delete(build.release)
      continue
    }
    for (const step of build.steps) settleStep(store, build, step, at)
    if (build.endsAt > at) continue
    builds.delete(build.release)
    releases.update(build.release, {
      status: succeeds(build) ? 'success' : 'failed',
      end_timestamp: build.endsAt,
      update_timestamp: build.endsAt,
    })
    store.changed()
    if (succeeds(build)) retarget(store, build.application)
  }
}

/** The log of a build that was cancelled: what was written until then, and that it was. */
export const cancelledLog = (log: string, service: string): string =>
  `${log}${log === '' || log.endsWith('\n') ? '' : '\n'}[${service}] ${CANCELLED}\n`

/** The last words of a cancelled build. */
export const CANCELLED = 'Build cancelled'

function stopImages(store: Store, { steps }: Build, at: Instant): void {
  const images = store.rows('image')
  for (const { image, service } of steps) {
    if (image === null || images.byId(image) < 0 || images.row(image).status !== 'running') continue
    images.update(image, {
      status: 'cancelled',
      end_timestamp: at,
      build_log: cancelledLog(images.row(image).build_log ?? '', service),
    })
  }
  store.changed()
}
