import type { Process } from '../process.ts'
import { failed } from './engine-listing.ts'

type Flag = readonly [flag: string, text: string]

interface Command {
  /** What follows its name. */
  usage: string
  text: string
  flags?: readonly Flag[]
}

const FILTER: Flag = ['-f, --filter filter', 'Filter output based on conditions provided']
const FORMAT: Flag = ['    --format string', 'Pretty-print output using a Go template']
const NO_TRUNC: Flag = ['    --no-trunc', "Don't truncate output"]
const QUIET: Flag = ['-q, --quiet', 'Only display IDs']
const FORCE: Flag = ['-f, --force', 'Do not prompt for confirmation']
const INSPECT: readonly Flag[] = [
  ['-f, --format string', 'Format the output using the given Go template'],
  ['-s, --size', 'Display total file sizes if the type is container'],
]
const ONE = 'CONTAINER'
const MANY = '[OPTIONS] CONTAINER [CONTAINER...]'
const PLAIN = 'CONTAINER [CONTAINER...]'

/** The commands of the engine, by their names behind `balena`. */
const COMMANDS: Readonly<Record<string, Command>> = {
  attach: {
    usage: '[OPTIONS] CONTAINER',
    text: 'Attach local standard input, output, and error streams to a running container',
  },
  build: { usage: '[OPTIONS] PATH | URL | -', text: 'Build an image from a Dockerfile' },
  commit: {
    usage: '[OPTIONS] CONTAINER [REPOSITORY[:TAG]]',
    text: "Create a new image from a container's changes",
  },
  cp: {
    usage: '[OPTIONS] CONTAINER:SRC_PATH DEST_PATH|-',
    text: 'Copy files/folders between a container and the local filesystem',
  },
  create: { usage: '[OPTIONS] IMAGE [COMMAND] [ARG...]', text: 'Create a new container' },
  diff: { usage: ONE, text: "Inspect changes to files or directories on a container's filesystem" },
  events: {
    usage: '[OPTIONS]',
    text: 'Get real time events from the server',
    flags: [
      FILTER,
      ['    --format string', 'Format the output using the given Go template'],
      ['    --since string', 'Show all events created since timestamp'],
      ['    --until string', 'Stream events until this timestamp'],
    ],
  },
  exec: {
    usage: '[OPTIONS] CONTAINER COMMAND [ARG...]',
    text: 'Run a command in a running container',
    flags: [
      ['-d, --detach', 'Detached mode: run command in the background'],
      ['-e, --env list', 'Set environment variables'],
      ['-i, --interactive', 'Keep STDIN open even if not attached'],
      ['-t, --tty', 'Allocate a pseudo-TTY'],
      ['-u, --user string', 'Username or UID (format: <name|uid>[:<group|gid>])'],
      ['-w, --workdir string', 'Working directory inside the container'],
    ],
  },
  export: { usage: '[OPTIONS] CONTAINER', text: "Export a container's filesystem as a tar archive" },
  history: { usage: '[OPTIONS] IMAGE', text: 'Show the history of an image' },
  images: {
    usage: '[OPTIONS] [REPOSITORY[:TAG]]',
    text: 'List images',
    flags: [
      ['-a, --all', 'Show all images (default hides intermediate images)'],
      ['    --digests', 'Show digests'],
      FILTER,
      FORMAT,
      NO_TRUNC,
      ['-q, --quiet', 'Only show image IDs'],
    ],
  },
  import: {
    usage: '[OPTIONS] file|URL|- [REPOSITORY[:TAG]]',
    text: 'Import the contents from a tarball to create a filesystem image',
  },
  info: {
    usage: '[OPTIONS]',
    text: 'Display system-wide information',
    flags: [['-f, --format string', 'Format the output using the given Go template']],
  },
  inspect: {
    usage: '[OPTIONS] NAME|ID [NAME|ID...]',
    text: 'Return low-level information on Docker objects',
    flags: [...INSPECT, ['    --type string', 'Return JSON for specified type']],
  },
  kill: {
    usage: MANY,
    text: 'Kill one or more running containers',
    flags: [['-s, --signal string', 'Signal to send to the container (default "KILL")']],
  },
  load: { usage: '[OPTIONS]', text: 'Load an image from a tar archive or STDIN' },
  login: { usage: '[OPTIONS] [SERVER]', text: 'Log in to a Docker registry.' },
  logout: { usage: '[SERVER]', text: 'Log out from a Docker registry' },
  logs: {
    usage: '[OPTIONS] CONTAINER',
    text: 'Fetch the logs of a container',
    flags: [
      ['    --details', 'Show extra details provided to logs'],
      ['-f, --follow', 'Follow log output'],
      [
        '    --since string',
        'Show logs since timestamp (e.g. 2013-01-02T13:23:37Z) or relative (e.g. 42m for 42 minutes)',
      ],
      ['-n, --tail string', 'Number of lines to show from the end of the logs (default "all")'],
      ['-t, --timestamps', 'Show timestamps'],
      [
        '    --until string',
        'Show logs before a timestamp (e.g. 2013-01-02T13:23:37Z) or relative (e.g. 42m for 42 minutes)',
      ],
    ],
  },
  pause: { usage: PLAIN, text: 'Pause all processes within one or more containers' },
  port: {
    usage: 'CONTAINER [PRIVATE_PORT[/PROTO]]',
    text: 'List port mappings or a specific mapping for the container',
  },
  ps: {
    usage: '[OPTIONS]',
    text: 'List containers',
    flags: [
      ['-a, --all', 'Show all containers (default shows just running)'],
      FILTER,
      ['    --format string', 'Pretty-print containers using a Go template'],
      ['-n, --last int', 'Show n last created containers (includes all states) (default -1)'],
      ['-l, --latest', 'Show the latest created container (includes all states)'],
      NO_TRUNC,
      ['-q, --quiet', 'Only display container IDs'],
      ['-s, --size', 'Display total file sizes'],
    ],
  },
  pull: {
    usage: '[OPTIONS] NAME[:TAG|@DIGEST]',
    text: 'Pull an image or a repository from a registry',
    flags: [
      ['-a, --all-tags', 'Download all tagged images in the repository'],
      ['-q, --quiet', 'Suppress verbose output'],
    ],
  },
  push: { usage: '[OPTIONS] NAME[:TAG]', text: 'Push an image or a repository to a registry' },
  rename: { usage: 'CONTAINER NEW_NAME', text: 'Rename a container' },
  restart: {
    usage: MANY,
    text: 'Restart one or more containers',
    flags: [['-t, --time int', 'Seconds to wait for stop before killing the container (default 10)']],
  },
  rm: {
    usage: MANY,
    text: 'Remove one or more containers',
    flags: [
      ['-f, --force', 'Force the removal of a running container (uses SIGKILL)'],
      ['-l, --link', 'Remove the specified link'],
      ['-v, --volumes', 'Remove anonymous volumes associated with the container'],
    ],
  },
  rmi: {
    usage: '[OPTIONS] IMAGE [IMAGE...]',
    text: 'Remove one or more images',
    flags: [
      ['-f, --force', 'Force removal of the image'],
      ['    --no-prune', 'Do not delete untagged parents'],
    ],
  },
  run: { usage: '[OPTIONS] IMAGE [COMMAND] [ARG...]', text: 'Run a command in a new container' },
  save: {
    usage: '[OPTIONS] IMAGE [IMAGE...]',
    text: 'Save one or more images to a tar archive (streamed to STDOUT by default)',
    flags: [['-o, --output string', 'Write to a file, instead of STDOUT']],
  },
  search: { usage: '[OPTIONS] TERM', text: 'Search the Docker Hub for images' },
  start: {
    usage: MANY,
    text: 'Start one or more stopped containers',
    flags: [
      ['-a, --attach', 'Attach STDOUT/STDERR and forward signals'],
      ['-i, --interactive', "Attach container's STDIN"],
    ],
  },
  stats: {
    usage: '[OPTIONS] [CONTAINER...]',
    text: 'Display a live stream of container(s) resource usage statistics',
    flags: [
      ['-a, --all', 'Show all containers (default shows just running)'],
      FORMAT,
      ['    --no-stream', 'Disable streaming stats and only pull the first result'],
      ['    --no-trunc', 'Do not truncate output'],
    ],
  },
  stop: {
    usage: MANY,
    text: 'Stop one or more running containers',
    flags: [['-t, --time int', 'Seconds to wait for stop before killing it (default 10)']],
  },
  tag: {
    usage: 'SOURCE_IMAGE[:TAG] TARGET_IMAGE[:TAG]',
    text: 'Create a tag TARGET_IMAGE that refers to SOURCE_IMAGE',
  },
  top: { usage: 'CONTAINER [ps OPTIONS]', text: 'Display the running processes of a container' },
  unpause: { usage: PLAIN, text: 'Unpause all processes within one or more containers' },
  update: { usage: MANY, text: 'Update configuration of one or more containers' },
  version: {
    usage: '[OPTIONS]',
    text: 'Show the Docker version information',
    flags: [['-f, --format string', 'Format the output using the given Go template']],
  },
  wait: { usage: PLAIN, text: 'Block until one or more containers stop, then print their exit codes' },
}

