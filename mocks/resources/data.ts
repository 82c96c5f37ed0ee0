import type { DataVerb } from '../../openapi/generated/operations.ts'
import { read } from '../odata/engine.ts'
import type { ParsedUrl } from '../odata/parse.ts'
import type { ResourceSchema } from '../odata/schema.ts'
import { canAccess } from '../services/can-access.ts'
import { json } from '../http/request-context.ts'
import type { Answer, Call } from '../http/request-context.ts'
import { createRow, deleteRows, replaceRow, updateRows } from './writes.ts'

/** One operation of the data API, with its URL parsed and its resource found. */
export interface DataCall extends Call {
  readonly resource: ResourceSchema
  readonly parsed: ParsedUrl
}

export type DataHandler = (call: DataCall) => Answer | Promise<Answer>

const readRows: DataHandler = ({ source, parsed }) => json({ d: read(source, parsed) })

/** One handler for each verb of the data API; what is special about a resource is in its rules. */
export const dataHandlers: Readonly<Record<DataVerb, DataHandler>> = {
  list: readRows,
  get: readRows,
  count: readRows,
  navigate: readRows,
  create: createRow,
  update: updateRows,
  updateMany: updateRows,
  replace: replaceRow,
  delete: deleteRows,
  deleteMany: deleteRows,
  canAccess,
}
