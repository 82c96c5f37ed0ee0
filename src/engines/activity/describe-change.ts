import { deviceIn, resourceIn, wordsIn } from '@/api/request-path.ts'
import type { Body, SentChange } from '@/api/sent-change.ts'
import { ROLLOUT_TAG } from '@/engines/rollouts/rollout-tag.ts'
import { MAX_TARGETS, type Described, type Target } from './activity-entry.ts'
import { named } from './activity-resources.ts'
import { idsIn, isId, textIn } from './rows-in.ts'

const kindOf: Readonly<Record<string, Target['kind']>> = {
  device: 'device',
  deviceId: 'device',
  application: 'fleet',
  appId: 'fleet',
  belongs_to__application: 'fleet',
  release: 'release',
  organization: 'organization',
  belongs_to__organization: 'organization',
  is_member_of__organization: 'organization',
  team: 'team',
  is_member_of__team: 'team',
}

const LONGEST_WORD = 40

/** The resource a page is about, for changes that name no resource themselves. */
function targetOfPage(page: string): Target[] {
  const [, list, id] = /^\/(devices|fleets|apps|blocks|orgs)\/([0-9a-f]+)(?:[/?]|$)/.exec(page) ?? []
  if (list === undefined || id === undefined) return []
  if (list === 'devices') return [{ kind: 'device', id, name: null }]
  if (!isId(Number(id))) return []
  return [{ kind: list === 'orgs' ? 'organization' : 'fleet', id: Number(id), name: null }]
}

/**
 * Describes a change without secrets: no values, and no ids in the path. Null for what is no activity: a download, and the
 * bookkeeping of staged rollouts, which no user requested.
 */
export function describeChange({ method, path, body }: SentChange, page: string): Described | null {
  if (wordsIn(path)[0] === 'download-config') return null
  const resource = resourceIn(path)
  const row = resource === null ? undefined : named[resource]
  const inBody = row && body[row.name]
  const name = row
    ? ((typeof inBody === 'string' ? inBody : undefined) ?? textIn(path, row.name) ?? null)
    : newNameIn(body)
  // Staged rollouts store their state in tags.
  if (row?.name === 'tag_key' && name?.startsWith(ROLLOUT_TAG)) return null
  const targets = resource === null ? callTargets(path, body) : rowTargets(resource, path, body)
  const fields = resource !== null && method === 'PATCH' ? Object.keys(body).slice(0, 50) : []
  return {
    method,
    resource,
    path: wordsIn(path)
      .map((word) => word ?? '…')
      .join('/'),
    fields: fields.map((field) => field.slice(0, 300)),
    name: name === null ? null : name.slice(0, 300),
    targets: (targets.length > 0 ? targets : targetOfPage(page)).slice(0, MAX_TARGETS),
    // The fleet that devices move to is a target too, but does not count.
    count: Math.max(targets.filter(({ kind }) => kind === targets[0]?.kind).length, 1),
    page: plainPage(page),
  }
}

/** Pages whose full path may be stored; other paths may contain a key. */
const PLAIN = /^\/(?:devices|fleets|apps|blocks|orgs|preferences|inbox|identity-provider|activity)(?:\/|$)/

const plainPage = (page: string) =>
  PLAIN.test(page) ? page.slice(0, 2_000) : `/${page.split('/')[1]?.slice(0, LONGEST_WORD) ?? ''}`

function newNameIn(body: Body): string | null {
  const name = body['device_name'] ?? body['app_name'] ?? body['name']
  return typeof name === 'string' ? name : null
}

function rowTargets(resource: string, path: string, body: Body): Target[] {
  const ownKind = kindOf[resource]
  const targets = (kind: Target['kind'], ids: readonly number[]): Target[] =>
    ids.map((id) => ({ kind, id, name: null }))
  if (ownKind !== undefined) {
    const rows = targets(ownKind, idsIn(path, 'id'))
    const moves = ownKind === 'device' ? body['belongs_to__application'] : undefined
    return isId(moves) ? [...rows, ...targets('fleet', [moves])] : rows
  }
  return Object.entries(kindOf).flatMap(([field, kind]) => {
    const id = body[field]
    return targets(kind, isId(id) ? [id] : idsIn(path, field))
  })
}

function callTargets(path: string, body: Body): Target[] {
  const found = Object.entries(kindOf).flatMap(([field, kind]): Target[] => {
    const id = body[field]
    return isId(id) ? [{ kind, id, name: null }] : []
  })
  const uuid = body['uuid'] ?? deviceIn(path)
  const isDevice = found.some(({ kind }) => kind === 'device')
  return typeof uuid === 'string' && !isDevice && /^[0-9a-f]{7,64}$/.test(uuid)
    ? [{ kind: 'device', id: uuid, name: null }, ...found]
    : found
}
