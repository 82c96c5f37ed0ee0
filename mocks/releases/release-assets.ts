import { mayWrite } from '../access/write-permissions.ts'
import { crc32 } from '../base/crc32.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { inChunks } from '../base/pieces.ts'
import { jsonBody, isJsonObject, json, bodyField } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import type { Completed, ResourceRules } from '../http/resource-rules.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Upload } from '../store/jobs.ts'
import { newHex } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import { FILES, forgetFile } from '../store/stored-files.ts'
import type { RowInput } from '../store/stored-row.ts'

type AssetInput = RowInput<'release_asset'>
type Bytes = Uint8Array<ArrayBuffer>
type StoredFile = JsonOf<'storage.commitUpload', 200>

/** Minimum size of all parts but the last. */
const MIN_CHUNK_BYTES = 5 * 1_048_576
const MAX_PARTS = 10_000

function storeFile(store: Store, origin: string, bytes: Bytes, filename: string, type: string): StoredFile {
  const secret = newHex(store.secrets, 32)
  store.jobs.files.set(secret, { bytes, type, filename })
  return {
    href: `${origin}${FILES}${secret}`,
    filename,
    content_type: type,
    content_disposition: `attachment; filename="${filename}"`,
    size: bytes.length,
  }
}

const DATA_URL = /^data:[^,]*;base64,(.*)$/

/** Throws 400 on a file that is not part of the body. */
function checkFile(values: AssetInput): AssetInput {
  const { asset } = values
  if (!isJsonObject(asset)) return values
  if (typeof asset['href'] === 'string' && DATA_URL.test(asset['href'])) return values
  throw new HttpError(400)
}

/** Moves a file that was sent as a data URL to the storage. */
function withStoredFile<Input extends Completed<AssetInput>>(
  store: Store,
  origin: string,
  values: Input,
): Input {
  const { asset } = values
  if (!isJsonObject(asset)) return values
  const { href, filename, content_type: type } = asset
  const [, encoded = ''] = DATA_URL.exec(String(href)) ?? []
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  return { ...values, asset: storeFile(store, origin, bytes, String(filename), String(type)) }
}

export const releaseAssetRules: ResourceRules<'release_asset'> = {
  create: (_context, values) => checkFile(values),
  insert: ({ store, origin }, values) =>
    store.table('release_asset').insert(withStoredFile(store, origin, values)),
  update: (_context, _handle, changes) => checkFile(changes),
  updating({ store, origin }, handle, changes) {
    if ('asset' in changes) forgetFile(store, store.rows('release_asset').row(handle).asset)
    return withStoredFile(store, origin, changes)
  },
}

/** The asset in the path. Throws 404 if it is not visible, and 401 if the caller may not change its file. */
function assetOf({ store, source, access, caller, params }: RequestContext): number {
  if (caller.kind === 'anonymous') throw unauthorized()
  const handle = store.rows('release_asset').byId(Number(params['id']))
  const isVisible = handle >= 0 && (source.visibility('release_asset')?.test(handle) ?? true)
  if (!isVisible) throw new HttpError(404)
  const write = { resource: 'release_asset', handle, action: 'update', fields: ['asset'] } as const
  if (!mayWrite(store, access, write)) throw unauthorized()
  return handle
}

const isPositiveInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

function uploadOf(store: Store, asset: number | null, uuid: string | undefined): Upload {
  const upload = uuid === undefined ? undefined : store.jobs.uploads.get(uuid)
  if (upload === undefined || (asset !== null && upload.asset !== asset)) {
    throw new HttpError(400, 'Invalid value for uuid')
  }
  return upload
}

const partsOf = ({ size, chunkSize }: Upload): number => Math.ceil(size / chunkSize)

/** The required size of a part in bytes; undefined for an invalid part number. */
function lengthOf(upload: Upload, part: number): number | undefined {
  const count = partsOf(upload)
  if (!isPositiveInteger(part) || part > count) return undefined
  return part < count ? upload.chunkSize : upload.size - (count - 1) * upload.chunkSize
}

