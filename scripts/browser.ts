import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import type { LaunchOptions } from 'playwright'

export interface FoundBrowser {
  /** Absolute path; undefined if Playwright finds its own download. */
  executablePath: string | undefined
  /** Where it came from, for messages. */
  origin: string
}

/** All that the browser tests need; it starts and renders a quarter faster than the full browser. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [
  HEADLESS,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const MINUTES = 60_000

const root = join(import.meta.dirname, '..')
const isRoot = process.getuid?.() === 0

/** Whether the file runs and prints a browser version. The placeholder for the snap package on Ubuntu exists, but does not run. */
function answers(path: string): boolean {
  if (!existsSync(path)) return false
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return true
  const version = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return version.status === 0 && /\d+\.\d+/.test(version.stdout)
}

const onPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (app) => `${app}.app/Contents/MacOS/${app}`,
    )
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => join(folder, app)),
    )
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []))
  }
  const folders = [...onPath(), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return [
    ...new Set(
      NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).concat(
        '/opt/google/chrome/chrome',
      ),
    ),
  ]
}

/** The browser to use; undefined if none is installed. Throws if $CHROMIUM is set to something else. */
function findBrowser(): FoundBrowser | undefined {
  const named = process.env.CHROMIUM
  if (named) {
    if (!answers(named))
      throw new Error(
        `CHROMIUM is set to ${named}, which is not a browser that starts. Correct it or unset it.`,
      )
    return { executablePath: named, origin: '$CHROMIUM' }
  }
  const installed = usualPlaces().find(answers)
  if (installed) return { executablePath: installed, origin: 'installed' }
  if (existsSync(chromium.executablePath())) return { executablePath: undefined, origin: "Playwright's own" }
  return undefined
}

/** The options with which every tool of the project starts the browser. */
export function launchOptions(browser: FoundBrowser | undefined = findBrowser()): LaunchOptions {
  if (!browser?.executablePath) return {}
  return {
    executablePath: browser.executablePath,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

async function starts(browser: FoundBrowser): Promise<string | undefined> {
  try {
    await (await chromium.launch(launchOptions(browser))).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
  }
}

function run(command: string, args: readonly string[]): boolean {
  process.stderr.write(`> ${command} ${args.join(' ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2], timeout: 10 * MINUTES }).status === 0
  )
}

/** Installs the first of these packages that exists. Returns the outcome, for an error message. */
export function installFromDebian(packages: readonly [string, ...string[]]): string {
  if (!existsSync('/usr/bin/apt-get')) return 'apt-get: not on this system'
  const prefix = isRoot ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args]
    return run(command, rest)
  }
  // Installing may work even if the package index cannot be refreshed.
  apt('update', '-qq')
  const name = packages.find((each) => apt('install', '-y', '-qq', '--no-install-recommends', each))
  return name === undefined
    ? `apt-get install ${packages.join(' or ')}${isRoot ? '' : ' (with sudo -n)'}: failed`
    : `apt-get install ${name}: installed, but it does not start`
}

/**
 * A browser that starts: an installed one, else Playwright's download, else the system's package. Throws with everything that
 * was tried.
 */
export async function ensureBrowser(): Promise<FoundBrowser> {
  const tried: string[] = []
  const use = async (name: string): Promise<FoundBrowser | undefined> => {
    const browser = findBrowser()
    if (!browser) return undefined
    const reason = await starts(browser)
    if (reason === undefined) return browser
    tried.push(`${name}: ${browser.executablePath ?? chromium.executablePath()} does not start (${reason})`)
    return undefined
  }

  const present = await use('installed')
  if (present) return present
  if (tried.length === 0) tried.push(`installed: none of ${NAMES.join(', ')} in the usual places`)
  if (process.env.CHROMIUM) throw new Error(`${tried.join('\n')}\nCorrect CHROMIUM or unset it.`)

  process.stderr.write("No browser found: downloading Playwright's Chromium…\n")
  const downloaded = run(process.execPath, [
    join(root, 'node_modules/playwright/cli.js'),
    'install',
    'chromium',
  ])
  const own = downloaded ? await use("Playwright's download") : undefined
  if (own) return own
  if (!downloaded) tried.push('npx playwright install chromium: failed')

  if (process.platform === 'linux') {
    // Debian 12 and newer package the headless shell; other systems only the full browser.
    const outcome = installFromDebian([HEADLESS, 'chromium'])
    const packaged = await use('the system package')
    if (packaged) return packaged
    tried.push(outcome)
  }
  throw new Error(
    ['No browser for the browser tests. Tried:', ...tried.map((each) => `  - ${each}`)].join('\n') +
      '\nInstall Chromium or Google Chrome, or set CHROMIUM to the path of one, and run this again.',
  )
}

/** The path of the installed Firefox; undefined if there is none. Throws if $FIREFOX is set to something else. */
export function findFirefox(): string | undefined {
  const named = process.env.FIREFOX
  if (named) {
    if (!answers(named))
      throw new Error(
        `FIREFOX is set to ${named}, which is not a browser that starts. Correct it or unset it.`,
      )
    return named
  }
  // Firefox is started through a script, which Windows cannot execute.
  if (process.platform === 'win32') return undefined
  const folders =
    process.platform === 'darwin'
      ? ['/Applications/Firefox.app/Contents/MacOS', ...onPath()]
      : [...onPath(), '/usr/bin', '/usr/local/bin']
  return ['firefox-esr', 'firefox']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(answers)
}

/**
 * The options with which browser tests start Firefox: through `firefox.mjs`, over WebDriver BiDi. Language and time zone are set
 * here, because older releases accept them only at start.
 */
export function firefoxOptions(executablePath: string): LaunchOptions {
  const script = join(import.meta.dirname, 'firefox.mjs')
  // A copy of the project may have lost the executable bit.
  chmodSync(script, 0o755)
  return {
    executablePath: script,
    args: [],
    env: { ...process.env, FIREFOX: executablePath, TZ: 'UTC' },
    firefoxUserPrefs: {
      // Scrollbars that take space, as on most desktops.
      'widget.gtk.overlay-scrollbars.enabled': false,
      'intl.accept_languages': 'en-GB,en',
      'intl.locale.requested': 'en-GB',
      // Tests read the clipboard; otherwise each time a menu would ask the user.
      'dom.events.testing.asyncClipboard': true,
    },
  }
}

/** The first tested release of Firefox in which Playwright can evaluate code on a page whose policy forbids `eval`. */
const EVALUATES_BESIDE_POLICY = 153

/** Whether the page's Content-Security-Policy also restricts Playwright in this Firefox, as in Debian's version 140. */
export function policyBindsTests(firefoxPath: string): boolean {
  const { stdout } = spawnSync(firefoxPath, ['--version'], { encoding: 'utf8' })
  return Number(/Firefox (\d+)/.exec(stdout)?.[1] ?? 0) < EVALUATES_BESIDE_POLICY
}

/** The Firefox to test with: an installed one, else the system's package; otherwise the reason why there is none. */
export function ensureFirefox(): { path: string } | { reason: string } {
  const installed = findFirefox()
  if (installed !== undefined) return { path: installed }
  if (process.platform !== 'linux') return { reason: 'Firefox is not installed' }
  process.stderr.write('No Firefox found: installing the system package…\n')
  const outcome = installFromDebian(['firefox-esr', 'firefox'])
  const packaged = findFirefox()
  return packaged === undefined ? { reason: `Firefox is not installed (${outcome})` } : { path: packaged }
}

if (import.meta.main) {
  const found = await ensureBrowser()
  process.stdout.write(`${found.executablePath ?? chromium.executablePath()} (${found.origin})\n`)
}
