import type { TargetChoice } from '@/features/device-page/terminal/terminal-target.ts'
import { shellLine, shellWord } from '@/lib/equivalent-command.ts'
import { runText } from '@/messages/device-page/multi-device.ts'
import type { RunDevice } from './multi-device.queries.ts'

/**
 * Equivalent commands: the CLI reads shell commands from its input, device by device. curl does not support the
 * terminal socket, so its command only checks that the terminal host responds.
 */
export function commandsOfRun(
  terminalUrl: string,
  devices: readonly Pick<RunDevice, 'uuid'>[],
  choice: TargetChoice,
  command: string,
): { cli: string; curl: string } {
  const service = choice.startsWith('service:') ? [choice.slice('service:'.length)] : []
  const host = new URL(terminalUrl.replace(/^ws/, 'http'))
  return {
    cli: devices
      .map(
        ({ uuid }) =>
          `echo ${shellWord(`${command}; exit;`)} | ${shellLine('balena', 'device', 'ssh', uuid, ...service)}`,
      )
      .join('\n'),
    curl: `# ${runText.curlNote}\ncurl "${host.origin}/socket.io/?EIO=4&transport=polling&uuid=${devices[0]?.uuid ?? ''}" \\\n  -H "Authorization: Bearer $FLOTILLA_TOKEN"`,
  }
}
