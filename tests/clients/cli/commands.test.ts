import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliScript } from './install.ts'

const CONTAINERS = 'needs a container engine on this machine'
const DRIVE = 'writes to a drive of this machine, as its administrator'
const REACHES_DEVICE = 'opens a secure shell to a device in the local network'

/** Commands that no test runs to completion, with the reason. */
const UNPROVED: Readonly<Record<string, string>> = {
  build: CONTAINERS,
  deploy: CONTAINERS,
  push: 'what packs the sources is among its packages that only its install scripts make',
  'device detect': 'looks for devices in the local network, which each machine has its own of',
  'device init': DRIVE,
  'device ssh': 'opens a secure shell to the gateway of the platform',
  'device tunnel': 'opens a tunnel through the VPN of the platform',
  'internal osinit': DRIVE,
  join: REACHES_DEVICE,
  leave: REACHES_DEVICE,
  'local flash': DRIVE,
  'os initialize': DRIVE,
  'util available-drives': 'lists the drives of this machine',
}

/** Runs until it needs a container engine. */
const HALFWAY = 'preload'

/** The commands as typed, such as `device ssh`. */
const commands = () =>
  readdirSync(join(cliScript, '../../build/commands'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) =>
      file
        .slice(0, -'.js'.length)
        .split(/[/\\]/)
        .filter((word) => word !== 'index')
        .join(' '),
    )

test('tests run 75 of the 88 commands of the CLI', () => {
  const all = commands()
  expect(all).toHaveLength(88)
  expect(all).toEqual(expect.arrayContaining(Object.keys(UNPROVED)))
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts') && file !== 'commands.test.ts')
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  /** Whether a test contains a successful call of the full command; failing calls do not count. */
  const isRun = (command: string) => {
    const words = command.split(' ').map((word) => `'${word}'`)
    const calls = command === HALFWAY ? 'run' : 'ok|json|withDefaults|start'
    return new RegExp(String.raw`\.(?:${calls})(?:<[^(]*>)?\(\s*${words.join(String.raw`,\s*`)}[,)]`).test(
      sources,
    )
  }
  expect(all.filter((command) => UNPROVED[command] === undefined && !isRun(command))).toEqual([])
  expect(all.length - Object.keys(UNPROVED).length).toBe(75)
})
