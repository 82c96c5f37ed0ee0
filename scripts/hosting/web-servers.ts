import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Unpacked, not installed: installing them would start them as services of this machine. */
const unpacked = join(root, 'node_modules/.cache/web-servers')
const MINUTES = 60_000

/** The Debian packages of each server. The first that contains the program is used; the others are needed beside it. */
const servers = {
  nginx: { programs: ['nginx', 'nginx-light', 'nginx-core'], beside: ['nginx-common'] },
  caddy: { programs: ['caddy'], beside: [] },
} as const

export type WebServer = keyof typeof servers
export type FoundServers = Record<WebServer, { path: string } | { reason: string }>

/** The path of an installed or unpacked server; undefined if there is none. */
export function findServer(name: WebServer): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/bin']
  const version = name === 'nginx' ? '-v' : 'version'
  return [...folders, join(unpacked, 'usr/sbin'), join(unpacked, 'usr/bin')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path) && spawnSync(path, [version], { timeout: 20_000 }).status === 0)
}

/** The file of MIME types that belongs to nginx. */
export const mimeTypes = (): string =>
  ['/etc/nginx/mime.types', join(unpacked, 'etc/nginx/mime.types')].find(existsSync) ??
  '/etc/nginx/mime.types'

function run(command: string, args: readonly string[], cwd?: string): boolean {
  return spawnSync(command, args, { cwd, stdio: 'ignore', timeout: 5 * MINUTES }).status === 0
}

/** Downloads packages of Debian or Ubuntu and unpacks them below `node_modules/.cache`; needs no rights. */
function unpack(name: WebServer): void {
  const downloads = join(unpacked, 'downloads')
  const { programs, beside } = servers[name]
  mkdirSync(downloads, { recursive: true })
  for (const each of [...programs, ...beside])
    if (findServer(name) === undefined || (beside as readonly string[]).includes(each))
      if (run('apt-get', ['download', '-qq', each], downloads))
        for (const file of readdirSync(downloads).filter((it) => it.startsWith(`${each}_`)))
          run('dpkg', ['-x', join(downloads, file), unpacked])
  rmSync(downloads, { recursive: true, force: true })
}

/** The servers to test the generated configuration with: installed ones, else Debian's; otherwise the reason why there is none. */
export function ensureServers(): FoundServers {
  let isUpdated = false
  const ensure = (name: WebServer) => {
    const installed = findServer(name)
    if (installed !== undefined) return { path: installed }
    if (!existsSync('/usr/bin/apt-get'))
      return { reason: `${name} is not installed, and only on Debian and Ubuntu it is fetched` }
    process.stderr.write(`No ${name} found: unpacking Debian's package…\n`)
    unpack(name)
    if (findServer(name) === undefined && !isUpdated) {
      // The list of packages may be missing or outdated; only root may refresh it.
      isUpdated = run('apt-get', ['update', '-qq']) || run('sudo', ['-n', 'apt-get', 'update', '-qq'])
      if (isUpdated) unpack(name)
    }
    const found = findServer(name)
    return found === undefined
      ? { reason: `${name} is not installed (apt-get download ${name}: failed)` }
      : { path: found }
  }
  return { nginx: ensure('nginx'), caddy: ensure('caddy') }
}
