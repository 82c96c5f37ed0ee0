import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import { asCurl, shellLine, type Commands, type PlatformCall } from '@/lib/equivalent-command.ts'
import type { ChangedRow } from './staged-variables.ts'
import { variableResource, type WriteTarget } from './variable-writes.ts'

/** The CLI and curl commands equivalent to a change. */
export function changeCommands(target: WriteTarget, row: ChangedRow): Commands {
  return { cli: asCli(target, row), curl: asCurl(api().http.apiUrl, callOf(target, row)) }
}

function asCli(
  { owner, kind, services }: WriteTarget,
  { name, serviceId, saved, change }: ChangedRow,
): string {
  const forService = serviceId !== null
  if (change.value === null) {
    return shellLine(
      'balena',
      'env',
      'rm',
      String(saved?.id ?? ''),
      ...(owner.kind === 'device' ? ['--device'] : []),
      ...(kind === 'configuration' ? ['--config'] : []),
      ...(forService ? ['--service'] : []),
      '--yes',
    )
  }
  const service = services.find(({ id }) => id === serviceId)
  const options = [
    ...(owner.kind === 'device' ? ['--device', owner.uuid] : ['--fleet', owner.slug]),
    ...(service === undefined ? [] : ['--service', service.name]),
  ]
  // A value that looks like an option must follow the `--`.
  return change.value.startsWith('-')
    ? shellLine('balena', 'env', 'set', ...options, '--', name, change.value)
    : shellLine('balena', 'env', 'set', name, change.value, ...options)
}

function callOf(target: WriteTarget, row: ChangedRow): PlatformCall {
  const { owner } = target
  const { name, serviceId, saved, change } = row
  const resource = variableResource(target, row)
  if (change.value === null) return dataRequest('delete', { resource, id: saved?.id })
  const { value } = change
  if (saved !== null) return dataRequest('patch', { resource, id: saved.id, body: { value } })
  if (owner.kind === 'fleet') {
    const of = serviceId === null ? { application: owner.id } : { service: serviceId }
    return dataRequest('post', { resource, body: { ...of, name, value } })
  }
  const install = target.services.find(({ id }) => id === serviceId)?.installId
  const of = serviceId === null ? { device: owner.id } : { service_install: install }
  return dataRequest('post', { resource, body: { ...of, name, value } })
}

/** The commands for a value that is still being typed. */
export function variableChangeCommands(
  target: WriteTarget,
  draft: Pick<ChangedRow, 'name' | 'serviceId' | 'saved'> & { value: string },
): Commands {
  const { value, ...row } = draft
  const state = row.saved === null ? 'added' : 'updated'
  return changeCommands(target, { ...row, key: '', inherited: null, change: { state, value } })
}