/** The commands behind a group's name; those that are listed by their names alone are as above. */
const GROUPS: Readonly<Record<string, { text: string; commands: Readonly<Record<string, Command | null>> }>> =
  {
    container: {
      text: 'Manage containers',
      commands: Object.fromEntries(
        'attach commit cp create diff exec export inspect kill logs ls pause port prune rename restart rm run start stats stop top unpause update wait'
          .split(' ')
          .map((it) => [
            it,
            it === 'ls'
              ? (COMMANDS['ps'] ?? null)
              : it === 'prune'
                ? { usage: '[OPTIONS]', text: 'Remove all stopped containers', flags: [FORCE] }
                : it === 'inspect'
                  ? {
                      usage: MANY,
                      text: 'Display detailed information on one or more containers',
                      flags: INSPECT,
                    }
                  : null,
          ]),
      ),
    },
    image: {
      text: 'Manage images',
      commands: {
        build: null,
        delta: {
          usage: '[OPTIONS] SRC_IMAGE DEST_IMAGE',
          text: 'Create a binary delta between SRC_IMAGE and DEST_IMAGE',
        },
        history: null,
        import: null,
        inspect: {
          usage: '[OPTIONS] IMAGE [IMAGE...]',
          text: 'Display detailed information on one or more images',
          flags: INSPECT.slice(0, 1),
        },
        load: null,
        ls: COMMANDS['images'] ?? null,
        prune: {
          usage: '[OPTIONS]',
          text: 'Remove unused images',
          flags: [['-a, --all', 'Remove all unused images, not just dangling ones'], FORCE],
        },
        pull: null,
        push: null,
        rm: COMMANDS['rmi'] ?? null,
        save: null,
        tag: null,
      },
    },
    network: {
      text: 'Manage networks',
      commands: {
        connect: { usage: '[OPTIONS] NETWORK CONTAINER', text: 'Connect a container to a network' },
        create: { usage: '[OPTIONS] NETWORK', text: 'Create a network' },
        disconnect: { usage: '[OPTIONS] NETWORK CONTAINER', text: 'Disconnect a container from a network' },
        inspect: {
          usage: '[OPTIONS] NETWORK [NETWORK...]',
          text: 'Display detailed information on one or more networks',
          flags: [
            ['-f, --format string', 'Format the output using the given Go template'],
            ['-v, --verbose', 'Verbose output for diagnostics'],
          ],
        },
        ls: { usage: '[OPTIONS]', text: 'List networks', flags: [FILTER, FORMAT, NO_TRUNC, QUIET] },
        prune: { usage: '[OPTIONS]', text: 'Remove all unused networks', flags: [FORCE] },
        rm: { usage: 'NETWORK [NETWORK...]', text: 'Remove one or more networks' },
      },
    },
    system: {
      text: 'Manage Docker',
      commands: {
        df: {
          usage: '[OPTIONS]',
          text: 'Show docker disk usage',
          flags: [FORMAT, ['-v, --verbose', 'Show detailed information on space usage']],
        },
        events: null,
        info: null,
        prune: {
          usage: '[OPTIONS]',
          text: 'Remove unused data',
          flags: [
            ['-a, --all', 'Remove all unused images not just dangling ones'],
            ['    --filter filter', "Provide filter values (e.g. 'label=<key>=<value>')"],
            FORCE,
            ['    --volumes', 'Prune volumes'],
          ],
        },
      },
    },
    volume: {
      text: 'Manage volumes',
      commands: {
        create: { usage: '[OPTIONS] [VOLUME]', text: 'Create a volume' },
        inspect: {
          usage: '[OPTIONS] VOLUME [VOLUME...]',
          text: 'Display detailed information on one or more volumes',
          flags: INSPECT.slice(0, 1),
        },
        ls: {
          usage: '[OPTIONS]',
          text: 'List volumes',
          flags: [
            ['-f, --filter filter', "Provide filter values (e.g. 'dangling=true')"],
            FORMAT,
            ['-q, --quiet', 'Only display volume names'],
          ],
        },
        prune: { usage: '[OPTIONS]', text: 'Remove all unused local volumes', flags: [FORCE] },
        rm: {
          usage: '[OPTIONS] VOLUME [VOLUME...]',
          text: 'Remove one or more volumes. You cannot remove a volume that is in use by a container.',
          flags: [['-f, --force', 'Force the removal of one or more volumes']],
        },
      },
    },
  }

