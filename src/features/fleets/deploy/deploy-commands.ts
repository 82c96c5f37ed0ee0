import { dataRequest } from '@/api/data-request.ts'
import { api } from '@/api/api.ts'
import { buildFromUrlCall } from '@/api/builder.ts'
import { asCurl, shellLine } from '@/lib/equivalent-command.ts'
import { createCommands, type CommandNames } from '../create/create-commands.ts'
import type { NewApplication } from '../create/create.queries.ts'
import type { PlatformCommands } from '@/domain/platform/platform-commands.ts'
import type { DeploySource } from './deploy.queries.ts'
import { cloneAddressOf } from './repository.ts'
import type { DeployOrder } from './run-deploy.ts'

export interface DeployCommandsOptions {
  source: Pick<DeploySource, 'repository' | 'branch' | 'tarballUrl'>
  variables: DeployOrder['variables']
  /** Handle of the organization. */
  owner: string
  /** Name of what it is deployed to. */
  app: string
  /** Its id; null while it does not exist. */
  id: number | null
  created?: { wanted: NewApplication; names: CommandNames }
}

/** Stands in a request for what only the answer before it tells, until the command is written. */
const NEW_ID = 900_719_925_475
const asText = (command: string) => command.replaceAll(String(NEW_ID), '"<id of the answer above>"')

/** A deployment as the command line makes it: the tool pushes a clone, bare requests let the builder fetch the tarball. */
export function deployCommands({
  source: { repository, branch, tarballUrl },
  variables: { configVariables, environmentVariables },
  owner,
  app,
  id,
  created,
}: DeployCommandsOptions): PlatformCommands {
  const making = created && createCommands(created.wanted, created.names)
  const { apiUrl } = api().http
  const slug = `${owner}/${app.toLowerCase()}`
  const build = buildFromUrlCall({ owner, app, url: tarballUrl })
  const settings = [
    ...configVariables.map((each) => ({ ...each, resource: 'application_config_variable' as const })),
    ...environmentVariables.map((each) => ({
      ...each,
      resource: 'application_environment_variable' as const,
    })),
  ]
  const cli = [
    ...(making?.cli ? [making.cli] : []),
    ...settings.map(({ name, value }) =>
      shellLine('balena', 'env', 'set', '--fleet', slug, '--', name, value),
    ),
    shellLine('git', 'clone', '--depth', '1', '--branch', branch, cloneAddressOf(repository)),
    shellLine('balena', 'push', slug, '--source', repository.name),
  ]
  const curl = [
    ...(making === undefined ? [] : [making.curl]),
    ...settings.map(({ resource, name, value }) =>
      asText(
        asCurl(apiUrl, dataRequest('post', { resource, body: { application: id ?? NEW_ID, name, value } })),
      ),
    ),
    asCurl(api().builder.builderUrl, build),
  ]
  return { cli: cli.join('\n'), curl: curl.join('\n\n') }
}
