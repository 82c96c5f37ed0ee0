import { dataRequest } from '@/api/data-request.ts'
import { platformCommands, type PlatformCommands } from '@/domain/platform/platform-commands.ts'
import { newApplicationBody, type NewApplication } from './create.queries.ts'

export interface CommandNames {
  /** Handle of the organization. */
  organization: string
  /** Slug. */
  deviceType: string
}

/** A new fleet, app or block as the command line makes it. */
export const createCommands = (
  wanted: NewApplication,
  { organization, deviceType }: CommandNames,
): PlatformCommands =>
  platformCommands(
    [wanted.fleetClass, 'create', wanted.name, '--organization', organization, '--type', deviceType],
    dataRequest('post', { resource: 'application', body: newApplicationBody(wanted) }),
  )