const commandOf = (path: string): Command | undefined => {
  const [first = '', second] = path.split(' ')
  if (second === undefined) return COMMANDS[first]
  const group = GROUPS[first]?.commands
  return group !== undefined && Object.hasOwn(group, second) ? (group[second] ?? COMMANDS[second]) : undefined
}

const columns = (rows: readonly Flag[], indent: string): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `${indent}${name.padEnd(width)}   ${text}\n`).join('')
}

/** What `balena COMMAND --help` prints; null where there is no such command. */
export function commandHelp(program: string, path: string): string | null {
  const command = commandOf(path)
  if (command === undefined) return null
  const flags = command.flags ?? []
  return `\nUsage:  ${program} ${path} ${command.usage}\n\n${command.text}\n${flags.length === 0 ? '' : `\nOptions:\n${columns(flags, '  ')}`}`
}

const commandRow = ([name, text]: Flag): string => `  ${name.padEnd(11)} ${text}\n`

/** What a group of commands prints without one; null for another word. */
export function groupHelp(program: string, name: string): string | null {
  const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined
  if (group === undefined) return null
  const rows = Object.entries(group.commands).map(([it, command]): Flag => [
    it,
    (command ?? COMMANDS[it])?.text.replace(/\. .*$/, '') ?? '',
  ])
  return `\nUsage:  ${program} ${name} COMMAND\n\n${group.text}\n\nCommands:\n${rows.map(commandRow).join('')}\nRun '${program} ${name} COMMAND --help' for more information on a command.\n`
}

