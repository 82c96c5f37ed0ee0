import { containerAddress } from '../addresses.ts'
import { imageCommand } from '../container-images.ts'
import type { Machine } from '../machine.ts'
import { volumeTree } from './docker-tree.ts'
import { characterDevices } from './host-tree.ts'
import { procTree, sysTree } from './kernel-tree.ts'
import { file, folder, largeFile, link, type Entries } from './nodes.ts'
import { PROGRAM_PATHS } from './programs.ts'

const ALPINE = [
  'NAME="Alpine Linux"',
  'ID=alpine',
  'VERSION_ID=3.20.3',
  'PRETTY_NAME="Alpine Linux v3.20"',
  'HOME_URL="https://alpinelinux.org/"',
  '',
].join('\n')

const DEBIAN = [
  'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"',
  'NAME="Debian GNU/Linux"',
  'VERSION_ID="12"',
  'VERSION="12 (bookworm)"',
  'VERSION_CODENAME=bookworm',
  'ID=debian',
  '',
].join('\n')

/** What images with node bring. */
const NODE_USER = 'node:x:1000:1000::/home/node:/bin/sh\n'

/** The files of a container. */
export function containerTree(machine: Machine, programs: readonly string[]): Entries {
  const service = machine.service()
  const at = service?.installedAt ?? machine.bootedAt()
  const version = service
    ? (machine.world.release(service.releaseId)?.version ?? '')
    : machine.device().supervisorVersion
  const isSupervisor = machine.isSupervisor()
  const name = isSupervisor ? 'balena-supervisor' : (service?.name ?? 'service')
  const command = isSupervisor ? 'node /usr/src/app/entry.sh' : imageCommand(service?.plan?.kind)
  const isAlpine = machine.userland() === 'alpine'
  const paths = PROGRAM_PATHS(programs, at, machine.userland())
  const sources = Array.from(command.matchAll(/\/usr\/src\/app\/(\S+)/g), ([, found = '']) => found)
  const usesNode = command.startsWith('node')
  const isOwn = machine.own() !== undefined || isSupervisor
  return {
    ...paths,
    ...(isOwn ? {} : { data: volumeTree(machine) }),
    dev: folder(() => ({ ...characterDevices(machine) }), at),
    etc: {
      ...(isAlpine ? { 'alpine-release': '3.20.3\n' } : { debian_version: '12.7\n' }),
      hostname: () => `${machine.hostname()}\n`,
      hosts: () =>
        `127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n${containerAddress(machine)}\t${machine.hostname()}\n`,
      'os-release': link('/usr/lib/os-release', at),
      'resolv.conf': 'nameserver 127.0.0.11\noptions ndots:0\n',
      passwd: `root:x:0:0:root:/root:/bin/${isAlpine ? 'ash' : 'bash'}\n${usesNode ? NODE_USER : ''}nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin\n`,
      group: `root:x:0:\n${usesNode ? 'node:x:1000:\n' : ''}nogroup:x:65534:\n`,
      shells: isAlpine ? '/bin/sh\n/bin/ash\n' : '/bin/sh\n/bin/bash\n/bin/dash\n',
    },
    home: usesNode && !isAlpine ? { node: {} } : {},
    lib: {},
    media: {},
    mnt: {},
    opt: {},
    proc: folder(() => procTree(machine), machine.now(), 0o555),
    root: folder({}, at, 0o700),
    run: {},
    srv: {},
    sys: folder(() => sysTree(machine), at, 0o555),
    '.dockerenv': file('', at, { mode: 0o755 }),
    // The lock file follows from the state of the device.
    tmp: folder({ balena: machine.holdsLock() ? { 'updates.lock': '' } : {}, resin: {} }, at, 0o1777),
    usr: {
      ...(paths['usr'] as Entries),
      lib: { 'os-release': isAlpine ? ALPINE : DEBIAN },
      share: {},
      src: {
        app: {
          ...(usesNode
            ? {
                'package.json': `${JSON.stringify({ name, version, private: true }, null, 2)}\n`,
                node_modules: {},
              }
            : { 'package.json': `${JSON.stringify({ name, version, private: true }, null, 2)}\n` }),
          ...Object.fromEntries(
            sources.map((path) => [
              path,
              file(`# ${name} ${version}, ${path}\n`, at, { mode: /\.\w+$/.test(path) ? 0o644 : 0o755 }),
            ]),
          ),
          ...(isSupervisor ? { dist: { 'app.js': largeFile('', 4_212_736, at) } } : {}),
          lib: {
            'service.js': `// ${name}: connects, samples, publishes\n`,
            'state.js': '// keeps /data/state.json\n',
          },
        },
      },
    },
    var: { cache: {}, lib: {}, log: {}, run: link('/run', at), tmp: {} },
  }
}
