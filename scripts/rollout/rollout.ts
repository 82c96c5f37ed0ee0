import { hostname } from 'node:os'
import { connectApi, type Api } from '../../src/api/api.ts'
import { errorMessage } from '../../src/api/error-message.ts'
import { isApiError } from '../../src/api/errors.ts'
import { pause as sleep } from '../../src/api/request-limit.ts'
import { releaseLabel } from '../../src/domain/release/release-label.ts'
import { dryRun } from '../../src/engines/rollouts/dry-run.ts'
import { planFileSchema, type PlanFile } from '../../src/engines/rollouts/rollout-plan.ts'
import { RolloutPlatform } from '../../src/engines/rollouts/rollout-platform.ts'
import { RolloutUnreadable, type Kept } from '../../src/engines/rollouts/rollout-record.ts'
import {
  requestRolloutAction,
  drawRunnerId,
  RolloutRunner,
  type RolloutPoll,
} from '../../src/engines/rollouts/rollout-runner.ts'
import { RolloutMoved, RolloutStore } from '../../src/engines/rollouts/rollout-store.ts'
import { eventsAfter, isOver, stageGroups, type RolloutState } from '../../src/engines/rollouts/rollout.ts'
import { readDataFile } from '../../src/files/data-file.ts'
import { FileProblem } from '../../src/files/file-problem.ts'
import {
  dryRunLines,
  eventText,
  groupText,
  phaseText,
  reasonText,
  stageName,
} from '../../src/messages/rollouts/rollouts.ts'
import { readArguments, textOf, UsageError } from '../command-line.ts'

export const exitCodes = {
  done: 0,
  aborted: 1,
  wrong: 2,
  paused: 3,
  taken: 4,
  refused: 5,
  unreadable: 6,
  stopped: 130,
} as const

const USAGE = `npm run rollout -- --api URL --token TOKEN --plan FILE [options]
  --api URL     the platform, for example https://api.example.com
  --token TEXT  a session token or an API key (default: FLOTILLA_TOKEN)
  --plan FILE   the plan, YAML or JSON (docs/rollouts.md, docs/rollout-plan.schema.json)
  --dry-run     prints how many devices each stage has and which are excluded; changes nothing
  --resume      continues a paused rollout and accepts the current number of failures
  --abort       restores the previous pin of every device
  --take-over   takes the rollout over from a tab or command that is still running it

Starts the rollout, or continues it if it was started before. Prints a status line every minute.
Exit codes: 0: complete; 1: aborted; 2: invalid arguments or plan; 3: paused; 4: another rollout is active, or another
runner has this one; 5: the platform refused or could not be reached; 6: the tags of the rollout cannot be read;
130: stopped, and can be continued.`

export interface RolloutEnvironment {
  say: (line: string) => void
  warn: (line: string) => void
  token: string | undefined
  signal: AbortSignal
  /** By default the real ones. */
  fetch?: typeof fetch
  now?: () => number
  wait?: typeof sleep
}

/** A runner leaves a mark every half minute; it is considered gone after a minute and a half without one. */
const WATCH_MS = 90_000
const MINUTE = 60_000

class WrongUsage extends Error {}

function optionsOf(args: string[], envToken: string | undefined) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = readArguments({
    args,
    options: {
      api: text,
      token: text,
      plan: text,
      'dry-run': flag,
      resume: flag,
      abort: flag,
      'take-over': flag,
      help: { ...flag, short: 'h' },
    },
  })
  const { api, token = envToken, plan } = values
  if (values.help) return { help: true as const }
  if (api === undefined || !URL.canParse(api))
    throw new WrongUsage('--api must be a URL such as https://api.example.com.')
  if (token === undefined || token === '')
    throw new WrongUsage('--token is needed, or the variable FLOTILLA_TOKEN.')
  if (plan === undefined) throw new WrongUsage('--plan is needed: the file with the plan.')
  if (values.resume && values.abort) throw new WrongUsage('Give --resume or --abort, not both.')
  return {
    help: false as const,
    api,
    token,
    planFile: plan,
    dryRun: values['dry-run'] === true,
    resume: values.resume === true,
    abort: values.abort === true,
    takeOver: values['take-over'] === true,
  }
}

function planOf(file: string): PlanFile {
  const text = textOf(file)
  try {
    return readDataFile(text, planFileSchema)
  } catch (error) {
    throw error instanceof FileProblem ? new WrongUsage(`${file}: ${error.message}`) : error
  }
}

async function fleetOf({ data }: Api, fleet: PlanFile['fleet']) {
  const [found] = await data.get({
    resource: 'application',
    options: {
      $select: ['id', 'slug'],
      $filter: typeof fleet === 'number' ? { id: fleet } : { slug: fleet },
    },
  })
  if (found === undefined)
    throw new WrongUsage(`There is no fleet ${fleet}, or the token has no access to it`)
  return found
}

async function releaseOf({ data }: Api, fleet: number, version: string) {
  const rows = await data.get({
    resource: 'release',
    options: {
      $select: ['id', 'commit', 'raw_version'],
      $filter: {
        belongs_to__application: fleet,
        status: 'success',
        is_invalidated: false,
        $or: [{ commit: version }, { raw_version: version }],
      },
      $orderby: { id: 'desc' },
      $top: 1,
    },
  })
  const [found] = rows
  if (found === undefined)
    throw new WrongUsage(`There is no release ${version} of the fleet that devices can run`)
  return { id: found.id, label: releaseLabel(found) }
}

