import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import { chunks } from '@/lib/chunks.ts'
import { asCurl, shellLine, type Commands, type PlatformCall } from '@/lib/equivalent-command.ts'
import { compiledFilter } from '@/lib/query-string.ts'
import { operationCommands } from './operation-commands.ts'
import type { CommandedDevice, OperationInputs, OperationName } from './operation.ts'
import { operations } from './operations.ts'
import { IDS_PER_REQUEST } from './run-batch.ts'

/** Devices for a command line: a list, or a query of the data API. */
export type CommandTargets =
  | { kind: 'chosen'; devices: readonly CommandedDevice[] }
  | {
      kind: 'matching'
      /** `$filter` of the data API. */
      filter: string
      fleetId: number
    }

/** Placeholder for a device in a command, replaced by the loop variable. */
const ANY_ID = 900_719_925_474
export const ANY_UUID = 'UUID_OF_EACH'

/** The command line equivalent of an operation on several devices. */
export function batchCommands<Name extends OperationName>(
  name: Name,
  targets: CommandTargets,
  input: OperationInputs[Name],
): Commands {
  if (targets.kind === 'matching') return loopCommands(name, targets, input)
  const parts = chunks(targets.devices, IDS_PER_REQUEST).map((part) => operationCommands(name, part, input))
  return {
    cli: parts.map(({ cli }) => cli).join('\n'),
    curl: parts.map(({ curl }) => curl).join('\n\n'),
  }
}

function loopCommands<Name extends OperationName>(
  name: Name,
  { filter, fleetId }: Extract<CommandTargets, { kind: 'matching' }>,
  input: OperationInputs[Name],
): Commands {
  const { commands, performance } = operations[name]
  const any = { id: ANY_ID, uuid: ANY_UUID, belongs_to__application: [{ id: fleetId }] }
  const lines = commands.cli([ANY_UUID], input).map((words) => shellLine('balena', ...words))
  const calls = commands.calls([any], input)
  return {
    cli: forEachMatching(filter, lines),
    curl:
      performance.kind === 'together'
        ? calls.map((call) => curl(ofMatching(call, filter))).join('\n\n')
        : forEachMatching(filter, calls.map(curl)),
  }
}

/** Updates all rows that match the filter. */
const ofMatching = ({ method, body }: PlatformCall, filter: string) =>
  dataRequest(method === 'DELETE' ? 'delete' : 'patch', {
    resource: 'device',
    compiled: compiledFilter(filter),
    ...(body && { body }),
  })

const curl = (call: PlatformCall) => asCurl(api().http.apiUrl, call)

/** A loop of commands over all devices that match the filter. */
export function forEachMatching(filter: string, commands: readonly string[]): string {
  const list = curl(
    dataRequest('get', {
      resource: 'device',
      options: { $select: 'id,uuid' },
      compiled: compiledFilter(filter),
    }),
  )
  const body = commands.map((command) =>
    command
      .split('\n')
      .map((line) => `  ${inLoop(line)}`)
      .join('\n'),
  )
  return [
    `${list} --silent \\`,
    `  | jq -r '.d[] | "\\(.id) \\(.uuid)"' \\`,
    `  | while read -r id uuid; do`,
    // Standard input is the list, so commands must not read from it.
    ...body.map((command) => `${command} </dev/null`),
    'done',
  ].join('\n')
}

/** Replaces the placeholders with loop variables. Bodies are in single quotes, which are closed around a variable. */
function inLoop(line: string): string {
  const named = (name: string) => (line.includes('--data-raw') ? `'"$${name}"'` : `"$${name}"`)
  return line.replaceAll(ANY_UUID, () => named('uuid')).replaceAll(String(ANY_ID), () => named('id'))
}
