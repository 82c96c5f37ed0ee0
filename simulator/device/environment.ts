import type { ServicePlan } from '../definition/world-definition.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string>>

type Values = ReadonlyMap<string, string>

/** The environment variables and labels set in the cloud, by what they belong to. */
export interface Variables {
  fleets: Map<number, Values>
  services: Map<number, Values>
  /** By index. */
  devices: Map<number, Values>
  /** By index and service: `3:1001`. */
  installs: Map<string, Values>
  /** By release and image: `7:1004`. */
  images: Map<string, Values>
  /** Labels of services. */
  serviceLabels: Map<number, Values>
  /** By release and image. */
  imageLabels: Map<string, Values>
}

export const noVariables = (): Variables => ({
  fleets: new Map(),
  services: new Map(),
  devices: new Map(),
  installs: new Map(),
  images: new Map(),
  serviceLabels: new Map(),
  imageLabels: new Map(),
})

/** The values are replaced, never changed, so that they can be shared. */
export const copyVariables = (from: Variables): Variables => ({
  fleets: new Map(from.fleets),
  services: new Map(from.services),
  devices: new Map(from.devices),
  installs: new Map(from.installs),
  images: new Map(from.images),
  serviceLabels: new Map(from.serviceLabels),
  imageLabels: new Map(from.imageLabels),
})

/** Where a variable or label is set. */
export type VariableOwner =
  | { of: 'fleet'; fleetId: number }
  | { of: 'service'; fleetId: number; serviceId: number }
  | { of: 'device'; index: number }
  | { of: 'install'; index: number; serviceId: number }
  | { of: 'image'; fleetId: number; releaseId: number; imageId: number }

/** The container whose environment is wanted. */
export interface ContainerOwner {
  index: number
  fleetId: number
  releaseId: number
  plan: ServicePlan
}

export const installKey = (index: number, serviceId: number): string => `${index}:${serviceId}`
export const imageKey = (releaseId: number, imageId: number): string => `${releaseId}:${imageId}`

/** The sources of a container's variables; later ones override earlier ones (docs/platform/derived-values.md). */
function sources(
  { fleets, services, devices, installs, images }: Variables,
  { index, fleetId, releaseId, plan }: ContainerOwner,
): (Values | undefined)[] {
  return [
    images.get(imageKey(releaseId, plan.imageId)),
    fleets.get(fleetId),
    services.get(plan.serviceId),
    devices.get(index),
    installs.size === 0 ? undefined : installs.get(installKey(index, plan.serviceId)),
  ]
}

/** The value of one variable as set in the cloud; null when it is not set. */
export function variableOf(variables: Variables, owner: ContainerOwner, name: string): string | null {
  let value: string | null = owner.plan.environment?.[name] ?? null
  for (const source of sources(variables, owner)) value = source?.get(name) ?? value
  return value
}

/** All variables set in the cloud and in the composition of the release. */
export function variablesOf(variables: Variables, owner: ContainerOwner): Environment {
  const all: Record<string, string> = { ...owner.plan.environment }
  for (const source of sources(variables, owner)) Object.assign(all, Object.fromEntries(source ?? []))
  return all
}

/** The labels of a container. */
export function labelsOf(
  { serviceLabels, imageLabels }: Variables,
  { releaseId, plan }: Pick<ContainerOwner, 'releaseId' | 'plan'>,
): Environment {
  return {
    ...plan.labels,
    ...Object.fromEntries(serviceLabels.get(plan.serviceId) ?? []),
    ...Object.fromEntries(imageLabels.get(imageKey(releaseId, plan.imageId)) ?? []),
  }
}

/** What the supervisor adds to the environment of every container. */
export interface SupervisorFacts {
  appId: number
  appUuid: string
  appName: string
  deviceUuid: string
  deviceName: string
  deviceType: string
  deviceArch: string
  osVersion: string
  /** Keys for the APIs; given only to containers whose labels ask for them. */
  supervisorKey: string
  deviceKey: string
  apiUrl: string
}

