import type { DataVerb } from '../../openapi/generated/operations.ts'
import { read } from '../odata/engine.ts'
import { isJsonObject, json } from '../http/request-context.ts'
import type { Answer } from '../http/request-context.ts'
import { dataHandlers } from './data.ts'
import type { DataCall } from './data.ts'

const CHANGES: ReadonlySet<DataVerb> = new Set(['update', 'updateMany', 'replace', 'delete', 'deleteMany'])

/** A new row under the names of version 6. */
function createdRow(call: DataCall, answer: Answer): Answer {
  if (call.url.searchParams.get('returnResource') === 'false') return json('Created', 201)
  if (answer.kind !== 'json' || !isJsonObject(answer.json)) return answer
  const path = `/${call.resource.name}(${String(answer.json['id'])})`
  const [row] = read(call.source, call.cloud.parse(path, path)) as unknown[]
  return { ...answer, json: row ?? answer.json }
}

/** Version 6 of the data API does as version 7 does, and says it in its own words (wire 4.7). */
export async function olderData(verb: DataVerb, call: DataCall): Promise<Answer> {
  const answer = await dataHandlers[verb](call)
  if (verb === 'create') return createdRow(call, answer)
  return CHANGES.has(verb) ? json('OK') : answer
}
