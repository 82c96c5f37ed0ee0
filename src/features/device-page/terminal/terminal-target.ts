import { offers } from '@/api/api.ts'
import type { TerminalTarget } from '@/api/terminal-socket.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { acceptsShell } from '@/features/device-page/device-services.ts'
import type { ServiceRow } from '@/features/device-page/services/service-rows.ts'
import { terminalText } from '@/messages/device-page/device.ts'

/** The selection of the picker: none, the host OS, or a service by name. */
export type TargetChoice = '' | 'host' | `service:${string}`

/** Result of the host access check. */
export type HostAccess = 'checking' | 'allowed' | 'refused' | 'unknown'

export interface TerminalSituation {
  role: Role
  online: boolean
  localMode: boolean
  hostAccess: HostAccess
  services: readonly ServiceRow[]
}

const { reasons } = terminalText

/** The reason why a session cannot be started; undefined if it can. */
export function whyNotStart(choice: TargetChoice, situation: TerminalSituation): string | undefined {
  if (choice === '') return reasons.noTarget
  return choice === 'host' ? whyNotHost(situation) : whyNotService(choice.slice('service:'.length), situation)
}

/** Whether host access needs to be checked: not if the result would not matter. */
export const asksForHost = (
  choice: TargetChoice,
  { role, online }: Pick<TerminalSituation, 'role' | 'online'>,
): boolean => choice === 'host' && online && whyNotAllowed(role, 'resin.device.ssh-host') === undefined

function whyNotHost({ role, online, hostAccess }: TerminalSituation): string | undefined {
  const notAllowed = whyNotAllowed(role, 'resin.device.ssh-host')
  if (notAllowed !== undefined) return notAllowed
  if (!online) return offers('vpn') ? reasons.vpn : reasons.noVpn
  switch (hostAccess) {
    case 'checking':
      return reasons.checkingHost
    case 'refused':
      return reasons.hostRefused
    case 'unknown':
      return reasons.hostCheckFailed
    case 'allowed':
      return undefined
  }
}

function whyNotService(
  name: string,
  { role, online, localMode, services }: TerminalSituation,
): string | undefined {
  const notAllowed = whyNotAllowed(role, 'resin.device.ssh')
  if (notAllowed !== undefined) return notAllowed
  if (localMode) return reasons.localMode
  if (!online) return offers('vpn') ? reasons.vpn : reasons.noVpn
  const row = services.find((service) => service.name === name)
  if (row === undefined) return reasons.notOnDevice
  return acceptsShell(row.present.status) ? undefined : reasons.notRunning
}

/** The selected target as the terminal host expects it: a service by its running install. Null if not available. */
export function terminalTarget(choice: TargetChoice, services: readonly ServiceRow[]): TerminalTarget | null {
  if (choice === '') return null
  if (choice === 'host') return { kind: 'host' }
  const name = choice.slice('service:'.length)
  const row = services.find((service) => service.name === name)
  return row ? { kind: 'service', installId: row.present.id, serviceName: row.name } : null
}