/** Where containers reach the supervisor, over a network of its own. */
const SUPERVISOR_HOST = '10.114.104.1'
const SUPERVISOR_PORT = '48484'

const isOn = (label: string | undefined): boolean => label === '1' || label === 'true' || label === 'on'

/** A label with its prefix of today or its former one. */
const feature = (labels: Environment, name: string): boolean =>
  isOn(labels[`io.balena.features.${name}`] ?? labels[`io.resin.features.${name.replace('balena', 'resin')}`])

/** The complete environment of a container, as the supervisor creates it (docs/platform/device-protocol.md). */
export function completeEnvironment(
  set: Environment,
  labels: Environment,
  service: Pick<ServicePlan, 'name' | 'kind'>,
  facts: SupervisorFacts,
): Environment {
  const own: Record<string, string> = {
    APP_ID: String(facts.appId),
    APP_UUID: facts.appUuid,
    APP_NAME: facts.appName,
    SERVICE_NAME: service.name,
    DEVICE_UUID: facts.deviceUuid,
    DEVICE_TYPE: facts.deviceType,
    DEVICE_ARCH: facts.deviceArch,
    DEVICE_NAME_AT_INIT: facts.deviceName,
    HOST_OS_VERSION: facts.osVersion,
    APP_LOCK_PATH: '/tmp/balena/updates.lock',
  }
  // Their values cannot be overridden.
  const granted: Record<string, string> = {}
  if (feature(labels, 'supervisor-api')) {
    granted['SUPERVISOR_API_KEY'] = facts.supervisorKey
    granted['SUPERVISOR_PORT'] = SUPERVISOR_PORT
    granted['SUPERVISOR_HOST'] = SUPERVISOR_HOST
    granted['SUPERVISOR_ADDRESS'] = `http://${SUPERVISOR_HOST}:${SUPERVISOR_PORT}`
  }
  if (feature(labels, 'balena-api')) {
    granted['API_KEY'] = facts.deviceKey
    granted['API_URL'] = facts.apiUrl
  }
  const socket: Record<string, string> = feature(labels, 'balena-socket')
    ? { DOCKER_HOST: 'unix:///host/run/balena-engine.sock' }
    : {}
  return {
    ...IMAGE_ENVIRONMENT[service.kind],
    ...twice(own),
    BALENA: '1',
    RESIN: '1',
    BALENA_SERVICE_HANDOVER_COMPLETE_PATH: '/tmp/balena/handover-complete',
    RESIN_SERVICE_KILL_ME_PATH: '/tmp/balena/handover-complete',
    USER: 'root',
    ...socket,
    ...set,
    ...twice(granted),
  }
}

/** With the prefix of today and with the former one. */
function twice(values: Readonly<Record<string, string>>): Record<string, string> {
  const both: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    both[`BALENA_${name}`] = value
    both[`RESIN_${name}`] = value
  }
  return both
}

const PATH = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }
const NODE = { ...PATH, NODE_VERSION: '20.18.1', YARN_VERSION: '1.22.22' }

/** The variables that an image itself sets. */
const IMAGE_ENVIRONMENT: Readonly<Record<ServicePlan['kind'], Environment>> = {
  sensor: NODE,
  dashboard: NODE,
  worker: NODE,
  uplink: PATH,
  watchdog: PATH,
  camera: { ...PATH, PYTHON_VERSION: '3.12.7', LANG: 'C.UTF-8' },
  database: { ...PATH, PGDATA: '/data/postgres', PG_MAJOR: '16', LANG: 'en_US.utf8' },
}

/** Whether a variable can have a value that nobody set: from the image or the supervisor. */
export const hasDefault = (name: string, { kind }: Pick<ServicePlan, 'kind'>): boolean =>
  /^(?:BALENA|RESIN)(?:_|$)|^(?:USER|DOCKER_HOST)$/.test(name) || Object.hasOwn(IMAGE_ENVIRONMENT[kind], name)

/** Variables that keep the value that they had when the container was created, without making it outdated. */
export const isFixedAtCreation = (name: string): boolean => /^(BALENA|RESIN)_DEVICE_NAME_AT_INIT$/.test(name)
