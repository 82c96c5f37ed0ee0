import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connectApi } from '../../src/api/api.ts'
import { errorMessage } from '../../src/api/error-message.ts'
import { isApiError } from '../../src/api/errors.ts'
import {
  CaptureProblem,
  MAX_SINGLE_DEVICES,
  type CaptureState,
} from '../../src/engines/capture/capture-report.ts'
import { Capture } from '../../src/engines/capture/capture.ts'
import { keepable, type Keepable } from '../../src/engines/capture/captured-fields.ts'
import { REQUESTS_A_MINUTE } from '../../src/engines/capture/patient-reader.ts'
import { captureProblemText, captureReportLines, captureText } from '../../src/messages/capture/capture.ts'
import { readWorldFile } from '../../src/simulation/world-file/world-file.ts'
import { MAX_LINK_KILOBYTES } from '../../src/simulation/world-file/world-link.ts'
import { readArguments, errorSentence, UsageError } from '../command-line.ts'

export const exitCodes = { done: 0, refused: 1, wrong: 2, unfinished: 3, stopped: 130 } as const

const USAGE = `npm run capture -- --api URL --out FILE [options]
  --api URL        the platform, for example https://api.example.com
  --out FILE       the world file to write, for example ours.world.yaml
  --keep LIST      what keeps its name, separated by commas: ${keepable.join(', ')}
  --single         each device for itself instead of groups, up to ${MAX_SINGLE_DEVICES} devices
  --requests N     at most so many requests a minute (${REQUESTS_A_MINUTE})
  --restart        does not continue an earlier capture of the same file
  --yes            does not ask before reading

The token is read from FLOTILLA_TOKEN, or asked for. Only reads, nothing is changed. Names become pseudonyms, and values of
variables, logs, notes, keys and addresses are not even read (docs/capture.md).
Exit codes: 0: written; 1: not written, with the reason; 2: invalid arguments; 3: the platform stopped answering, and the
same command continues; 130: stopped, and the same command continues.`

export interface CaptureEnvironment {
  say: (line: string) => void
  warn: (line: string) => void
  /** Asks somebody; undefined if nobody is there. */
  ask: (question: string, isSecret?: boolean) => Promise<string | undefined>
  token: string | undefined
  signal: AbortSignal
  /** By default the real ones. */
  fetch?: typeof fetch
  now?: () => number
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

class WrongUsage extends Error {}

function keepOf(list: string | undefined): Set<Keepable> {
  const kept = new Set<Keepable>()
  for (const name of (list ?? '').split(',').filter(Boolean)) {
    const known = keepable.find((one) => one === name.trim())
    if (known === undefined) throw new WrongUsage(`--keep ${name}: must be one of ${keepable.join(', ')}`)
    kept.add(known)
  }
  return kept
}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  if (args.some((one) => /^--token\b/.test(one)))
    throw new WrongUsage('A token in the command would stay in the history of the shell: use FLOTILLA_TOKEN')
  const { values } = readArguments({
    args,
    options: {
      api: text,
      out: text,
      keep: text,
      requests: text,
      single: flag,
      restart: flag,
      yes: flag,
      help: { ...flag, short: 'h' },
    },
  })
  const { api, out, requests } = values
  if (values.help) return { help: true as const }
  if (api === undefined || !URL.canParse(api))
    throw new WrongUsage('--api must be a URL such as https://api.example.com')
  if (out === undefined || out === '') throw new WrongUsage('--out is needed: the world file to write')
  if (requests !== undefined && !(Number(requests) >= 1 && Number(requests) <= 300 && /^\d+$/.test(requests)))
    throw new WrongUsage('--requests must be a whole number from 1 to 300')
  const keep = keepOf(values.keep)
  if (keep.has('devices') && !values.single)
    throw new WrongUsage('--keep devices needs --single: groups of devices have no single names')
  return {
    help: false as const,
    api,
    out,
    keep,
    isSingle: values.single === true,
    isRestart: values.restart === true,
    isAgreed: values.yes === true,
    ...(requests !== undefined && { requestsAMinute: Number(requests) }),
  }
}

type Options = Exclude<ReturnType<typeof optionsOf>, { help: true }>

