import type { FieldModel, ResourceModel, ResourceName, ToOneModel } from '../../openapi/generated/model.ts'
import { didYouMean } from './closest-name.ts'

/** The explanation that a resource has no member of this name, with the one that was probably meant. */
export function noMember({ name: resource, columns, model }: ResourceSchema, name: string): string {
  const known = [...columns.map((column) => column.name), ...Object.keys(model.toMany)]
  return `${resource} has no field ${name}${didYouMean(name, known)}`
}

export type FieldType = FieldModel['type']

export type DataModel = Readonly<Record<string, ResourceModel>>

export type Member =
  | { kind: 'field'; name: string; type: FieldType; field: FieldModel }
  | { kind: 'toOne'; name: string; resource: ResourceName; relation: ToOneModel }
  | { kind: 'toMany'; name: string; resource: ResourceName; by: string }

export interface ResourceSchema {
  readonly name: ResourceName
  readonly model: ResourceModel
  /** A field or relation by any of its names. */
  member(name: string): Member | undefined
  /** All fields, then all to-one relations, in the order of the model. */
  readonly columns: readonly Exclude<Member, { kind: 'toMany' }>[]
}

export interface Schema {
  /** A resource by any of its names. */
  resource(name: string): ResourceSchema | undefined
  /** Each resource once, without its aliases. */
  readonly resources: readonly ResourceSchema[]
  /** The to-one relations that lead to a resource. */
  referrers(name: string): readonly Referrer[]
}

/** A relation of one resource that leads to another. */
export interface Referrer {
  readonly resource: ResourceName
  readonly relation: ToOneModel
}

function referrersByTarget(resources: readonly ResourceSchema[]): Map<string, Referrer[]> {
  const found = new Map<string, Referrer[]>()
  for (const { name: resource, model } of resources) {
    for (const relation of Object.values(model.toOne)) {
      const known = found.get(relation.resource)
      if (known === undefined) found.set(relation.resource, [{ resource, relation }])
      else known.push({ resource, relation })
    }
  }
  return found
}

/** Optional prefixes of to-many relations. */
const RELATION_PREFIXES = /^(?:is_of__|includes__|authorizes__|offers__|provides__)/

const ID: FieldModel = { name: 'id', type: 'integer', nullable: false, writable: false }
const CREATED_AT: FieldModel = { name: 'created_at', type: 'date', nullable: false, writable: false }

function resourceSchema(model: ResourceModel): ResourceSchema {
  const columns: Exclude<Member, { kind: 'toMany' }>[] = []
  const members = new Map<string, Member>()
  const addField = (field: FieldModel) => {
    if (members.has(field.name)) return
    const member = { kind: 'field', name: field.name, type: field.type, field } as const
    columns.push(member)
    members.set(field.name, member)
  }
  if (model.hasCreatedAt) addField(CREATED_AT)
  if (model.hasId) addField(ID)
  for (const field of Object.values(model.fields)) addField(field)
  for (const relation of Object.values(model.toOne)) {
    const member = { kind: 'toOne', name: relation.name, resource: relation.resource, relation } as const
    columns.push(member)
    members.set(relation.name, member)
  }
  for (const { name, resource, by } of Object.values(model.toMany)) {
    members.set(name, { kind: 'toMany', name, resource, by })
  }
  for (const relation of [...Object.values(model.toOne), ...Object.values(model.toMany)]) {
    const member = members.get(relation.name)
    if (member === undefined) continue
    for (const synonym of relation.synonyms) if (!members.has(synonym)) members.set(synonym, member)
  }
  return {
    name: model.name,
    model,
    columns,
    member(name) {
      const found = members.get(name)
      if (found !== undefined) return found
      const short = members.get(name.replace(RELATION_PREFIXES, ''))
      return short?.kind === 'toMany' ? short : undefined
    },
  }
}

/** Indexes the data model of the contract by all names that the API accepts. */
export function createSchema(model: DataModel, resourceNames: Readonly<Record<string, string>>): Schema {
  const resources = Object.values(model).map(resourceSchema)
  const byName = new Map<string, ResourceSchema>(resources.map((resource) => [resource.name, resource]))
  const own = new Map(byName)
  for (const [alias, name] of Object.entries(resourceNames)) {
    const resource = own.get(name)
    if (resource !== undefined && !byName.has(alias)) byName.set(alias, resource)
  }
  const referrers = referrersByTarget(resources)
  return { resource: (name) => byName.get(name), resources, referrers: (name) => referrers.get(name) ?? [] }
}