const GLOBAL: readonly Flag[] = [
  ['    --config string', 'Location of client config files (default "/home/root/.docker")'],
  ['-D, --debug', 'Enable debug mode'],
  ['-H, --host list', 'Daemon socket(s) to connect to'],
  [
    '-l, --log-level string',
    'Set the logging level ("debug"|"info"|"warn"|"error"|"fatal") (default "info")',
  ],
  ['-v, --version', 'Print version information and quit'],
]

/** What the engine's client prints without a command. */
export function engineHelp(program: string): string {
  const group = Object.entries(GROUPS).map(([name, { text }]): Flag => [name, text])
  const single = Object.entries(COMMANDS).map(([name, { text }]): Flag => [name, text.replace(/\.$/, '')])
  return `\nUsage:  ${program} [OPTIONS] COMMAND\n\nA container engine purpose-built for embedded and IoT use cases\n\nOptions:\n${columns(GLOBAL, '  ')}\nManagement Commands:\n${group.map(commandRow).join('')}\nCommands:\n${single.map(commandRow).join('')}\nRun '${program} COMMAND --help' for more information on a command.\n`
}

/** Says how many arguments a command takes: `at least 1 argument`. */
export function needs(process: Process, path: string, what: string): number {
  const command = commandOf(path)
  return failed(
    process,
    `"${process.name} ${path}" requires ${what}.\nSee '${process.name} ${path} --help'.\n\nUsage:  ${process.name} ${path} ${command?.usage ?? ''}\n\n${command?.text ?? ''}`,
  )
}
