import type { SceneBuilder } from './builder.ts'
import type { FleetDraft } from './fleets.ts'
import type { AcmePeople } from './people.ts'
import { sites } from './places.ts'
import type { ServiceDraft } from './releases.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

const coldChainServices: readonly ServiceDraft[] = [
  { name: 'sensor-hub', kind: 'sensor', size: 118 },
  { name: 'uplink', kind: 'uplink', size: 84 },
  { name: 'dashboard', kind: 'dashboard', size: 146 },
  { name: 'watchdog', kind: 'watchdog', size: 31 },
]

type Draft = Omit<FleetDraft, 'groups'>

/** The fleets of Acme Logistics without devices, which each scenario defines. */
export function acmeFleets(scene: SceneBuilder, people: AcmePeople) {
  const base = { organization: people.home, handle: 'acme_logistics' }
  const by = people.user('devi')
  const ago = (days: number) => scene.start - days * DAY
  const coldChain: Draft = {
    ...base,
    name: 'cold-chain-eu',
    deviceType: 'raspberrypi4-64',
    services: coldChainServices,
    createdAt: scene.start - 720 * DAY,
    target: '4.12.1',
    tags: { env: 'prod', region: 'eu' },
    variables: { REPORT_EVERY_S: '30', MQTT_HOST: 'broker.acme-logistics.example', DOOR_ALARM_C: '-15' },
    configuration: { RESIN_SUPERVISOR_POLL_INTERVAL: '600000', RESIN_HOST_CONFIG_gpu_mem: '16' },
    repository: 'https://git.acme-logistics.example/cold-chain',
    sites: [
      sites.rot,
      sites.ham,
      sites.ams,
      sites.ant,
      sites.lyo,
      sites.mil,
      sites.mad,
      sites.waw,
      sites.vie,
      sites.zrh,
    ],
    releases: [
      { version: '4.10.2', at: ago(74), by, tags: { ticket: 'COLD-871' } },
      {
        version: '4.11.0',
        at: ago(33),
        by,
        tags: { ticket: 'COLD-902' },
        note: 'Reads four probes at once.',
      },
      {
        version: '4.12.0',
        at: ago(4),
        by,
        invalidated: 'The uplink loses its queue on a restart.',
        knownIssues: 'Readings taken while the uplink restarts are lost.',
      },
      { version: '4.12.1', at: ago(0) - 2 * HOUR, by, tags: { ticket: 'COLD-931', channel: 'stable' } },
      { version: '4.13.0', at: ago(0) - HOUR, by: people.user('sadie'), draft: true },
    ],
  }
  const harborCams: Draft = {
    ...base,
    name: 'harbor-cams',
    deviceType: 'jetson-orin-nano',
    services: [
      { name: 'capture', kind: 'camera', size: 412, base: 350, strategy: 'hand-over' },
      { name: 'detector', kind: 'worker', size: 688, base: 540, strategy: 'kill-then-download' },
      { name: 'uplink', kind: 'uplink', size: 84 },
    ],
    createdAt: scene.start - 460 * DAY,
    target: '2.3.0',
    pinned: true,
    tags: { env: 'prod' },
    variables: { FRAMES_PER_SECOND: '12', RETENTION_DAYS: '14' },
    sites: [sites.rot, sites.ham, sites.ant],
    releases: [
      { version: '2.2.1', at: ago(120), by },
      { version: '2.3.0', at: ago(47), by, tags: { model: 'yolo-ship-7' } },
      { version: '2.4.0', at: ago(6), by },
    ],
  }
  const kioskLobby: Draft = {
    ...base,
    name: 'kiosk-lobby',
    deviceType: 'intel-nuc',
    services: [
      { name: 'kiosk', kind: 'dashboard', size: 530 },
      { name: 'printer', kind: 'worker', size: 76 },
    ],
    createdAt: scene.start - 380 * DAY,
    target: '1.0.9',
    tags: { owner: 'retail' },
    variables: { START_PAGE: 'https://kiosk.acme-logistics.example' },
    sites: [sites.berlin, sites.prague, sites.vie, sites.zrh],
    releases: [
      { version: '1.0.8', at: ago(51), by },
      { version: '1.0.9', at: ago(9), by },
    ],
  }
  const siloSensors: Draft = {
    ...base,
    name: 'silo-sensors',
    deviceType: 'raspberrypi0-2w-64',
    services: [
      { name: 'probe', kind: 'sensor', size: 42 },
      { name: 'uplink', kind: 'uplink', size: 51 },
    ],
    createdAt: scene.start - 610 * DAY,
    target: '7.0.3',
    tags: { env: 'prod', region: 'us' },
    variables: { REPORT_EVERY_S: '300' },
    sites: [sites.omaha, sites.desMoines, sites.winnipeg],
    releases: [
      { version: '7.0.2', at: ago(90), by },
      { version: '7.0.3', at: ago(28), by },
    ],
  }
  const tramDisplays: Draft = {
    ...base,
    name: 'tram-displays',
    deviceType: 'beaglebone-black',
    services: [{ name: 'display', kind: 'dashboard', size: 96 }],
    createdAt: scene.start - 540 * DAY,
    target: '3.3.1',
    sites: [sites.prague, sites.zrh],
    releases: [
      { version: '3.3.0', at: ago(140), by },
      { version: '3.3.1', at: ago(61), by },
    ],
  }
  const benchLab: Draft = {
    ...base,
    name: 'bench-lab',
    deviceType: 'generic-amd64',
    services: [
      { name: 'app', kind: 'worker', size: 210 },
      { name: 'postgres', kind: 'database', size: 160 },
    ],
    createdAt: scene.start - 90 * DAY,
    target: '0.8.4',
    tags: { env: 'dev' },
    configuration: { RESIN_SUPERVISOR_LOG_CONTROL: 'true' },
    sites: [sites.rot],
    releases: [
      { version: '0.8.3', at: ago(20), by },
      { version: '0.8.4', at: ago(8), by: people.user('sadie') },
      { version: '0.8.5', at: ago(2), by: people.user('sadie'), status: 'failed' },
      { version: '0.8.6', at: ago(1), by: people.user('sadie'), status: 'cancelled' },
      { version: '0.9.0', at: ago(0) - 5 * HOUR, by: people.user('sadie'), draft: true },
    ],
  }
  const depotPilot: Draft = {
    ...base,
    name: 'depot-pilot',
    deviceType: 'raspberrypi5',
    services: [],
    createdAt: scene.start - 2 * DAY,
    target: null,
    sites: [sites.ams],
    releases: [],
  }
  return { coldChain, harborCams, kioskLobby, siloSensors, tramDisplays, benchLab, depotPilot }
}

