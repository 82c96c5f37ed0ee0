import { isJsonObject } from '../../http/request-context.ts'
import { addStranger } from '../accounts.ts'
import type { AcmeFleets, OpenedWorld } from '../base-world.ts'
import { openBaseWorld, quiet } from '../base-world.ts'
import { rowWith } from '../builder.ts'
import type { SceneBuilder } from '../builder.ts'
import type { FleetDraft } from '../fleets.ts'
import { provideBuild } from '../late-builds.ts'
import { addMember, DEMO_PASSWORD } from '../people.ts'
import type { AcmePeople } from '../people.ts'
import { sites } from '../places.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A device of a fleet that is in a state of its own; its name says in which. */
const only = (names: string, more: Partial<FleetDraft['groups'][number]> = {}) => ({
  count: 1,
  names,
  ...more,
})

const os = (version: string) => [{ value: { version, variant: 'prod' as const }, weight: 1 }]
const supervisor = (version: string) => [{ value: version, weight: 1 }]
const persona = (name: 'never-seen' | 'slow' | 'busy' | 'nano-clock') => [{ value: name, weight: 1 }]

/** Fleets that no other world has. */
function rareFleets(scene: SceneBuilder, people: AcmePeople): FleetDraft[] {
  const base = {
    organization: people.home,
    handle: 'acme_logistics',
    createdAt: scene.start - 1400 * DAY,
    sites: [sites.rot],
  }
  const by = people.user('devi')
  const ago = (days: number) => scene.start - days * DAY
  return [
    {
      ...base,
      name: 'legacy-meters',
      deviceType: 'raspberry-pi',
      services: [{ name: 'main', kind: 'sensor', size: 40 }],
      releases: [{ version: '1.0.0', at: ago(1000), by }],
      target: '1.0.0',
      groups: [only('oldest-meter', { os: os('2.9.6'), supervisor: supervisor('6.6.0') })],
    },
    {
      ...base,
      name: 'classic-kiosks',
      deviceType: 'raspberrypi3',
      services: [{ name: 'main', kind: 'dashboard', size: 90 }],
      releases: [{ version: '1.0.0', at: ago(900), by }],
      target: '1.0.0',
      groups: [only('old-kiosk', { os: os('2.11.2'), supervisor: supervisor('12.11.0') })],
    },
    {
      ...base,
      name: 'all-statuses',
      deviceType: 'generic-amd64',
      services: [
        { name: 'player', kind: 'worker', size: 120 },
        { name: 'detector', kind: 'worker', size: 60, strategy: 'kill-then-download' },
      ],
      releases: [
        { version: '1.0.0', at: ago(90), by },
        { version: '2.0.0', at: ago(20), by },
        { version: '3.0.0', at: ago(15), by, rejects: 1 },
        { version: '4.0.0', at: ago(10), by, aborts: 1 },
      ],
      target: '1.0.0',
      pinned: true,
      groups: [
        only('operational'),
        only('inactive', { personas: persona('never-seen'), running: [{ value: null, weight: 1 }] }),
        only('post-provisioning', { personas: persona('never-seen'), running: [{ value: null, weight: 1 }] }),
        only('configuring', { os: os('6.0.13') }),
        only('updating', { personas: persona('slow') }),
        only('disconnected'),
        only('reduced-functionality'),
        only('applying-changes'),
        only('rejected'),
        only('aborted'),
      ],
    },
    {
      ...base,
      name: 'image-kinds',
      deviceType: 'raspberrypi4-64',
      services: ['built', 'no-dockerfile', 'no-log', 'pre-built'].map((name) => ({
        name,
        kind: 'worker' as const,
        size: 50,
      })),
      releases: [{ version: '1.0.0', at: ago(30), by }],
      target: '1.0.0',
      groups: [],
    },
  ]
}

const coldChain = ({ coldChain: { target } }: AcmeFleets): FleetDraft['groups'] => [
  ...quiet.coldChain,
  only('busy', { personas: persona('busy') }),
  only('nano-clock', { personas: persona('nano-clock') }),
  only('downloaded', {
    running: [{ value: '4.11.0', weight: target === null ? 0 : 1 }],
    locked: 1,
    updating: true,
  }),
]

