import { api } from '@/api/api.ts'
import { ApiError } from '@/api/errors.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { setFleetVariable, VARIABLES_AT_ONCE } from '@/domain/fleet/fleet-variable.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { fleetCreateText } from '@/messages/fleet-create.ts'
import { deployText } from '@/messages/fleet-deploy.ts'
import { createApplication, type NewApplication } from '../create/create.queries.ts'
import type { ContractVariable } from './contract.ts'
import type { DeployConfiguration } from './deploy-configuration.ts'

export type DeployInto = { kind: 'new'; wanted: NewApplication } | { kind: 'existing'; id: number }

export interface DeployOrder {
  into: DeployInto
  /** None when the person wants none of them. */
  variables: Pick<DeployConfiguration, 'configVariables' | 'environmentVariables'>
  tarballUrl: string
}

export type DeployStep =
  | { kind: 'create'; name: string }
  | { kind: 'variables'; done: number; total: number }
  | { kind: 'build' }

/** What of an order is done already: a second try goes on from there. */
export interface DeployDone {
  application: number | null
  /** Of which application, by kind, name and value. */
  variables: Set<string>
}

export const nothingDone = (): DeployDone => ({ application: null, variables: new Set() })

interface OneVariable extends ContractVariable {
  kind: 'environment' | 'configuration'
}

/** Creates what is new, applies the variables of the contract, begins the build. Throws what stopped it. */
export async function runDeploy(
  order: DeployOrder,
  done: DeployDone,
  onStep: (step: DeployStep) => void,
): Promise<{ application: number; release: number }> {
  const application = await target(order.into, done, onStep)
  await applyVariables(application, order.variables, done, onStep)
  onStep({ kind: 'build' })
  return { application, release: await createFromUrl(application, order.tarballUrl) }
}

async function target(
  into: DeployInto,
  done: DeployDone,
  onStep: (step: DeployStep) => void,
): Promise<number> {
  if (into.kind === 'existing') return into.id
  if (done.application !== null) return done.application
  onStep({ kind: 'create', name: into.wanted.name })
  const id = await createApplication(into.wanted)
  if (id === undefined) throw new ApiError('server', fleetCreateText.couldNotFindId(into.wanted.fleetClass))
  done.application = id
  return id
}

async function applyVariables(
  application: number,
  { configVariables, environmentVariables }: DeployOrder['variables'],
  done: DeployDone,
  onStep: (step: DeployStep) => void,
): Promise<void> {
  const all: OneVariable[] = [
    ...configVariables.map((each) => ({ ...each, kind: 'configuration' as const })),
    ...environmentVariables.map((each) => ({ ...each, kind: 'environment' as const })),
  ]
  const keyOf = ({ kind, name, value }: OneVariable) => `${application} ${kind} ${name}=${value}`
  const failures: { name: string; error: unknown }[] = []
  const tell = () =>
    onStep({
      kind: 'variables',
      done: all.filter((each) => done.variables.has(keyOf(each))).length,
      total: all.length,
    })
  const left = all.filter((each) => !done.variables.has(keyOf(each)))
  if (left.length > 0) tell()
  await mapWithLimit(left, (each) => setFleetVariable(each.kind, application, each), {
    atOnce: VARIABLES_AT_ONCE,
    onOutcome(each, outcome) {
      if (outcome.ok) done.variables.add(keyOf(each))
      else failures.push({ name: each.name, error: outcome.error })
      tell()
    },
  })
  const [first] = failures
  if (first !== undefined) {
    const { name, error } = first
    throw new ApiError('invalid', deployText.someFailed(name, errorMessage(error)), { cause: error })
  }
}

/** `release.createFromUrl` of the platform's SDK. */
async function createFromUrl(application: number, url: string): Promise<number> {
  const { features, data, builder } = api()
  if (!features.builds) throw new ApiError('unavailable', deployText.noBuilder)
  const row = await data.get({
    resource: 'application',
    id: application,
    options: { $select: ['app_name'], $expand: { organization: { $select: ['handle'] } } },
  })
  const owner = row?.organization[0]?.handle
  if (row === undefined || owner === undefined) {
    throw new ApiError('not-found', fleetCreateText.couldNotFindId('fleet'))
  }
  return builder.buildFromUrl({ owner, app: row.app_name, url })
}
