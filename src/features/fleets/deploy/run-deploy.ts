import { api } from '@/api/api.ts'
import { builder } from '@/api/builder.ts'
import { errorMessage } from '@/api/error-message.ts'
import { ApiError } from '@/api/errors.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { setFleetVariable, VARIABLES_AT_ONCE } from '@/domain/fleet/fleet-variable.ts'
import { createApplication, type NewApplication } from '@/features/fleets/create/create.queries.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { fleetCreateText } from '@/messages/fleets/fleet-create.ts'
import { deployText } from '@/messages/fleets/fleet-deploy.ts'
import type { ContractVariable } from './contract.ts'
import type { DeployConfiguration } from './deploy-configuration.ts'

export type DeployInto = { kind: 'new'; application: NewApplication } | { kind: 'existing'; id: number }

export interface DeployOrder {
  fleetClass: FleetClass
  into: DeployInto
  /** Empty if the user excluded them. */
  variables: Pick<DeployConfiguration, 'configVariables' | 'environmentVariables'>
  tarballUrl: string
}

export type DeployStep =
  | { kind: 'create'; name: string }
  | { kind: 'variables'; done: number; total: number }
  | { kind: 'build' }

/** The completed steps, so that a retry continues after them. */
export interface DeployDone {
  application: number | null
  /** Key: application, kind, name and value. */
  variables: Set<string>
}

export const nothingDone = (): DeployDone => ({ application: null, variables: new Set() })

interface OneVariable extends ContractVariable {
  kind: 'environment' | 'configuration'
}

/** Creates the application if needed, sets its variables, and starts the build. Throws the first error. */
export async function runDeploy(
  order: DeployOrder,
  done: DeployDone,
  onStep: (step: DeployStep) => void,
): Promise<{ application: number; release: number }> {
  const application = await resolveTarget(order.into, done, onStep)
  await applyVariables(application, order.variables, done, onStep)
  onStep({ kind: 'build' })
  return { application, release: await createFromUrl(application, order) }
}

async function resolveTarget(
  into: DeployInto,
  done: DeployDone,
  onStep: (step: DeployStep) => void,
): Promise<number> {
  if (into.kind === 'existing') return into.id
  if (done.application !== null) return done.application
  onStep({ kind: 'create', name: into.application.name })
  const id = await createApplication(into.application)
  if (id === undefined)
    throw new ApiError('server', fleetCreateText.couldNotFindId(into.application.fleetClass))
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
  const reportProgress = () =>
    onStep({
      kind: 'variables',
      done: all.filter((each) => done.variables.has(keyOf(each))).length,
      total: all.length,
    })
  const left = all.filter((each) => !done.variables.has(keyOf(each)))
  if (left.length > 0) reportProgress()
  await mapWithLimit(left, (each) => setFleetVariable(each.kind, application, each), {
    atOnce: VARIABLES_AT_ONCE,
    onOutcome(each, outcome) {
      if (outcome.ok) done.variables.add(keyOf(each))
      else failures.push({ name: each.name, error: outcome.error })
      reportProgress()
    },
  })
  const [first] = failures
  if (first !== undefined) {
    const { name, error } = first
    throw new ApiError('invalid', deployText.someFailed(name, errorMessage(error)), { cause: error })
  }
}

/** Like `release.createFromUrl` of the platform SDK. */
async function createFromUrl(
  application: number,
  { tarballUrl: url, fleetClass }: DeployOrder,
): Promise<number> {
  const { features, data } = api()
  if (!features.builds) throw new ApiError('unavailable', deployText.noBuilder)
  const row = await data.get({
    resource: 'application',
    id: application,
    options: { $select: ['app_name'], $expand: { organization: { $select: ['handle'] } } },
  })
  const owner = row?.organization[0]?.handle
  if (row === undefined || owner === undefined) {
    throw new ApiError('not-found', deployText.gone(fleetClass))
  }
  return builder().buildFromUrl({ owner, app: row.app_name, url })
}