/** Puts the devices of all-statuses into the states of their names. */
function bringAboutStatuses({ scene, fleet }: OpenedWorld): void {
  const { world } = scene.store
  const { id, releases } = fleet('all-statuses')
  const release = (version: string) => releases.get(version)?.id ?? null
  const devices = new Map(Array.from(world.devicesOfFleet(id), (index) => [world.device(index).name, index]))
  /** Small worlds do not have all of them. */
  const bring = (name: string, act: (index: number) => void) => {
    const index = devices.get(name)
    if (index !== undefined) act(index)
  }
  world.advanceTo(scene.start - HOUR)
  bring('disconnected', (index) => world.setConnectivity(index, 'away'))
  bring('reduced-functionality', (index) => world.setConnectivity(index, 'polls'))
  bring('applying-changes', (index) => world.setLock(index, 'detector'))
  for (const [name, version] of [
    ['applying-changes', '2.0.0'],
    ['rejected', '3.0.0'],
    ['aborted', '4.0.0'],
  ] as const)
    bring(name, (index) => world.setPin(index, release(version)))
  world.advanceTo(scene.start - MINUTE)
  bring('configuring', (index) =>
    world.startSystemUpdate(index, {
      part: 'os',
      version: '6.0.24',
      variant: 'prod',
      bytes: 180 * 1_048_576,
    }),
  )
  bring('updating', (index) => world.setPin(index, release('2.0.0')))
  world.advanceTo(scene.start)
  bring('post-provisioning', (index) => world.powerOn(index))
}

/** The fleets of the older types, with one container on each device. */
function makeLegacy({ scene, fleet }: OpenedWorld): void {
  const types = scene.store.rows('application_type')
  const applications = scene.store.rows('application')
  const legacy = [...types.handles()].find((type) => types.row(type).is_legacy === true)
  if (legacy === undefined) return
  const {
    id: _id,
    created_at: _created,
    modified_at: _modified,
    ...values
  } = { ...types.row(legacy), modified_at: 0 }
  const older = scene.add('application_type', { ...values, name: 'Classic', slug: 'legacy-v1' })
  applications.update(fleet('legacy-meters').id, { application_type: legacy })
  applications.update(fleet('classic-kiosks').id, { application_type: older })
}

/** Images without what others have. */
function makeImageKinds({ scene, fleet }: OpenedWorld): void {
  const release = fleet('image-kinds').releases.get('1.0.0')
  if (release === undefined) return
  const images = scene.store.rows('image')
  const image = (service: string) => release.images.get(service) ?? 0
  images.update(image('no-dockerfile'), { dockerfile: null })
  images.update(image('no-log'), { build_log: null })
  images.update(image('pre-built'), { dockerfile: null, build_log: null, project_type: 'External service' })
  const { composition } = scene.store.rows('release').row(release.id)
  if (!isJsonObject(composition) || !isJsonObject(composition['services'])) return
  const preBuilt = { image: 'postgres:16', restart: 'always', volumes: ['data:/data'] }
  const services = { ...composition['services'], 'pre-built': preBuilt }
  scene.store.rows('release').update(release.id, { composition: { ...composition, services } })
}

