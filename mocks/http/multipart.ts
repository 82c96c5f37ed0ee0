import { HttpError } from '../base/http-error.ts'
import type { ResourceSchema } from '../base/schema.ts'
import type { JsonObject } from './request-context.ts'

export const isMultipart = (request: Request): boolean =>
  request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false

async function storedFile(file: File): Promise<object> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  const type = file.type || 'application/octet-stream'
  return {
    href: `data:${type};base64,${btoa(binary)}`,
    filename: file.name,
    content_type: type,
    size: file.size,
    content_disposition: `attachment; filename="${file.name}"`,
  }
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'enum'])

/** Form fields are text: digits are parsed as a number, unless the field has a text type. */
function partValue(resource: ResourceSchema, key: string, part: string): string | number {
  const member = resource.member(key)
  if (member?.kind === 'field' && TEXTS.has(member.type)) return part
  return /^\d+$/.test(part) ? Number(part) : part
}

/** A multipart body with a file: one part for each key, the file part named after its field (docs/platform/data-api.md). */
export async function readMultipart(request: Request, resource: ResourceSchema): Promise<JsonObject> {
  let form: FormData
  try {
    form = await request.formData()
  } catch {
    throw new HttpError(400)
  }
  const body: Record<string, unknown> = {}
  for (const [key, part] of form)
    body[key] = typeof part === 'string' ? partValue(resource, key, part) : await storedFile(part)
  return body
}
