// `npm run drive`: connects simulated devices to a running platform, using the device API only.

import { didYouMean } from '../mocks/base/closest-name.ts'
import { PERSONAS, deviceProfiles, type PersonaName } from '../simulator/definition/device-profiles.ts'
import { readArguments } from './command-line.ts'
import { drive, type DriveOptions } from './drive/drive.ts'
import { DriveProblem, tallyTable } from './drive/table.ts'

const personas = PERSONAS.filter((name) => deviceProfiles[name].link.kind !== 'never')

const USAGE = `Usage: npm run drive -- --api URL --key KEY --fleet FLEET [options]

Connects simulated devices to a platform: they register, poll their target state, download releases, report and write logs.

  --api           the URL of the platform's API, such as http://127.0.0.1:8090
  --key           a provisioning key of the fleet, or a user's API key
  --fleet         the fleet to join: id or slug
  --devices N     number of devices (10)
  --ramp N/s      registrations per second (5/s)
  --persona NAME  kind of devices (steady): ${personas.join(', ')}
  --seed N        seed of random numbers (1); the same key and seed produce the same devices
  --poll S        polling interval in seconds (30)
  --speed N       how many times as fast as real time the devices live, up to 100 (1)
  --for S         stops after S seconds; without it, runs until Ctrl-C
  --no-logs       writes no logs
  --device-type T device type, if the key cannot read that of the fleet
  --clean-up      deletes the devices at the end; a second Ctrl-C skips this
  --remove        only deletes the devices of an earlier run with the same key, seed and number
  --clean-up-key  the API key of a user who can delete devices (default: --key)`

interface Values {
  word(name: string): string | undefined
  number(name: string, least: number, most: number): number | undefined
  flag(name: string): boolean
}

class UsageProblem extends DriveProblem {}

function valuesOf(args: string[]): Values {
  let values: Record<string, string | boolean | undefined>
  try {
    const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const]
    const options = {
      api: text,
      key: text,
      fleet: text,
      devices: text,
      ramp: text,
      persona: text,
      seed: text,
      poll: text,
      speed: text,
      for: text,
      'device-type': text,
      'clean-up-key': text,
      'no-logs': flag,
      'clean-up': flag,
      remove: flag,
      help: flag,
    }
    values = readArguments({ args, options }).values
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
  const word = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    word,
    flag: (name) => values[name] === true,
    number(name, least, most) {
      const text = word(name)
      if (text === undefined) return undefined
      const number = Number(text)
      if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= most) return number
      throw new UsageProblem(`--${name} must be a number from ${least} to ${most}, not "${text}"`)
    },
  }
}

function needed({ word }: Values, name: string): string {
  const value = word(name)
  if (value === undefined || value === '') throw new UsageProblem(`--${name} is missing`)
  return value
}

function wholeNumber(values: Values, name: string, least: number, most: number, usual: number): number {
  const value = values.number(name, least, most) ?? usual
  if (!Number.isInteger(value)) throw new UsageProblem(`--${name} must be a whole number, not "${value}"`)
  return value
}

function rampOf({ word }: Values): number {
  const text = word('ramp') ?? '5/s'
  const [, number] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text) ?? []
  const ramp = Number(number)
  if (number !== undefined && ramp > 0 && ramp <= 1000) return ramp
  throw new UsageProblem(`--ramp must be like 5/s, at most 1000/s, not "${text}"`)
}

function personaOf({ word }: Values): PersonaName {
  const text = word('persona') ?? 'steady'
  const persona = personas.find((name) => name === text)
  if (persona !== undefined) return persona
  throw new UsageProblem(`There is no persona "${text}"${didYouMean(text, personas)} "--help" lists all.`)
}

function optionsOf(values: Values): Omit<DriveOptions, 'stop' | 'giveUp' | 'say'> {
  const url = needed(values, 'api')
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new UsageProblem(`--api must be a URL such as https://api.example.com, not "${url}"`)
  }
  const lasts = values.number('for', 0.1, 31_536_000)
  return {
    url,
    key: needed(values, 'key'),
    fleet: needed(values, 'fleet'),
    deviceType: values.word('device-type'),
    devices: wholeNumber(values, 'devices', 1, 100_000, 10),
    ramp: rampOf(values),
    persona: personaOf(values),
    seed: wholeNumber(values, 'seed', 0, 4_294_967_295, 1),
    pollEvery: (values.number('poll', 0.1, 86_400) ?? 30) * 1000,
    speed: values.number('speed', 1, 100) ?? 1,
    logs: !values.flag('no-logs'),
    lasts: lasts === undefined ? undefined : lasts * 1000,
    cleanUp: values.flag('clean-up'),
    removeOnly: values.flag('remove'),
    cleanUpKey: values.word('clean-up-key'),
  }
}

async function main(args: string[]): Promise<void> {
  const values = valuesOf(args)
  if (values.flag('help')) return console.log(USAGE)
  const options = optionsOf(values)
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  const end = () => (stop.signal.aborted ? giveUp : stop).abort()
  process.on('SIGINT', end).on('SIGTERM', end)
  try {
    const result = await drive({
      ...options,
      stop: stop.signal,
      giveUp: giveUp.signal,
      say: (line) => console.log(line),
    })
    console.log(`\n${tallyTable(result.tally)}`)
    if (result.left > 0) process.exitCode = 1
  } catch (error) {
    // Errors after the user has stopped it are expected.
    if (!stop.signal.aborted && !giveUp.signal.aborted) throw error
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

await main(process.argv.slice(2)).then(
  // Keep-alive connections would delay the exit for seconds.
  () => process.exit(),
  (error: unknown) => {
    const isUsage = error instanceof UsageProblem
    console.error(error instanceof DriveProblem ? error.message : error)
    process.exit(isUsage ? 2 : 1)
  },
)
