// `npm run drift -- --api URL --token TOKEN`: lists how a live platform differs from the contract and the mock.

import { writeFileSync } from 'node:fs'
import { createTestCloud } from '../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../mocks/platforms/platform.ts'
import { argumentsOrExit, checkOutput, oneOf, orExit, wholeNumber } from './command-line.ts'
import { findDrift } from './drift/compare.ts'
import { heading, isDrift, lastLine, operationReport, driftSummary } from './drift/report.ts'
import { answers, createSide, isMock, whichPlatform } from './drift/side.ts'

const USAGE = `npm run drift -- --api URL --token TOKEN [options]
  --api URL     the platform to compare, for example https://api.example.com
  --token TEXT  a session token or an API key (default: FLOTILLA_TOKEN)
  --platform P  hosted or open: the kind of platform to compare with (default: detected)
  --json FILE   also writes all results to this file
  --only TEXT   only operations whose id starts with TEXT, for example device. or config.
  --pause N     milliseconds between requests (250)

Read-only. Exit codes: 0: the platform and the mock match the contract; 1: at least one response does not, or
there was no response; 2: invalid arguments.`

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const option = { type: 'string' } as const
const names = { api: option, token: option, platform: option, json: option, only: option, pause: option }
const { values: options } = argumentsOrExit({
  options: { ...names, help: { type: 'boolean', short: 'h' } },
})
const { api, token = process.env.FLOTILLA_TOKEN, platform: named, json, only, pause, help } = options
if (help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
if (api === undefined || !URL.canParse(api)) stop(`--api must be a URL such as https://api.example.com.`)
if (token === undefined || token === '') stop(`--token is needed, or the variable FLOTILLA_TOKEN.`)
const { pauseMs, known } = orExit(() => {
  if (json !== undefined) checkOutput('--json', json, 'file')
  return {
    pauseMs: pause === undefined ? undefined : wholeNumber('--pause', pause, 0, 99_999),
    known: named === undefined ? undefined : oneOf('--platform', named, PLATFORM_NAMES),
  }
})
if (!(await answers(api))) stop(`Nothing answers at ${api}. Is the address right, and is the platform up?`)

const platform = known ?? (await whichPlatform(api))
const world = createTestCloud('first-look', { platform })
const mock = createSide({
  name: 'mock',
  url: 'https://api.flotilla.test',
  token: await world.token('ada'),
  fetch: (input, init) => world.cloud.handle(new Request(input, init)),
  pauseMs: 0,
})
const live = createSide({
  name: 'live',
  url: api,
  token,
  ...(pauseMs === undefined ? {} : { pauseMs }),
})

process.stdout.write(`Compared with the contract of the ${platform} platform\n${heading}\n`)
const all = await findDrift({
  live,
  mock,
  platform,
  ...(only === undefined ? {} : { only }),
  tell: (one) => process.stdout.write(`${operationReport(one)}\n`),
})
world.dispose()
if (only !== undefined && all.length === 0) stop(`No operation's id starts with "${only}".`)
const summary = driftSummary(all)
process.stdout.write(`\n${lastLine(summary)}\n`)
if (json !== undefined) {
  const results = { api, platform, isMock: await isMock(api), summary, operations: all }
  writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`)
}
process.exitCode = all.some(isDrift) || summary.asked === 0 ? 1 : 0