function assemble(upload: Upload, sent: unknown): Bytes {
  const list = isJsonObject(sent) ? sent['Parts'] : undefined
  if (!Array.isArray(list)) throw new HttpError(400, 'Invalid value for providerCommitData')
  const tags = new Map(
    list.filter(isJsonObject).map(({ PartNumber, ETag }) => [Number(PartNumber), unquoted(String(ETag))]),
  )
  const bytes = new Uint8Array(upload.size)
  for (let part = 1; part <= partsOf(upload); part++) {
    const piece = upload.parts.get(part)
    if (piece === undefined || tags.get(part) !== unquoted(tagOf(piece))) {
      throw new HttpError(400, `Part ${part} has not been uploaded`)
    }
    bytes.set(piece, (part - 1) * upload.chunkSize)
  }
  return bytes
}

/** Object stores accept ETags with or without quotes. */
const unquoted = (tag: string): string => tag.replaceAll('"', '')

const tagOf = (bytes: Bytes): string => `"${crc32(bytes).toString(16)}-${bytes.length.toString(16)}"`

export const storageHandlers: ServiceHandlers<'storage'> = {
  async 'storage.beginUpload'(context) {
    const { store, url } = context
    const asset = assetOf(context)
    const { asset: file } = await jsonBody(context)
    if (!isJsonObject(file)) throw new HttpError(400, 'Invalid value for asset')
    const { filename, content_type: type, size, chunk_size: chunkSize } = file
    if (typeof filename !== 'string' || filename === '' || filename.length > 255) {
      throw new HttpError(400, 'Invalid value for filename')
    }
    if (typeof type !== 'string' || type === '') throw new HttpError(400, 'Invalid value for content_type')
    if (!isPositiveInteger(size)) throw new HttpError(400, 'Invalid value for size')
    if (
      !isPositiveInteger(chunkSize) ||
      chunkSize < MIN_CHUNK_BYTES ||
      Math.ceil(size / chunkSize) > MAX_PARTS
    ) {
      throw new HttpError(400, 'Invalid value for chunk_size')
    }
    const uuid = newHex(store.secrets, 32)
    const upload: Upload = { asset, filename, type, size, chunkSize, parts: new Map() }
    store.jobs.uploads.set(uuid, upload)
    const uploadParts = Array.from({ length: partsOf(upload) }, (_, at) => ({
      url: `${url.origin}/storage/uploads/${uuid}/${at + 1}`,
      chunkSize: lengthOf(upload, at + 1) ?? 0,
      partNumber: at + 1,
    }))
    return json<JsonOf<'storage.beginUpload', 200>>({ asset: { uuid, uploadParts } })
  },

  async 'storage.uploadPart'({ store, params, request }) {
    const upload = store.jobs.uploads.get(params.uuid ?? '')
    if (upload === undefined) throw new HttpError(404)
    const part = Number(params.part)
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (lengthOf(upload, part) !== bytes.length) throw new HttpError(400, 'The part has the wrong size')
    upload.parts.set(part, bytes)
    const headers = { ETag: tagOf(bytes), 'Access-Control-Expose-Headers': 'ETag, Retry-After' }
    return { status: 200, kind: 'empty', headers }
  },

  async 'storage.commitUpload'(context) {
    const { store, url } = context
    const asset = assetOf(context)
    const body = await jsonBody(context)
    const uuid = bodyField(body, 'uuid')
    const upload = uploadOf(store, asset, uuid)
    const bytes = assemble(upload, body.providerCommitData)
    const table = store.rows('release_asset')
    forgetFile(store, table.row(asset).asset)
    const file = storeFile(store, url.origin, bytes, upload.filename, upload.type)
    table.update(asset, { asset: file })
    store.jobs.uploads.delete(uuid ?? '')
    store.changed()
    return json<StoredFile>(file)
  },

  async 'storage.cancelUpload'(context) {
    const { store } = context
    const asset = assetOf(context)
    const uuid = bodyField(await jsonBody(context), 'uuid')
    uploadOf(store, asset, uuid)
    store.jobs.uploads.delete(uuid ?? '')
    return { status: 204, kind: 'empty' }
  },

  'storage.file'({ store, params }) {
    const file = store.jobs.files.get(params.secret ?? '')
    if (file === undefined) throw new HttpError(404)
    return {
      status: 200,
      kind: 'stream',
      type: 'application/octet-stream',
      stream: inChunks(file.bytes),
      headers: {
        'Content-Length': String(file.bytes.length),
        'Content-Disposition': `attachment; filename="${file.filename}"`,
      },
    }
  },
}
