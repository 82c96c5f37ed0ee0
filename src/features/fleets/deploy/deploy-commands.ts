import { api } from '@/api/api.ts'
import { buildFromUrlCall } from '@/api/builder.ts'
import { fleetVariableCall } from '@/domain/fleet/fleet-variable.ts'
import type { PlatformCommands } from '@/domain/platform/platform-commands.ts'
import { createCommands, type CommandNames } from '@/features/fleets/create/create-commands.ts'
import type { NewApplication } from '@/features/fleets/create/create.queries.ts'
import { asCurl, shellLine } from '@/lib/equivalent-command.ts'
import type { DeploySource } from './deploy.queries.ts'
import { cloneAddressOf } from './repository.ts'
import type { DeployOrder } from './run-deploy.ts'

export interface DeployCommandsOptions {
  source: Pick<DeploySource, 'repository' | 'branch' | 'tarballUrl'>
  variables: DeployOrder['variables']
  /** Handle of the organization. */
  owner: string
  /** Name of the target application. */
  app: string
  /** Its id; null if it does not exist yet. */
  id: number | null
  created?: { application: NewApplication; names: CommandNames }
}

/** Placeholder for the id in the response of an earlier request, replaced in the displayed command. */
const NEW_ID = 900_719_925_475
const withPlaceholder = (command: string) => command.replaceAll(String(NEW_ID), '"<id of the answer above>"')

/** Commands for a deployment: the CLI pushes a clone, while plain requests let the builder fetch the tarball. */
export function deployCommands({
  source: { repository, branch, tarballUrl },
  variables: { configVariables, environmentVariables },
  owner,
  app,
  id,
  created,
}: DeployCommandsOptions): PlatformCommands {
  const creation = created && createCommands(created.application, created.names)
  const { apiUrl } = api().http
  const slug = `${owner}/${app.toLowerCase()}`
  const build = buildFromUrlCall({ owner, app, url: tarballUrl })
  const settings = [
    ...configVariables.map((each) => ({ ...each, kind: 'configuration' as const })),
    ...environmentVariables.map((each) => ({
      ...each,
      kind: 'environment' as const,
    })),
  ]
  const cli = [
    ...(creation?.cli ? [creation.cli] : []),
    ...settings.map(({ name, value }) =>
      shellLine('balena', 'env', 'set', '--fleet', slug, '--', name, value),
    ),
    shellLine('git', 'clone', '--depth', '1', '--branch', branch, cloneAddressOf(repository)),
    shellLine('balena', 'push', slug, '--source', repository.name),
  ]
  const curl = [
    ...(creation === undefined ? [] : [creation.curl]),
    ...settings.map(({ kind, ...variable }) =>
      withPlaceholder(asCurl(apiUrl, fleetVariableCall(kind, id ?? NEW_ID, variable))),
    ),
    asCurl(api().builderUrl, build),
  ]
  return { cli: cli.join('\n'), curl: curl.join('\n\n') }
}
