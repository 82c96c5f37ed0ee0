import { cloudHost } from '../../definition/identity.ts'
import type { Steps } from '../kernel/kernel.ts'
import type { Process, Program } from '../process.ts'
import { supervisorImage } from './engine-objects.ts'

const OS_CONFIG_HELP = `os-config 1.9.4
Configure balenaOS services

USAGE:
    os-config <SUBCOMMAND>

FLAGS:
    -h, --help       Prints help information
    -V, --version    Prints version information

SUBCOMMANDS:
    generate-api-key    Generates a deviceApiKey for the device
    help                Prints this message or the help of the given subcommand(s)
    join                Joins a new fleet, applying its config
    leave               Leaves the current fleet
    update              Updates the services' configuration of the device
`

const osConfig: Program = (process) => {
  const [verb] = process.args
  if (verb === '--version' || verb === '-V') process.out('os-config 1.9.4\n')
  else if (verb === '--help' || verb === '-h' || verb === 'help') process.out(OS_CONFIG_HELP)
  else if (verb === 'update')
    process.out(
      `Fetching service configuration from https://${cloudHost('api')}/os/v1/config...\nService configuration retrieved\nNo configuration changes\n`,
    )
  else if (verb === 'generate-api-key') process.out('Reusing stored `deviceApiKey`\n')
  else if (verb === 'join' || verb === 'leave') {
    process.err(`Error: ${verb} needs the supervisor and the VPN to stop, which this terminal goes through\n`)
    return 1
  } else {
    process.err(
      verb === undefined
        ? OS_CONFIG_HELP
        : `error: Found argument '${verb}' which wasn't expected, or isn't valid in this context\n\nUSAGE:\n    os-config <SUBCOMMAND>\n\nFor more information try --help\n`,
    )
    return 1
  }
  return 0
}

/** Says something as the scripts of the system do, which also goes to the journal. */
const say = (process: Process, level: 'INFO' | 'WARN' | 'ERROR', text: string): void =>
  process.err(`[${process.name}][${level}] ${text}\n`)

/** The values of the options of a script, as `getopts` reads them. */
function getopts(process: Process, valued: string, plain: string): Map<string, string> {
  const found = new Map<string, string>()
  const words = [...process.args]
  while (words[0]?.startsWith('-') === true && words[0].length > 1) {
    const [, letter = '', ...rest] = words.shift() ?? ''
    if (valued.includes(letter)) {
      const value = rest.length > 0 ? rest.join('') : words.shift()
      if (value !== undefined) {
        found.set(letter, value)
        continue
      }
      process.err(`/usr/bin/${process.name}: option requires an argument -- ${letter}\n`)
    } else if (plain.includes(letter)) {
      found.set(letter, '')
      if (rest.length > 0) words.unshift(`-${rest.join('')}`)
      continue
    } else process.err(`/usr/bin/${process.name}: illegal option -- ${letter}\n`)
    say(process, 'ERROR', 'Unexpected option ?')
  }
  return found
}

/** Replaces the host OS by the release of an image, and reboots into it. */
function* hostappUpdate(process: Process): Steps<number> {
  const found = getopts(process, 'fi', 'rnx')
  const { machine } = process
  const file = found.get('f')
  const image = found.get('i')
  if (file === undefined && image === undefined) {
    say(process, 'ERROR', 'At least one of -f or -i is required')
    return 1
  }
  say(process, 'INFO', 'Running hostapp update...')
  if (image === undefined) {
    if (process.files.find(process.resolve(file ?? '')) === undefined)
      process.err(`open ${file ?? ''}: no such file or directory\n`)
    else process.err('Error processing tar file(exit status 1): archive/tar: invalid tar header\n')
    return 1
  }
  yield* process.sleep(900)
  // bh.cr/balena_os/TYPE/VERSION
  const version = new RegExp(`/balena_os/${machine.slug()}/v?(\\d+\\.\\d+\\.\\d+(?:\\+rev\\d+)?)$`).exec(
    image,
  )?.[1]
  if (version === undefined) {
    process.err(
      `Error response from daemon: pull access denied for ${image.replace(/:[^/]*$/, '')}, repository does not exist or may require 'docker login': denied: requested access to the resource is denied\n`,
    )
    return 1
  }
  say(process, 'INFO', `Pulling from ${image.replace(/^[^/]*\//, '')}`)
  const { osVariant } = machine.device()
  machine.world.startSystemUpdate(machine.index, {
    part: 'os',
    version,
    variant: osVariant ?? 'prod',
    bytes: 180 * 1_048_576,
  })
  return 0
}

