import { serviceRequest } from '@/api/service-client.ts'
import { exampleCommands, type PlatformCommands } from '@/domain/platform/platform-commands.ts'
import { shellLine, shellWord } from '@/lib/equivalent-command.ts'

interface Joining {
  fleet: { id: number; slug: string }
  deviceType: string
}

/** Commands that create a configuration file. */
export const configCommands = ({
  fleet,
  deviceType,
  version,
}: Joining & { version: string }): PlatformCommands =>
  exampleCommands(
    [
      'config',
      'generate',
      '--fleet',
      fleet.slug,
      '--deviceType',
      deviceType,
      '--version',
      version,
      '-o',
      'config.json',
    ],
    serviceRequest('post', '/download-config', { body: { appId: fleet.id, deviceType, version } }),
  )

/**
 * Commands that use a provisioning key: in a configuration file, or to register a device, which returns its API key.
 */
export function joinCommands({
  apiUrl,
  fleet,
  deviceType,
  secret,
}: Joining & { apiUrl: string; secret: string }): PlatformCommands {
  const { path, body } = serviceRequest('post', '/device/register', {
    body: { application: fleet.id, device_type: deviceType, uuid: 'UUID' },
  })
  const address = new URL(path, apiUrl).href
  return {
    cli: [
      shellLine(
        'balena',
        'config',
        'generate',
        '--fleet',
        fleet.slug,
        '--version',
        'VERSION',
        '-o',
        'config.json',
      ),
      shellLine('balena', 'config', 'write', 'apiKey', secret, '--drive', 'IMAGE'),
    ].join('\n'),
    curl: [
      'UUID=$(openssl rand -hex 16)',
      [
        `curl -X POST ${shellWord(`${address}?apikey=${secret}`)}`,
        `-H 'Content-Type: application/json'`,
        `--data-raw ${shellWord(JSON.stringify(body)).replace('UUID', `'"$UUID"'`)}`,
      ].join(' \\\n  '),
    ].join('\n'),
  }
}
