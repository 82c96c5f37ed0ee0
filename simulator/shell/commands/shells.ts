import type { Steps } from '../kernel/kernel.ts'
import { runProgram, type Process, type Program } from '../process.ts'
import { programNamesFor } from './names.ts'

function* sh(process: Process): Steps<number> {
  const args = [...process.args]
  const flags: string[] = []
  let text: string | null = null
  const isBash = process.name === 'bash' || (process.machine.isHost() && process.name === 'sh')
  while (/^[-+]./.test(args[0] ?? '')) {
    const flag = args.shift() ?? ''
    if (flag === '--') break
    if (flag === '--version' && isBash) {
      process.out(
        `GNU bash, version 5.1.16(1)-release (${process.machine.architecture()}-poky-linux-gnu)\nCopyright (C) 2020 Free Software Foundation, Inc.\nLicense GPLv3+: GNU GPL version 3 or later <http://gnu.org/licenses/gpl.html>\n\nThis is free software; you are free to change and redistribute it.\nThere is NO WARRANTY, to the extent permitted by law.\n`,
      )
      return 0
    }
    if (flag.startsWith('--')) {
      if (/^--(?:login|posix|norc|noprofile|rcfile|verbose|noediting)$/.test(flag)) continue
      return process.fail(isBash ? `${flag}: invalid option` : `illegal option ${flag}`, 2)
    }
    for (const letter of flag.slice(1)) {
      if (letter === 'c') text = ''
      else if (letter === 'o') {
        const name = args.shift() ?? ''
        const key = name === 'pipefail' ? name : LONG_FLAGS[name]
        if (key !== undefined) flags.push(key)
      } else if (letter !== 'i' && letter !== 's') flags.push(letter)
    }
  }
  const options = {
    streams: process.streams,
    environment: process.environment,
    cwd: process.cwd,
    flags,
    program: process.name,
  }
  if (text !== null) {
    const [source, name = process.name, ...parameters] = args
    if (source === undefined)
      return process.fail(isBash ? '-c: option requires an argument' : '-c requires an argument', 2)
    return yield* process.host.shell(source, { ...options, name, parameters })
  }
  const [path, ...parameters] = args
  if (path === undefined) return yield* process.host.shell(null, { ...options, name: process.name })
  const node = process.find(path)
  if (node?.kind !== 'file') {
    if (!isBash) return process.fail(`can't open '${path}': No such file or directory`, 2)
    if (!node) return process.fail(`${path}: No such file or directory`, 127)
    process.err(`${path}: ${path}: Is a directory\n`)
    return 126
  }
  return yield* process.host.shell(node.text(), { ...options, name: path, parameters, isScript: true })
}

/** Options of `sh -o`. */
const LONG_FLAGS: Readonly<Record<string, string>> = {
  allexport: 'a',
  errexit: 'e',
  noglob: 'f',
  nounset: 'u',
  xtrace: 'x',
}

/** Programs that are also commands of the shell. */
function* asBuiltin(process: Process): Steps<number> {
  return yield* process.host.run([process.name, ...process.args], {
    streams: process.streams,
    cwd: process.cwd,
    builtins: true,
  })
}

function* busybox(process: Process): Steps<number> {
  const [name, ...args] = process.args
  if (name === undefined || name === '--help' || name === '--list') {
    const list = programNamesFor(process.machine)
    if (name === '--list') process.out(list.map((it) => `${it}\n`).join(''))
    else
      process.out(
        `BusyBox v1.36.1 () multi-call binary.\n\nUsage: busybox [function [arguments]...]\n\nCurrently defined functions:\n\t${list.join(', ')}\n`,
      )
    return 0
  }
  return yield* process.host.run([name, ...args], {
    streams: process.streams,
    cwd: process.cwd,
    builtins: true,
  })
}

function* nice(process: Process): Steps<number> {
  const args = [...process.args]
  while (args[0]?.startsWith('-') === true) if ((args.shift() ?? '') === '-n') args.shift()
  if (args.length === 0) {
    process.out('0\n')
    return 0
  }
  return yield* runProgram(process, args, { streams: process.streams, cwd: process.cwd, builtins: true })
}

const GROUPS: readonly (readonly [string, string])[] = [
  ['Files', 'ls cat cp mv rm mkdir touch find du df stat chmod ln tar gzip vi less'],
  ['Text', 'grep sed awk sort uniq cut tr head tail wc tee xargs jq diff base64 hexdump'],
  ['Machine', 'uptime date free ps top kill uname hostname mount lsblk lsmod lsusb dmesg watch'],
  ['Network', 'ip ifconfig route ping nslookup netstat curl wget nmcli mmcli'],
  ['Host', 'balena journalctl systemctl timedatectl chronyc hostnamectl reboot shutdown'],
  ['Shell', 'echo printf test read export set trap jobs wait history alias type exit help'],
]

const help: Program = (process) => {
  const width = Math.max(...GROUPS.map(([name]) => name.length))
  const available = GROUPS.filter(([name]) => name !== 'Host' || process.machine.isHost())
  process.out(
    `Commands of this device:\n${available.map(([name, commands]) => `  ${name.padEnd(width)}  ${commands}\n`).join('')}Pipes, &&, ||, ;, loops, functions, $(…), here-documents and redirections work. Ctrl-C stops, Ctrl-D leaves.\n`,
  )
  return 0
}

export const shellPrograms: Record<string, Program> = {
  '[': asBuiltin,
  ash: sh,
  bash: sh,
  busybox,
  dash: sh,
  echo: asBuiltin,
  false: asBuiltin,
  help,
  nice,
  printf: asBuiltin,
  pwd: asBuiltin,
  sh,
  test: asBuiltin,
  true: asBuiltin,
}
