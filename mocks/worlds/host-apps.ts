import type { Instant } from '../../simulator/base/clock.ts'
import type { SceneBuilder } from './builder.ts'
import type { Catalogue, DeviceTypeSlug } from './catalogue.ts'
import type { People } from './people.ts'
import { addRelease } from './releases.ts'
import type { ReleaseDraft } from './releases.ts'
import { supervisorUuid } from './supervisor-uuids.ts'

const DAY = 86_400_000

const osReleases = (start: Instant): readonly ReleaseDraft[] => [
  { version: '4.0.26', at: start - 900 * DAY, phase: 'end-of-life' },
  { version: '5.3.22', at: start - 480 * DAY, phase: 'sunset' },
  { version: '6.0.13', at: start - 170 * DAY, phase: 'current' },
  { version: '6.0.24', at: start - 62 * DAY, phase: 'current' },
  { version: '6.1.0', at: start - 11 * DAY, phase: 'next' },
]

const esrReleases = (start: Instant): readonly ReleaseDraft[] => [
  { version: '2025.7.4', at: start - 420 * DAY, tags: { 'meta-balena-base': '6.0.0' } },
  { version: '2026.1.2', at: start - 260 * DAY, tags: { 'meta-balena-base': '6.0.13' } },
  { version: '2026.7.1', at: start - 80 * DAY, tags: { 'meta-balena-base': '6.0.24' } },
]

const supervisorReleases = (start: Instant): readonly ReleaseDraft[] => [
  { version: '16.12.4', at: start - 330 * DAY },
  { version: '17.0.1', at: start - 75 * DAY },
  { version: '17.1.2', at: start - 16 * DAY },
]

/** Device types with extended support. */
const WITH_ESR: readonly DeviceTypeSlug[] = ['raspberrypi4-64', 'generic-amd64', 'intel-nuc']

function addHostApp(
  scene: SceneBuilder,
  people: People,
  catalogue: Catalogue,
  app: { name: string; deviceType: DeviceTypeSlug; isHost: boolean; tags: Readonly<Record<string, string>> },
  releases: readonly ReleaseDraft[],
): void {
  const drawn = scene.hex(32)
  const application = scene.add('application', {
    actor: scene.add('actor', {}),
    created_at: scene.start - 1200 * DAY,
    app_name: app.name,
    slug: `balena_os/${app.name}`,
    uuid: supervisorUuid(app.name) ?? drawn,
    organization: people.hostOs,
    is_for__device_type: catalogue.deviceType(app.deviceType),
    application_type: catalogue.applicationType,
    is_of__class: 'app',
    is_host: app.isHost,
    is_public: true,
    is_archived: false,
    is_discoverable: false,
    should_track_latest_release: true,
  })
  for (const [tag_key, value] of Object.entries(app.tags)) {
    scene.add('application_tag', { application, tag_key, value })
  }
  const service = scene.add('service', {
    application,
    service_name: app.isHost ? 'hostapp' : 'main',
    created_at: scene.start - 1200 * DAY,
  })
  const services = [
    { name: app.isHost ? 'hostapp' : 'main', kind: 'worker', size: app.isHost ? 180 : 62 },
  ] as const
  const ids = new Map([[services[0].name, service]])
  let target = 0
  for (const draft of releases) target = addRelease(scene, application, draft, services, ids).id
  scene.store.rows('application').update(application, { should_be_running__release: target })
}

/** Adds the OS of each device type and the supervisor of each architecture, as public apps (docs/platform/operating-systems.md). */
export function addHostApps(scene: SceneBuilder, people: People, catalogue: Catalogue): void {
  for (const deviceType of catalogue.slugs) {
    const app = { deviceType, isHost: true }
    addHostApp(
      scene,
      people,
      catalogue,
      { ...app, name: deviceType, tags: { 'release-policy': 'default' } },
      osReleases(scene.start),
    )
    if (!WITH_ESR.includes(deviceType)) continue
    const tags = {
      'release-policy': 'esr',
      'esr-next': '2026.7',
      'esr-current': '2026.1',
      'esr-sunset': '2025.7',
    }
    addHostApp(
      scene,
      people,
      catalogue,
      { ...app, name: `${deviceType}-esr`, tags },
      esrReleases(scene.start),
    )
  }
  const added = new Set<string>()
  for (const deviceType of catalogue.slugs) {
    const arch = catalogue.arch(deviceType)
    if (added.has(arch)) continue
    added.add(arch)
    const app = { name: `${arch}-supervisor`, deviceType, isHost: false, tags: {} }
    addHostApp(scene, people, catalogue, app, supervisorReleases(scene.start))
  }
}