/** The plans that are sold by their number of devices, and an organization of Ada with each. */
function addDevicePlans({ scene, people }: OpenedWorld): void {
  const features = scene.store.rows('feature')
  const feature = (slug: string) => [...features.handles()].find((id) => features.row(id).slug === slug) ?? 0
  for (const [devices, cents] of [
    [25, 9900],
    [75, 24_900],
    [150, 44_900],
  ] as const) {
    const plan = scene.add('plan', {
      title: `${devices} devices`,
      billing_code: `${devices}m`,
      monthly_price: cents,
      annual_price: cents * 11,
      can_self_serve: false,
      is_legacy: true,
      is_valid_from__date: Date.UTC(2020, 0, 1),
      is_valid_until__date: Date.UTC(2023, 0, 1),
    })
    const included = {
      'device:microservices': devices,
      'member:administrator': 2,
      'support:standard': 1,
      saml: 1,
    }
    for (const [slug, quantity] of Object.entries(included))
      scene.add('plan_feature', { plan, provides__feature: feature(slug), quantity })
    const organization = scene.add('organization', {
      name: `Meters ${devices}`,
      handle: `meters_${devices}`,
      created_at: scene.start - 1000 * DAY,
      company_name: `Meters ${devices}`,
      is_frozen: false,
      is_using__billing_version: 'v2',
      is_enforcing_saml_login: false,
    })
    addMember(scene, people.user('ada'), organization, 'administrator')
    scene.add('subscription', {
      is_for__plan: plan,
      is_for__organization: organization,
      billing_cycle: 'monthly',
      starts_on__date: scene.start - 1000 * DAY,
      ends_on__date: null,
      is_active: true,
      discount_percentage: 0,
      origin: 'sales',
    })
  }
}

function addInvoicedCredits({ scene, people }: OpenedWorld): void {
  scene.add('credit_bundle', {
    created_at: scene.start - 40 * DAY,
    modified_at: scene.start - 40 * DAY,
    payment_status: 'manually invoiced',
    is_created_by__user: people.user('ada'),
    is_for__feature: rowWith(scene, 'feature', 'slug', 'device:microservices'),
    belongs_to__organization: people.home,
    unit_cost: 150,
    original_quantity: 2000,
    available_balance: 2000,
    total_cost: 300_000,
    total_balance: 2000,
    expires_on__date: scene.start + 3650 * DAY,
    is_associated_with__invoice_id: null,
    error_message: null,
  })
}

/** Someone without an email address and password, who signs in with the identity provider only. */
function addNoa({ scene, people }: OpenedWorld): void {
  const noa = addStranger(scene, {
    username: 'noa',
    first: 'Noa',
    last: 'Ferri',
    password: null,
    isVerified: true,
    email: null,
  })
  const providers = scene.store.rows('identity_provider')
  scene.add('saml_account', {
    belongs_to__user: noa,
    was_generated_by__identity_provider: [...providers.handles()][0] ?? null,
    remote_id: 'noa@acme-logistics.example',
    display_name: 'Noa Ferri',
  })
  addMember(scene, noa, people.home, 'member')
}

/** Someone who is only in the organization that the account came with. */
function addGil({ scene }: OpenedWorld): void {
  addStranger(scene, {
    username: 'gil',
    first: 'Gil',
    last: 'Sorensen',
    password: DEMO_PASSWORD,
    isVerified: true,
  })
}

/** Ivo has a role of his own on a fleet, and two more through teams. */
function addIvo({ scene, people, fleet }: OpenedWorld): void {
  const ivo = addStranger(scene, {
    username: 'ivo',
    first: 'Ivo',
    last: 'Marsh',
    password: DEMO_PASSWORD,
    isVerified: true,
  })
  addMember(scene, ivo, people.home, 'member')
  const teams = scene.store.rows('team')
  for (const team of teams.handles()) scene.add('team_membership', { user: ivo, is_member_of__team: team })
  scene.add('user_application_membership', {
    user: ivo,
    is_member_of__application: fleet('kiosk-lobby').id,
    application_membership_role: rowWith(scene, 'application_membership_role', 'name', 'observer'),
  })
}

provideBuild('rare-things', (scene) => {
  openBaseWorld(scene, {
    fleets: (acme) => ({ coldChain: { groups: coldChain(acme) } }),
    more: (_acme, people) => rareFleets(scene, people),
    whileOpening(opened) {
      makeLegacy(opened)
      makeImageKinds(opened)
      addDevicePlans(opened)
      addInvoicedCredits(opened)
      addNoa(opened)
      addGil(opened)
      addIvo(opened)
      // So that a developer administers an organization.
      addMember(scene, opened.people.user('devi'), opened.people.tidewater, 'administrator')
      bringAboutStatuses(opened)
    },
  })
})
