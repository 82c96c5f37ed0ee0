import type { FieldModel } from '../../openapi/generated/model.ts'
import type { Member, ResourceSchema, Schema } from '../base/schema.ts'
import type { Reader, Table, Value } from '../store/table.ts'
import type { Source, Visibility } from './source.ts'

/** The applications of the caller, which are a separate resource in version 6. */
const MY_APPLICATION = 'my_application'

const ACTOR: FieldModel = { name: 'actor', type: 'integer', nullable: false, writable: false }
const RELEASE_TYPE: FieldModel = { name: 'release_type', type: 'text', nullable: false, writable: false }

/** The address in the VPN, which devices no longer have. */
const VPN_ADDRESS: FieldModel = { name: 'vpn_address', type: 'text', nullable: true, writable: false }

const fieldMember = (field: FieldModel): Member => ({
  kind: 'field',
  name: field.name,
  type: field.type,
  field,
})

/** Version 6 statuses of the more specific ones of version 7. */
const OLDER_STATUS: Readonly<Record<string, string>> = {
  disconnected: 'offline',
  operational: 'idle',
  'reduced-functionality': 'idle',
}

type Column = Exclude<Member, { kind: 'toMany' }>
type Rewrite = (table: Table) => Reader

/** Fields with different values in version 6. */
const REWRITTEN: Readonly<Record<string, Readonly<Record<string, Rewrite>>>> = {
  device: {
    overall_status: (table) => {
      const read = table.reader('overall_status')
      return (handle) => {
        const status = String(read(handle))
        return OLDER_STATUS[status] ?? status
      }
    },
    vpn_address: () => () => null,
  },
  release: {
    release_type: (table) => {
      const isFinal = table.reader('is_final')
      return (handle) => (isFinal(handle) === true ? 'final' : 'draft')
    },
    contract: (table) => {
      const read = table.reader('contract')
      return (handle): Value => {
        const contract = read(handle)
        return contract === null ? null : JSON.stringify(contract)
      }
    },
  },
}

function changesOf(resource: ResourceSchema): Map<string, Member> {
  const changes = new Map<string, Member>()
  if (resource.member('actor')?.kind === 'toOne' && resource.name !== 'api_key') {
    changes.set('actor', fieldMember(ACTOR))
  }
  if (resource.name === 'device') {
    const pin = resource.member('is_pinned_on__release')
    if (pin !== undefined) changes.set('should_be_running__release', pin)
    changes.set('vpn_address', fieldMember(VPN_ADDRESS))
  }
  if (resource.name === 'release') {
    changes.set('release_type', fieldMember(RELEASE_TYPE))
    const contract = resource.member('contract')
    if (contract?.kind === 'field') changes.set('contract', { ...contract, type: 'text' })
  }
  return changes
}

function olderResource(resource: ResourceSchema): ResourceSchema {
  const changes = changesOf(resource)
  if (changes.size === 0) return resource
  const columns = resource.columns.filter(({ name }) => name !== 'is_pinned_on__release')
  const added = changes.get('release_type')
  return {
    ...resource,
    columns: added === undefined || added.kind === 'toMany' ? columns : [...columns, added satisfies Column],
    member: (name) => changes.get(name) ?? resource.member(name),
  }
}

/** The data model with the names of version 6 (docs/platform/data-api.md). */
export function apiV6Schema(schema: Schema): Schema {
  const known = new Map(schema.resources.map((resource) => [resource.name, olderResource(resource)]))
  return {
    resources: [...known.values()],
    referrers: (name) => schema.referrers(name),
    resource(name) {
      const found = schema.resource(name === MY_APPLICATION ? 'application' : name)
      return found && known.get(found.name)
    },
  }
}

function olderTable(table: Table): Table {
  const rewritten = REWRITTEN[table.resource]
  if (rewritten === undefined) return table
  return {
    resource: table.resource,
    get size() {
      return table.size
    },
    handles: () => table.handles(),
    byId: (id) => table.byId(id),
    reader: (field) => rewritten[field]?.(table) ?? table.reader(field),
    find: (field, value) => (field in rewritten ? undefined : table.find(field, value)),
    insert: (values) => table.insert(values),
    update: (handle, changes) => table.update(handle, changes),
    remove: (handle) => table.remove(handle),
  }
}

/** The data as returned by version 6. `requested` is the resource in the path; `own` are the caller's applications. */
export function apiV6Source(
  source: Source,
  schema: Schema,
  requested: unknown,
  own: ReadonlySet<number>,
): Source {
  const mine: Visibility = { test: (handle) => own.has(handle) }
  return {
    ...source,
    schema,
    table: (resource) => olderTable(source.table(resource)),
    visibility: (resource) =>
      requested === MY_APPLICATION && resource === 'application' ? mine : source.visibility(resource),
  }
}
