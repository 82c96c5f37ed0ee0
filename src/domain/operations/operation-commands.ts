import { api } from '@/api/api.ts'
import { asCurl, shellLine, type Commands } from '@/lib/equivalent-command.ts'
import type { CommandedDevice, OperationInputs, OperationName } from './operation.ts'
import { operations } from './operations.ts'

/** The command line equivalent of an operation on listed devices. */
export function operationCommands<Name extends OperationName>(
  name: Name,
  devices: readonly CommandedDevice[],
  input: OperationInputs[Name],
): Commands {
  const { cli, calls } = operations[name].commands
  return {
    cli: cli(
      devices.map(({ uuid }) => uuid),
      input,
    )
      .map((words) => shellLine('balena', ...words))
      .join('\n'),
    curl: calls(devices, input)
      .map((call) => asCurl(api().http.apiUrl, call))
      .join('\n\n'),
  }
}
