import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { WebKit } from '../e2e/webkit/driver.ts'
import { installFromDebian } from './browser.ts'

const SAFARI_DRIVER = '/usr/bin/safaridriver'
const PACKAGES = ['webkit2gtk-driver', 'xvfb', 'dbus'] as const

const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const askVersion = (program: string, flag: string): string => {
  const { stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8', timeout: 20_000 })
  return /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? ''
}

/** The test browser of the newest WebKitGTK, which Debian installs in a folder of the library. */
function findMiniBrowser(): string | undefined {
  const libraries = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((folder) =>
    existsSync(folder)
      ? [
          folder,
          ...readdirSync(folder)
            .filter((name) => name.endsWith('-linux-gnu'))
            .map((name) => join(folder, name)),
        ]
      : [],
  )
  return libraries
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path))
}

/** The installed WebKit with all it needs; undefined if something is missing. */
export function findWebKit(): WebKit | undefined {
  if (process.platform === 'darwin') {
    if (!existsSync(SAFARI_DRIVER)) return undefined
    return {
      driver: SAFARI_DRIVER,
      capabilities: { browserName: 'safari' },
      version: `Safari ${askVersion(SAFARI_DRIVER, '--version')}`,
    }
  }
  if (process.platform !== 'linux') return undefined
  const driver = findProgram('WebKitWebDriver')
  const binary = findMiniBrowser()
  if (driver === undefined || binary === undefined) return undefined
  if (!['Xvfb', 'dbus-daemon'].every(findProgram)) return undefined
  return {
    driver,
    capabilities: {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation', '--geometry=1440x1000'] },
    },
    version: `WebKitGTK ${askVersion(binary, '--version')}`.trim(),
  }
}

/** The WebKit to test with: an installed one, else the system's packages; otherwise the reason why there is none. */
export function ensureWebKit(): WebKit | { reason: string } {
  const installed = findWebKit()
  if (installed !== undefined) return installed
  if (process.platform !== 'linux') return { reason: 'WebKit can be tested on macOS and Debian' }
  process.stderr.write('No WebKit found: installing the system packages…\n')
  const outcomes = PACKAGES.map((name) => installFromDebian([name]))
  return findWebKit() ?? { reason: `WebKit is not installed (${outcomes.join('; ')})` }
}
