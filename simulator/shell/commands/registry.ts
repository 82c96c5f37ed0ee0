import type { Machine } from '../machine.ts'
import type { Program } from '../process.ts'
import { archivePrograms } from './archive.ts'
import { awkPrograms } from './awk.ts'
import { blockPrograms } from './block-devices.ts'
import { enginePrograms } from './engine.ts'
import { filePrograms } from './files.ts'
import { findPrograms } from './find.ts'
import { firewallPrograms } from './firewall.ts'
import { lockPrograms } from './flock.ts'
import { grepPrograms } from './grep.ts'
import { hardwarePrograms } from './hardware.ts'
import { journalPrograms } from './journal.ts'
import { jqPrograms } from './jq.ts'
import { programNamesFor } from './names.ts'
import { networkManagerPrograms } from './network-manager.ts'
import { networkPrograms } from './network.ts'
import { opensslPrograms } from './openssl.ts'
import { osPrograms } from './os-tools.ts'
import { pagerPrograms } from './pager.ts'
import { processPrograms } from './processes.ts'
import { runtimePrograms } from './runtimes.ts'
import { sedPrograms } from './sed.ts'
import { shellPrograms } from './shells.ts'
import { systemPrograms } from './system.ts'
import { textPrograms } from './text.ts'
import { timePrograms } from './time-keeping.ts'
import { toolPrograms } from './tools.ts'
import { unitPrograms } from './units.ts'
import { viPrograms } from './vi.ts'

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...archivePrograms,
    ...awkPrograms,
    ...blockPrograms,
    ...enginePrograms,
    ...filePrograms,
    ...findPrograms,
    ...firewallPrograms,
    ...opensslPrograms,
    ...osPrograms,
    ...processPrograms,
    ...timePrograms,
    ...grepPrograms,
    ...hardwarePrograms,
    ...journalPrograms,
    ...lockPrograms,
    ...jqPrograms,
    ...networkManagerPrograms,
    ...networkPrograms,
    ...pagerPrograms,
    ...runtimePrograms,
    ...sedPrograms,
    ...shellPrograms,
    ...systemPrograms,
    ...textPrograms,
    ...toolPrograms,
    ...unitPrograms,
    ...viPrograms,
  }),
)

/** Programs that print their help themselves, or print `--help` like any other text. */
export const HOSTED_PROGRAMS: ReadonlySet<string> = new Set([
  ...Object.keys(enginePrograms),
  ...Object.keys(shellPrograms).filter((it) => it !== 'nice'),
  ...Object.keys(runtimePrograms),
  ...Object.keys(osPrograms),
])

/** The names of the programs that a machine has. */
export function programNames(machine: Machine): string[] {
  return programNamesFor(machine).filter((it) => PROGRAMS.has(it))
}

const known = new WeakMap<Machine, { key: string; names: ReadonlySet<string> }>()

/** The program of a name, if the machine has it. */
export function programNamed(machine: Machine, name: string): Program | undefined {
  const key = `${machine.userland()} ${machine.isSupervisor() ? 'supervisor' : (machine.service()?.plan?.kind ?? '')}`
  const cached = known.get(machine)
  const names = cached?.key === key ? cached.names : new Set(programNames(machine))
  if (cached?.key !== key) known.set(machine, { key, names })
  return names.has(name) ? PROGRAMS.get(name) : undefined
}
