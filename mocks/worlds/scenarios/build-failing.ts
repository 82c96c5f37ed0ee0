import type { Instant } from '../../../simulator/base/clock.ts'
import { openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { buildLog, FAILURE, failingLog } from '../releases.ts'
import type { ReleaseDraft } from '../releases.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MIB = 1_048_576

/** The compiler output of each attempt. */
const errors = [
  ' ---> Running in 5d0c3f9a7be1',
  'cc -O2 -Wall -c main.c -o main.o',
  'cc -O2 -Wall -c modbus.c -o modbus.o',
  'modbus.c:31:10: fatal error: modbus/modbus.h: No such file or directory',
  'compilation terminated.',
  'make: *** [Makefile:14: modbus.o] Error 1',
]

const attempts = (start: Instant, by: number): ReleaseDraft[] => [
  { version: '0.9.1', at: start - 4 * HOUR, by, status: 'failed', errors },
  { version: '0.9.2', at: start - 3 * HOUR, by, status: 'cancelled' },
  { version: '0.9.3', at: start - 2 * HOUR, by, status: 'failed', errors },
  { version: '0.9.4', at: start - 70 * MINUTE, by, status: 'failed', errors },
  { version: '0.9.5', at: start - 4 * MINUTE, by, status: 'running' },
]

/** Starts the build of the last attempt, which will fail too. */
function startLastBuild({ scene, fleet }: OpenedWorld): void {
  const { id: application, releases, services } = fleet('bench-lab')
  const release = releases.get('0.9.5')
  const lastGood = releases.get('0.8.4')
  if (release === undefined || lastGood === undefined) return
  const images = scene.store.rows('image')
  const startedAt = scene.start - 4 * MINUTE
  const steps = [...services.keys()].map((service, index) => {
    const image = release.images.get(service) ?? 0
    const { dockerfile } = images.row(image)
    const size = Number(images.row(lastGood.images.get(service) ?? 0).image_size)
    const [startsAt, endsAt] = [startedAt + (index + 1) * 2000, scene.start + (index + 1) * 1.5 * MINUTE]
    // As in the earlier attempts, the first service does not compile.
    const fails = index === 0
    const log = buildLog({ name: service, size: Math.floor(size / MIB) }, release.commit, endsAt - startsAt)
    return {
      image,
      service,
      startsAt,
      endsAt,
      size,
      log: fails ? failingLog(log, service, errors).join('\n') : log.trimEnd(),
      dockerfile: String(dockerfile),
      failure: fails ? FAILURE : null,
    }
  })
  const job = {
    release: release.id,
    application,
    startedAt,
    endsAt: scene.start + 4 * MINUTE,
    steps,
    draft: false,
  }
  scene.store.jobs.builds.set(release.id, job)
}

/** A fleet whose recent builds all failed. */
export const buildFailing: Scenario = {
  name: 'build-failing',
  title: 'Failing builds',
  description:
    'Three of the last four builds of bench-lab failed and one was cancelled; another has been running for four minutes and fails within four more. Each log ends at the failed step. The devices stay on 0.8.4.',
  people: ['sadie', 'devi', 'ada'],
  devices: 122,
  tags: ['builds'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      fleets: ({ benchLab }) => {
        const by = benchLab.releases.at(-1)?.by ?? 0
        return { benchLab: { releases: [...benchLab.releases, ...attempts(scene.start, by)] } }
      },
      whileOpening: startLastBuild,
    })
  },
}