/** The blocks and the app of Acme Logistics, which have releases but no devices. */
export function acmeParts(scene: SceneBuilder, people: AcmePeople): FleetDraft[] {
  const base = { organization: people.home, handle: 'acme_logistics', sites: [], groups: [] }
  const by = people.user('devi')
  const at = (days: number) => scene.start - days * DAY
  return [
    {
      ...base,
      name: 'edge-metrics',
      class: 'block',
      deviceType: 'raspberrypi4-64',
      services: [{ name: 'collector', kind: 'worker', size: 38 }],
      createdAt: scene.start - 300 * DAY,
      target: '1.4.0',
      isPublic: true,
      repository: 'https://git.acme-logistics.example/edge-metrics',
      releases: [{ version: '1.4.0', at: at(40), by }],
    },
    {
      ...base,
      name: 'wifi-setup',
      class: 'block',
      deviceType: 'raspberrypi4-64',
      services: [{ name: 'portal', kind: 'worker', size: 55 }],
      createdAt: scene.start - 260 * DAY,
      target: '0.6.2',
      releases: [{ version: '0.6.2', at: at(130), by }],
    },
    {
      ...base,
      name: 'label-printer',
      class: 'app',
      deviceType: 'intel-nuc',
      services: [{ name: 'printer', kind: 'worker', size: 76 }],
      createdAt: scene.start - 200 * DAY,
      target: '2.0.0',
      releases: [{ version: '2.0.0', at: at(100), by }],
    },
  ]
}

/** Fleets of other organizations: one of Ada, and two that no member of Acme can see. */
export function otherFleets(scene: SceneBuilder, people: AcmePeople, buoyCount = 3): FleetDraft[] {
  const nils = people.user('nils')
  const buoys: FleetDraft = {
    organization: people.tidewater,
    handle: 'tidewater_research',
    name: 'tide-buoys',
    deviceType: 'raspberrypi3',
    services: [{ name: 'gauge', kind: 'sensor', size: 44 }],
    createdAt: scene.start - 250 * DAY,
    target: '1.1.0',
    sites: [sites.ams],
    releases: [{ version: '1.1.0', at: scene.start - 66 * DAY, by: people.user('ada') }],
    groups: [{ count: buoyCount }],
  }
  const northwind = {
    organization: people.northwind,
    handle: 'northwind_transit',
    deviceType: 'raspberrypi4-64',
    services: [{ name: 'validator', kind: 'worker', size: 90 }],
    createdAt: scene.start - 330 * DAY,
    sites: [sites.winnipeg],
    releases: [{ version: '5.0.0', at: scene.start - 80 * DAY, by: nils }],
    target: '5.0.0',
  } satisfies Partial<FleetDraft>
  return [
    buoys,
    { ...northwind, name: 'ticket-gates', groups: [{ count: 4 }] },
    {
      ...northwind,
      name: 'bus-wifi',
      supportUntil: scene.start + 7 * DAY,
      groups: [{ count: 2 }],
    },
  ]
}