/** Runs the command; returns its exit code. */
export async function capture(args: string[], environment: CaptureEnvironment): Promise<number> {
  const { say, warn, signal } = environment
  try {
    const options = optionsOf(args)
    if (options.help) {
      say(USAGE)
      return exitCodes.done
    }
    return await carryOut(options, environment)
  } catch (error) {
    if (signal.aborted) return exitCodes.stopped
    if (error instanceof WrongUsage || error instanceof UsageError) {
      warn(error.message)
      return exitCodes.wrong
    }
    if (error instanceof CaptureProblem) {
      warn(captureProblemText[error.why]?.(error.details) ?? error.message)
      return exitCodes.refused
    }
    if (isApiError(error)) {
      warn(`The platform stopped answering: ${errorMessage(error)} The same command continues.`)
      return exitCodes.unfinished
    }
    warn(errorSentence(error))
    return exitCodes.refused
  }
}

const isState = (value: unknown): value is CaptureState =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 1 && 'fleets' in value

/** The earlier capture of the same file, if it has the same options. */
function earlierState(path: string, { keep, isSingle, isRestart }: Options): CaptureState | undefined {
  if (isRestart) return undefined
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isState(state) || state.isSingle !== isSingle) return undefined
    return String(state.keep) === String([...keep]) ? state : undefined
  } catch {
    return undefined
  }
}

/** The time of the platform, by which its devices have been connected or away. */
async function platformTime(options: Options, environment: CaptureEnvironment): Promise<number> {
  if (environment.now !== undefined) return environment.now()
  const response = await (environment.fetch ?? fetch)(new URL('/ping', options.api)).catch(() => undefined)
  const at = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(at) ? Date.now() : at
}

const PROGRESS_EVERY_MS = 2_000

async function carryOut(options: Options, environment: CaptureEnvironment): Promise<number> {
  const { say, warn, ask, signal, wait } = environment
  const token = environment.token || (await ask('Token of the platform (not shown): ', true))
  if (token === undefined || token === '') throw new WrongUsage('A token is needed, in FLOTILLA_TOKEN')
  const api = connectApi({
    apiUrl: options.api,
    terminalUrl: options.api,
    tokenKey: 'flotilla:capture',
    ...(environment.fetch === undefined ? {} : { fetch: environment.fetch }),
    onThrottled: (waitMs) => say(captureText.waiting(Math.ceil(waitMs / 1000))),
  })
  api.token.set(token)
  await api.detectPlatform()
  const part = `${options.out}.part`
  const earlier = earlierState(part, options)
  let reportedAt = -Infinity
  const run = new Capture({
    data: api.data,
    now: await platformTime(options, environment),
    keep: options.keep,
    isSingle: options.isSingle,
    check: readWorldFile,
    signal,
    ...(options.requestsAMinute !== undefined && { requestsAMinute: options.requestsAMinute }),
    ...(wait !== undefined && { wait }),
    ...(earlier !== undefined && { resume: earlier }),
    onWait: (waitMs) => say(captureText.waiting(Math.ceil(waitMs / 1000))),
    onState: (state) => writeFileSync(part, JSON.stringify(state), { mode: 0o600 }),
    onProgress(progress) {
      if (performance.now() - reportedAt < PROGRESS_EVERY_MS && progress.fleetsDone < progress.fleets) return
      reportedAt = performance.now()
      const left = progress.leftMs === null ? '' : `, ${captureText.left(progress.leftMs)}`
      say(`${captureText.progress(progress)}${progress.fleetsDone < progress.fleets ? left : ''}`)
    },
  })
  say(captureText.survey(await run.survey()))
  // A platform that did not say which it is has shown it by its answers to the survey.
  say(captureText.whose[api.data.reduction === null ? 'hosted' : 'open'])
  if (earlier !== undefined) say('Continuing the earlier capture of this file.')
  if (!options.isAgreed) {
    const answer = await ask('Read them? [y/N] ')
    if (answer === undefined) throw new WrongUsage('Nobody can be asked here: --yes agrees in advance')
    if (!/^y(es)?$/i.test(answer.trim())) {
      warn('Nothing was written.')
      return exitCodes.refused
    }
  }
  const { text, report } = await run.run()
  writeFileSync(options.out, text)
  rmSync(part, { force: true })
  for (const line of captureReportLines(report, 'the password flotilla-demo')) say(line)
  const kilobytes = Math.max(1, Math.round(text.length / 1000))
  say(`Wrote ${options.out} (${kilobytes} kB). Open it: npm start -- --world ${options.out}`)
  if (text.length > MAX_LINK_KILOBYTES * 1000) say(captureText.tooLongForLink)
  return exitCodes.done
}
