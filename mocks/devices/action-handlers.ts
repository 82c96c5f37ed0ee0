import {
  CHECKS_VERSION,
  diagnosticsErrors,
  diagnosticsText,
  healthChecks,
} from '../../simulator/explain/diagnostics.ts'
import { runHealthChecks } from '../../simulator/world/health-checks.ts'
import type { SystemUpdate } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'
import { openDevices } from '../billing/allowance.ts'
import { jsonBody, isJsonObject, json } from '../http/request-context.ts'
import type { RequestContext, Handler, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { osReleaseNamed, replaceSystem, splitVersion, osRejectionReason } from '../os/system-releases.ts'
import type { ScriptRun } from '../store/jobs.ts'
import { deviceOfPath, reachable, requireOnDevice } from './device-access.ts'

type ChecksAnswer = JsonOf<'actions.readChecks', 200>
type DiagnosticsAnswer = JsonOf<'actions.readDiagnostics', 200>
type ScriptAnswer = ChecksAnswer | DiagnosticsAnswer
type OsUpdateAnswer = JsonOf<'actions.readOsUpdate', 200>
type Script = 'checks' | 'diagnose'

const SECOND = 1000
const DURATION: Readonly<Record<Script, number>> = { checks: 8 * SECOND, diagnose: 20 * SECOND }

function deviceFor(context: RequestContext, permission: string): number {
  const index = deviceOfPath(context, (uuid) => new HttpError(404, `No device with uuid ${uuid}`))
  requireOnDevice(context.access, permission, index)
  return index
}

function requireOnline({ store }: RequestContext, index: number): void {
  openDevices(store, [index])
  if (!reachable(store)(index)) throw new HttpError(400, 'Device is not online')
}

const keyOf = (index: number, script: Script) => `${index + 1} ${script}`

/** Throws 400 unless the body is an object, and so are its parameters, if any. */
async function parametersOf(context: RequestContext): Promise<Readonly<Record<string, unknown>>> {
  const { parameters = {} } = await jsonBody(context)
  if (!isJsonObject(parameters)) throw new HttpError(400, 'parameters must be an object')
  return parameters
}

function runResponse(
  context: RequestContext,
  index: number,
  script: Script,
  run: ScriptRun | undefined,
): ScriptAnswer {
  if (run === undefined) return { action: script, status: 'idle' }
  const { startedAt, endsAt, stdout, stderr } = run
  const lastRun = new Date(startedAt).toISOString()
  const { world } = context.store
  const changedAt = world.column('lastConnectivityEvent')(index) ?? 0
  if (!world.column('cloudlink')(index) && changedAt > startedAt && changedAt <= endsAt) {
    return { action: script, status: 'error', error: 'The device went offline during the run', lastRun }
  }
  if (context.now < endsAt) return { action: script, status: 'in_progress', lastRun }
  const result = { status: 'done', stderr, error: '', lastRun } as const
  return typeof stdout === 'string'
    ? { action: 'diagnose', ...result, stdout }
    : { action: 'checks', ...result, stdout }
}

function resultOf(
  { store, now }: RequestContext,
  index: number,
  script: Script,
): Pick<ScriptRun, 'stdout' | 'stderr'> {
  const checked = runHealthChecks(store.world, index)
  return script === 'checks'
    ? { stdout: { diagnose_version: CHECKS_VERSION, checks: healthChecks(checked) }, stderr: '' }
    : { stdout: diagnosticsText(checked, now), stderr: diagnosticsErrors(checked) }
}

const asChecks = (answer: ScriptAnswer): ChecksAnswer => {
  if (answer.action === 'checks') return answer
  throw new Error('The diagnostics are no checks')
}

const asDiagnostics = (answer: ScriptAnswer): DiagnosticsAnswer => {
  if (answer.action === 'diagnose') return answer
  throw new Error('The checks are no diagnostics')
}

const runScript =
  <Answer>(script: Script, narrow: (answer: ScriptAnswer) => Answer) =>
  async (context: RequestContext) => {
    const { store, now } = context
    const index = deviceFor(context, 'resin.device.access_diagnostics')
    await parametersOf(context)
    requireOnline(context, index)
    const key = keyOf(index, script)
    const running = store.jobs.scripts.get(key)
    const run =
      running !== undefined && now < running.endsAt
        ? running
        : { startedAt: now, endsAt: now + DURATION[script], ...resultOf(context, index, script) }
    store.jobs.scripts.set(key, run)
    return json(narrow(runResponse(context, index, script, run)))
  }

const readScript =
  <Answer>(script: Script, narrow: (answer: ScriptAnswer) => Answer) =>
  (context: RequestContext) => {
    const index = deviceFor(context, 'resin.device.access_diagnostics')
    const run = context.store.jobs.scripts.get(keyOf(index, script))
    return json(narrow(runResponse(context, index, script, run)))
  }

function osUpdateResponse(update: SystemUpdate | undefined): OsUpdateAnswer {
  if (update === undefined) return { status: 'idle' }
  const current = update.kind === 'out-of-touch' ? update.was : update
  const parameters = { target_version: current.plan.version }
  switch (current.kind) {
    case 'done':
      return { status: 'done', parameters }
    case 'failed':
      return { status: 'error', parameters, error: current.error, fatal: true }
    case 'preparing':
      return { status: 'triggered', parameters }
    default:
      return { status: 'in_progress', parameters }
  }
}

const startOsUpdate: Handler<'actions.startOsUpdate' | 'actions.startOsUpdateAttached'> = async (context) => {
  const { store } = context
  const index = deviceFor(context, 'resin.device.actions-proxy-hup')
  const { target_version: target } = await parametersOf(context)
  if (typeof target !== 'string' || target === '') throw new HttpError(400, 'A target_version is required')
  requireOnline(context, index)
  const { version, variant } = splitVersion(target)
  const release = osReleaseNamed(store, store.world.column('deviceTypeId')(index), version)
  if (release === undefined) throw new HttpError(400, 'Invalid target balenaOS version')
  const reason = osRejectionReason(store, index, release, variant)
  if (reason !== undefined) throw new HttpError(400, reason)
  replaceSystem(store, index, 'os', release.id, variant)
  store.table('device').update(index, { should_be_operated_by__release: release.id })
  store.changed()
  return json({ status: 'triggered', parameters: { target_version: target } })
}

const readOsUpdate: Handler<'actions.readOsUpdate' | 'actions.readOsUpdateAttached'> = (context) => {
  const index = deviceFor(context, 'resin.device.actions-proxy-hup')
  return json(osUpdateResponse(context.store.world.systemUpdate(index, 'os')))
}

/** Long-running actions on a device: scripts and OS updates. */
export const actionHandlers: ServiceHandlers<'actions'> = {
  'actions.runChecks': runScript('checks', asChecks),
  'actions.readChecks': readScript('checks', asChecks),
  'actions.runDiagnostics': runScript('diagnose', asDiagnostics),
  'actions.readDiagnostics': readScript('diagnose', asDiagnostics),
  'actions.startOsUpdateAttached': startOsUpdate,
  'actions.readOsUpdateAttached': readOsUpdate,
  'actions.startOsUpdate': startOsUpdate,
  'actions.readOsUpdate': readOsUpdate,
}
