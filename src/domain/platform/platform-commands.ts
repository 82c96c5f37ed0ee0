import { api } from '@/api/api.ts'
import { asCurl, shellLine, type Commands, type PlatformCall } from '@/lib/equivalent-command.ts'

/** The equivalent commands; `cli` is null if the CLI does not support the action. */
export type PlatformCommands = { cli: string | null } & Pick<Commands, 'curl'>

/** An action as a CLI command (words after `balena`) and as curl commands. */
export function platformCommands(
  words: readonly string[] | null,
  ...calls: readonly PlatformCall[]
): PlatformCommands {
  const { apiUrl } = api().http
  return {
    cli: words === null ? null : shellLine('balena', ...words),
    curl: calls.map((call) => asCurl(apiUrl, call)).join('\n\n'),
  }
}

/** The same for a request that is only an example: a script sends it, the dashboard never does. */
export const exampleCommands = platformCommands
