import type { ServiceKind } from '../definition/world-definition.ts'

/** Which programs a machine has. */
export type Userland = 'host' | 'debian' | 'alpine'

interface ContainerImage {
  userland: 'debian' | 'alpine'
  command: string
  /** Programs beside those of the userland. */
  tools: readonly string[]
}

const IMAGES: Readonly<Record<ServiceKind, ContainerImage>> = {
  sensor: {
    userland: 'debian',
    command: 'node /usr/src/app/index.js',
    tools: ['node', 'npm', 'python3', 'curl', 'git'],
  },
  uplink: { userland: 'alpine', command: '/usr/src/app/uplink --config /usr/src/app/uplink.toml', tools: [] },
  dashboard: {
    userland: 'debian',
    command: 'node /usr/src/app/server.js --port 80',
    tools: ['node', 'npm', 'python3', 'curl', 'git'],
  },
  watchdog: { userland: 'alpine', command: '/bin/sh /usr/src/app/watchdog.sh', tools: ['curl', 'jq'] },
  camera: {
    userland: 'debian',
    command: 'python3 /usr/src/app/camera.py --device /dev/video0',
    tools: ['python3', 'pip3', 'curl'],
  },
  database: {
    userland: 'debian',
    command: 'postgres -D /data/postgres',
    tools: ['psql', 'postgres', 'pg_isready'],
  },
  worker: { userland: 'alpine', command: 'node /usr/src/app/worker.js', tools: ['node', 'npm'] },
}

export function userlandOf(kind: ServiceKind | undefined): 'debian' | 'alpine' {
  return kind === undefined ? 'debian' : IMAGES[kind].userland
}

/** The command of a service's container. */
export function imageCommand(kind: ServiceKind | undefined): string {
  return kind === undefined ? '/usr/src/app/start.sh' : IMAGES[kind].command
}

export function imageTools(kind: ServiceKind | undefined): readonly string[] {
  return kind === undefined ? [] : IMAGES[kind].tools
}