/** The state of a rollout, in one line. */
function progressLine({ status, stage, stages, plan }: RolloutState, now: number): string {
  const at = Math.min(stage, stages.length - 1)
  const [state, planned] = [stages[at], plan.stages[at]]
  const counts = stageGroups.map((group) => `${groupText[group].toLowerCase()} ${state?.counts[group] ?? 0}`)
  const name = planned === undefined ? '' : stageName(planned, at)
  return `${new Date(now).toISOString()} ${status} stage ${at + 1}/${stages.length} (${name}) ${state === undefined ? '' : phaseText[state.phase].toLowerCase()}: ${counts.join(', ')}`
}

/** Runs the command; returns its exit code. */
export async function rollout(args: string[], environment: RolloutEnvironment): Promise<number> {
  const { say, warn } = environment
  try {
    const options = optionsOf(args, environment.token)
    if (options.help) {
      say(USAGE)
      return exitCodes.done
    }
    return await carryOut(options, environment)
  } catch (error) {
    if (environment.signal.aborted) return exitCodes.stopped
    if (error instanceof WrongUsage || error instanceof FileProblem || error instanceof UsageError) {
      warn(error.message)
      return exitCodes.wrong
    }
    if (error instanceof RolloutMoved) {
      warn('Another rollout of this fleet is active')
      return exitCodes.taken
    }
    if (error instanceof RolloutUnreadable) {
      warn(error.message)
      return exitCodes.unreadable
    }
    if (!isApiError(error)) throw error
    warn(`The platform refused: ${error.message}`)
    return exitCodes.refused
  }
}

type Options = Exclude<ReturnType<typeof optionsOf>, { help: true }>

async function carryOut(options: Options, environment: RolloutEnvironment): Promise<number> {
  const { say, warn, signal, now = Date.now } = environment
  const { fleet: fleetName, release: releaseName, ...plan } = planOf(options.planFile)
  const api = connectApi({
    apiUrl: options.api,
    terminalUrl: options.api,
    tokenKey: 'flotilla:rollout',
    now,
    ...(environment.fetch === undefined ? {} : { fetch: environment.fetch }),
    onThrottled: (waitMs) => say(`The platform throttles requests; waiting ${Math.ceil(waitMs / 1000)} s`),
  })
  api.token.set(options.token)
  await api.detectPlatform()
  const fleet = await fleetOf(api, fleetName)
  const release = await releaseOf(api, fleet.id, releaseName)
  const who = { id: drawRunnerId(), name: `command on ${hostname()}`.slice(0, 100) }
  const store = new RolloutStore(api.data, fleet.id, who, now)
  const platform = new RolloutPlatform(api.data, fleet.id, now)
  if (options.dryRun) {
    const found = dryRun(plan, release.id, await platform.candidates(plan, release.id, signal))
    for (const line of dryRunLines(found, plan.stages, release.label)) say(line)
    return exitCodes.done
  }

  const runner = new RolloutRunner({ store, platform, runner: who })
  let kept = await store.read(signal)
  if (kept === null || (isOver(kept.state) && !options.resume && !options.abort)) {
    if (options.resume || options.abort) throw new WrongUsage('There is no rollout of this fleet')
    kept = await runner.create({ release, plan })
    say(`Rolling out ${release.label} to ${fleet.slug}`)
  } else {
    if (kept.state.release.id !== release.id) throw new RolloutMoved()
    if (!options.takeOver && !(await isLeft(store, kept, environment))) {
      warn(`${kept.runner.name} is running this rollout; use --take-over to take it over`)
      return exitCodes.taken
    }
    if (options.resume) await requestRolloutAction(store, 'resume', who.name)
    if (options.abort) await requestRolloutAction(store, 'abort', who.name)
    kept = await runner.takeOver()
    say(`Continuing ${release.label} on ${fleet.slug}`)
  }
  return watch(runner, kept, environment)
}

/** Whether the runner of the rollout has stopped: nothing is written for a while. Does not compare clocks of different machines. */
async function isLeft(
  store: RolloutStore,
  { revision, state, at }: Kept,
  { signal, now = Date.now, wait = sleep }: RolloutEnvironment,
): Promise<boolean> {
  if (isOver(state) || Math.abs(now() - at) > 24 * 60 * MINUTE) return true
  await wait(WATCH_MS, signal)
  return (await store.read(signal))?.revision === revision
}

async function watch(
  runner: RolloutRunner,
  started: Kept | null,
  { say, warn, signal, now = Date.now, wait = sleep }: RolloutEnvironment,
): Promise<number> {
  let lastEvent = started?.state.history.at(-1)
  let lastLine = -Infinity
  for (;;) {
    const poll = await runner.poll(signal)
    const { kept, trouble } = poll
    if (kept) {
      for (const event of eventsAfter(kept.state.history, lastEvent))
        say(`${new Date(event.at).toISOString()} ${eventText(event, kept.state.plan.stages)}`)
      lastEvent = kept.state.history.at(-1)
    }
    const code = exitCodeOf(poll)
    if (kept && (code !== undefined || now() - lastLine >= MINUTE)) {
      say(progressLine(kept.state, now()))
      lastLine = now()
    }
    if (trouble !== undefined) warn(`The rollout will retry: ${errorMessage(trouble)}`)
    if (code !== undefined) {
      if (kept?.state.reason && code === exitCodes.paused)
        warn(reasonText(kept.state.reason, kept.state.plan))
      return code
    }
    await wait(runner.waitMs(poll), signal)
  }
}

function exitCodeOf({ kept, end }: RolloutPoll): number | undefined {
  switch (end) {
    case 'over':
      return kept?.state.status === 'done' ? exitCodes.done : exitCodes.aborted
    case 'taken-over':
    case 'gone':
      return exitCodes.taken
    case 'unreadable':
      return exitCodes.unreadable
    case 'rights':
      return exitCodes.refused
    case undefined:
      return kept?.state.status === 'paused' ? exitCodes.paused : undefined
  }
}
