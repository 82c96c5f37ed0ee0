import { createStored } from '@/lib/stored.ts'
import type { ContractVariable, DeployContract } from './contract.ts'

const DAY = 24 * 60 * 60_000

/** Older ones have expired. */
export const EXPIRES_AFTER_MS = DAY
/** What a project runs on that does not say. */
export const USUAL_DEVICE_TYPE = 'raspberrypi4-64'

/** What somebody has come to deploy. */
export interface DeployConfiguration {
  /** The page of the project. */
  repoUrl: string | null
  /** Its source as one file, where the link names another than that of the project's branch. */
  tarballUrl: string | null
  /** Its contract, where the link names another than the project's own. */
  configUrl: string | null
  defaultDeviceType: string | null
  configVariables: readonly ContractVariable[]
  environmentVariables: readonly ContractVariable[]
  /** Milliseconds since 1970. */
  createdAt: number
}

const parameters = ['repoUrl', 'tarballUrl', 'configUrl', 'defaultDeviceType'] as const

/** What a link to `/deploy` asks for. */
export function linkedDeployment(params: URLSearchParams, now: number): DeployConfiguration {
  const asked = (name: (typeof parameters)[number]) => params.get(name)?.trim() || null
  return {
    repoUrl: asked('repoUrl'),
    tarballUrl: asked('tarballUrl'),
    configUrl: asked('configUrl'),
    defaultDeviceType: asked('defaultDeviceType'),
    configVariables: [],
    environmentVariables: [],
    createdAt: now,
  }
}

/** The same once the contract of the project is known: the link goes before the contract, that before what is usual. */
export function withContract(
  configuration: DeployConfiguration,
  contract: DeployContract | null,
): DeployConfiguration & { defaultDeviceType: string } {
  return {
    ...configuration,
    defaultDeviceType: configuration.defaultDeviceType ?? contract?.defaultDeviceType ?? USUAL_DEVICE_TYPE,
    configVariables: contract?.configVariables ?? [],
    environmentVariables: contract?.environmentVariables ?? [],
  }
}

/** Whether it is more than a day old. */
export function isExpired({ createdAt }: Pick<DeployConfiguration, 'createdAt'>, now: number): boolean {
  return now - createdAt > EXPIRES_AFTER_MS
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string'

function isVariable(value: unknown): value is ContractVariable {
  if (typeof value !== 'object' || value === null) return false
  const { name, value: set } = value as Partial<Record<keyof ContractVariable, unknown>>
  return typeof name === 'string' && typeof set === 'string'
}

const isVariables = (value: unknown) => Array.isArray(value) && value.every(isVariable)

function isConfiguration(value: unknown): value is DeployConfiguration {
  if (typeof value !== 'object' || value === null) return false
  const kept = value as Partial<Record<keyof DeployConfiguration, unknown>>
  return (
    parameters.every((name) => isText(kept[name])) &&
    isVariables(kept.configVariables) &&
    isVariables(kept.environmentVariables) &&
    typeof kept.createdAt === 'number'
  )
}

/** What a link asked for and nobody has answered yet. It outlives a sign-in and a sign-up, in whatever tab. */
export const keptDeployment = createStored<DeployConfiguration | null>('deploy', null, (stored) =>
  isConfiguration(stored) ? stored : undefined,
)

/** What is kept, as far as it is still of use. */
export function waitingDeployment(now: number): DeployConfiguration | undefined {
  const kept = keptDeployment.get()
  return kept === null || isExpired(kept, now) ? undefined : kept
}

/** Whether something was kept that is of no use any more. */
export function hasExpiredDeployment(now: number): boolean {
  const kept = keptDeployment.get()
  return kept !== null && isExpired(kept, now)
}
