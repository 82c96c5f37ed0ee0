import { api } from '@/api/api.ts'
import { asCurl, shellLine, type Commands, type PlatformCall } from '@/lib/equivalent-command.ts'

/** The same on a command line; `cli` is null where the platform's own tool cannot do it. */
export type PlatformCommands = { cli: string | null } & Pick<Commands, 'curl'>

/** An action as the platform's own tool takes it (words after `balena`), and as bare requests. */
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