const UPDATER_HELP = `Wrapper to run supervisor agent updates on balena distributions.
/usr/bin/update-balena-supervisor <OPTION>

Options:
  -h, --help
        Display this help and exit.

  -i <SUPERVISOR IMAGE>, --supervisor-image <SUPERVISOR IMAGE>
        Set supervisor image to update to, by its path in the registry or as
          bh.cr/<org>/<fleet>/<commit|semver>

  -n, --no-start-stop-supervisor
        Do not start/stop the supervisor.
`

const IMAGE_PATH = /^(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,6}\/[\w.\-/]+$|^v\d+\/[\w-]+$/

/** Brings the supervisor that the platform wants, or the one of an image. */
function* updateSupervisor(process: Process): Steps<number> {
  const { machine } = process
  const words = [...process.args]
  let image: string | undefined
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-h' || word === '--help') {
      process.out(UPDATER_HELP)
      return 0
    }
    if (word === '-i' || word === '--supervisor-image') {
      image = words.shift()
      const problem =
        image === undefined
          ? `"${word}" argument needs a value.`
          : IMAGE_PATH.test(image)
            ? undefined
            : `"${image}" invalid value - should be of the form <[sub.]domain.tld>/<fleet|translation/<digest|semver>.`
      if (problem !== undefined) {
        say(process, 'ERROR', problem)
        return 1
      }
    } else if (word !== '-n' && word !== '--no-start-stop-supervisor')
      say(process, 'ERROR', `Unrecognized option ${word}.`)
  }
  const own = supervisorImage(machine).repository
  const { supervisorVersion } = machine.device()
  say(process, 'INFO', 'Getting image name and version...')
  yield* process.sleep(600)
  say(process, 'INFO', 'No supervisor configuration found from API.')
  if (image !== undefined) say(process, 'INFO', `Using command line image argument ${image}.`)
  else {
    say(process, 'INFO', 'Using preloaded values.')
    say(process, 'INFO', `Set based on preloaded values image=${own} and version=v${supervisorVersion}.`)
  }
  const version = image === undefined ? supervisorVersion : (image.split('/').at(-1) ?? '').replace(/^v/, '')
  say(process, 'INFO', 'Getting image id...')
  if (version === supervisorVersion) {
    say(process, 'INFO', `Supervisor ${image ?? own} at version v${supervisorVersion} already downloaded.`)
    return 0
  }
  process.err(`Error: No such object: ${image ?? ''}\n`)
  say(process, 'INFO', 'Stop supervisor...')
  say(process, 'INFO', `Pulling supervisor ${image ?? ''} at version ${version}...`)
  yield* process.sleep(900)
  if (!/^bh\.cr\/balena(?:_os)?\/[\w-]*supervisor\//.test(image ?? '') || !/^\d+\.\d+\.\d+$/.test(version)) {
    say(
      process,
      'ERROR',
      `Error response from daemon: manifest for ${image ?? ''} not found: manifest unknown: manifest unknown`,
    )
    say(process, 'ERROR', 'supervisor pull failed')
    return 1
  }
  machine.world.startSystemUpdate(machine.index, {
    part: 'supervisor',
    version,
    variant: machine.device().osVariant ?? 'prod',
    bytes: 30 * 1_048_576,
  })
  say(process, 'INFO', 'Start supervisor...')
  return 0
}

export const osPrograms: Record<string, Program> = {
  'hostapp-update': hostappUpdate,
  'os-config': osConfig,
  'update-balena-supervisor': updateSupervisor,
}
