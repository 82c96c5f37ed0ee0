import { platformCommands, type PlatformCommands } from '@/domain/platform/platform-commands.ts'
import { createApplicationCall, type NewApplication } from './create.queries.ts'

export interface CommandNames {
  /** Handle of the organization. */
  organization: string
  deviceType: string
}

/** Commands that create a fleet, app or block. */
export const createCommands = (
  application: NewApplication,
  { organization, deviceType }: CommandNames,
): PlatformCommands =>
  platformCommands(
    [
      application.fleetClass,
      'create',
      application.name,
      '--organization',
      organization,
      '--type',
      deviceType,
    ],
    createApplicationCall(application),
  )
