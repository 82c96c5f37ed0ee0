/** The parts of an OpenAPI 3.1 document that the generators read. */

export interface Schema {
  $ref?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  minLength?: number
  maxLength?: number
  pattern?: string
  readOnly?: boolean
  writeOnly?: boolean
  additionalProperties?: boolean | Schema
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  'x-type'?: 'text' | 'bigint' | 'json' | 'file'
  'x-to-one'?: string
  'x-to-many'?: { resource: string; by: string }
  'x-synonyms'?: string[]
  'x-cloud-only'?: boolean
  'x-on-request'?: boolean
  'x-open-backend-reads-only'?: boolean
  'x-open-backend-writes'?: boolean
  'x-write'?: Schema & { example?: unknown }
}

/** A file of platform/schemas: a schema with information about the data model. */
export interface ResourceSchema extends Schema {
  properties: Record<string, Schema>
  'x-resource': string
  'x-canonical'?: string
  'x-keys': string[][]
  'x-open-backend': boolean
  'x-open-backend-hidden'?: boolean
  'x-read-only'?: boolean
  'x-no-create'?: boolean
  'x-create-requires'?: string[]
  /** An example row, as it is read. */
  'x-example'?: Record<string, unknown>
}

export interface MediaType {
  schema?: Schema
  example?: unknown
}

export interface ResponseObject {
  $ref?: string
  description: string
  content?: Record<string, MediaType>
  'x-may-be-empty'?: boolean
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

export interface RequestBody {
  required?: boolean
  content: Record<string, MediaType>
}

export interface Operation {
  operationId: string
  tags: string[]
  'x-open-backend'?: boolean
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, ResponseObject>
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

export type PathItem = { [method in Method]?: Operation } & { parameters?: Parameter[] }

/** The whole contract, joined; every `$ref` points into `components`. */
export interface Contract {
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, ResponseObject>
    parameters?: Record<string, Parameter>
  }
}

/** The types of a schema except `null`. */
export const typesOf = ({ type }: Schema) => [type ?? []].flat().filter((one) => one !== 'null')

/** Whether a value may be null: by type, enum or alternative. */
export const isNullable = ({ type, anyOf }: Schema): boolean =>
  [type ?? []].flat().includes('null') || (anyOf ?? []).some((one) => one.type === 'null')

export const sortedEntries = <T>(record: Record<string, T>) =>
  Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
