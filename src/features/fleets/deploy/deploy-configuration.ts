import { createStored } from '@/lib/stored.ts'
import type { ContractVariable, DeployContract } from './contract.ts'

const DAY = 24 * 60 * 60_000

/** Lifetime of a stored deployment. */
const EXPIRES_AFTER_MS = DAY
/** Device type of projects that do not specify one. */
const DEFAULT_DEVICE_TYPE = 'raspberrypi4-64'

/** A requested deployment. */
export interface DeployConfiguration {
  /** The page of the project. */
  repoUrl: string | null
  /** URL of its source archive, if the link overrides that of the branch. */
  tarballUrl: string | null
  /** URL of its contract, if the link overrides the one of the project. */
  configUrl: string | null
  defaultDeviceType: string | null
  configVariables: readonly ContractVariable[]
  environmentVariables: readonly ContractVariable[]
  /** Milliseconds since 1970. */
  createdAt: number
}

const parameters = ['repoUrl', 'tarballUrl', 'configUrl', 'defaultDeviceType'] as const

/** The deployment requested by a link to `/deploy`. */
export function linkedDeployment(params: URLSearchParams, now: number): DeployConfiguration {
  const parameter = (name: (typeof parameters)[number]) => params.get(name)?.trim() || null
  return {
    repoUrl: parameter('repoUrl'),
    tarballUrl: parameter('tarballUrl'),
    configUrl: parameter('configUrl'),
    defaultDeviceType: parameter('defaultDeviceType'),
    configVariables: [],
    environmentVariables: [],
    createdAt: now,
  }
}

/** Completes a deployment: the link has priority over the contract, which has priority over the defaults. */
export function withContract(
  configuration: DeployConfiguration,
  contract: DeployContract | null,
): DeployConfiguration & { defaultDeviceType: string } {
  return {
    ...configuration,
    defaultDeviceType: configuration.defaultDeviceType ?? contract?.defaultDeviceType ?? DEFAULT_DEVICE_TYPE,
    configVariables: contract?.configVariables ?? [],
    environmentVariables: contract?.environmentVariables ?? [],
  }
}

/** Whether a stored deployment has expired. */
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
  const fields = value as Partial<Record<keyof DeployConfiguration, unknown>>
  return (
    parameters.every((name) => isText(fields[name])) &&
    isVariables(fields.configVariables) &&
    isVariables(fields.environmentVariables) &&
    typeof fields.createdAt === 'number'
  )
}

/** The deployment of a link that was not completed yet. Survives sign-in and sign-up, in any tab. */
export const storedDeployment = createStored<DeployConfiguration | null>('deploy', null, (stored) =>
  isConfiguration(stored) ? stored : undefined,
)

/** The stored deployment, unless it has expired. */
export function pendingDeployment(now: number): DeployConfiguration | undefined {
  const stored = storedDeployment.get()
  return stored === null || isExpired(stored, now) ? undefined : stored
}

/** Whether the stored deployment has expired. */
export function hasExpiredDeployment(now: number): boolean {
  const stored = storedDeployment.get()
  return stored !== null && isExpired(stored, now)
}
