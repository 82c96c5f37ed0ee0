import { offers } from '../../../api/api.ts'
import type { TerminalTarget } from '@/api/terminal-socket.ts'
import { acceptsShell } from '../device-services.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { terminalText } from '@/messages/device.ts'
import type { ServiceRow } from '../services/service-rows.ts'

/** What the person chose in the picker: nothing yet, the host, or a service by name. */
export type TargetChoice = '' | 'host' | `service:${string}`

/** Whether the host may be entered, as the platform answered the probe. */
export type HostAccess = 'checking' | 'allowed' | 'refused' | 'unknown'

export interface TerminalSituation {
  role: Role
  online: boolean
  localMode: boolean
  hostAccess: HostAccess
  services: readonly ServiceRow[]
}

const { reasons } = terminalText

/** Why a session cannot be started; undefined when it can. */
export function whyNotStart(choice: TargetChoice, situation: TerminalSituation): string | undefined {
  if (choice === '') return reasons.noTarget
  return choice === 'host' ? whyNotHost(situation) : whyNotService(choice.slice('service:'.length), situation)
}

/** Whether the platform is asked if the host may be entered: not where the answer would change nothing. */
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

/** The chosen target as the terminal host knows it: a service by its running install. Null when it is not there. */
export function targetOf(choice: TargetChoice, services: readonly ServiceRow[]): TerminalTarget | null {
  if (choice === '') return null
  if (choice === 'host') return { kind: 'host' }
  const name = choice.slice('service:'.length)
  const row = services.find((service) => service.name === name)
  return row ? { kind: 'service', installId: row.present.id, serviceName: row.name } : null
}
