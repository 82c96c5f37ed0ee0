import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { FileType, ImageWishes } from './image-settings.ts'

/** Contracts of device types change with the platform, not with the day. */
const CONTRACT_STALE_MS = 10 * 60_000

/** The wishes as the platform's form has them; it spells secure boot in a way of its own. */
export const imageForm = ({ secureBoot, ...wishes }: ImageWishes, fileType: FileType) => ({
  ...wishes,
  ...(secureBoot ? { secureboot: 'true' } : {}),
  fileType,
})

/** What the contract of a device type says that matters to whoever adds a device. */
export interface TypeContract {
  /** What to do with an image, step by step. */
  instructions: readonly string[]
  /** The installer can lock the boot chain. */
  offersSecureBoot: boolean
}

/** The contract of a device type; its options are what the image maker offers. */
export const typeContractQuery = (deviceType: string) =>
  queryOptions({
    queryKey: ['device-type-contract', deviceType],
    staleTime: CONTRACT_STALE_MS,
    queryFn: async ({ signal }): Promise<TypeContract> => {
      const contract = await api().services.json('get', '/device-types/v1/{slug}', {
        path: { slug: deviceType },
        signal,
      })
      const { instructions, options }: { instructions?: unknown; options?: unknown } = contract
      return {
        instructions: Array.isArray(instructions)
          ? instructions.filter((step): step is string => typeof step === 'string')
          : [],
        offersSecureBoot: offers(options, 'secureboot'),
      }
    },
  })

/** Whether an option of this name is among these, or in a group of them. */
function offers(options: unknown, name: string): boolean {
  return (
    Array.isArray(options) &&
    options.some(
      (option: unknown) =>
        typeof option === 'object' &&
        option !== null &&
        (('name' in option && option.name === name) || ('options' in option && offers(option.options, name))),
    )
  )
}

/** Bytes of an image. */
export const imageSizeQuery = (deviceType: string, version: string) =>
  queryOptions({
    queryKey: ['image-size', deviceType, version],
    staleTime: CONTRACT_STALE_MS,
    queryFn: async ({ signal }): Promise<number> => {
      const path = '/device-types/v1/{slug}/images/{version}/download-size'
      return (await api().services.json('get', path, { path: { slug: deviceType, version }, signal })).size
    },
  })

export interface DownloadProgress {
  signal: AbortSignal
  /** `total` is null when the platform does not say. */
  onProgress: (done: number, total: number | null) => void
}

export interface DownloadedFile {
  name: string
  content: Blob
}

const FILE_NAME = /filename="?([^";]+)"?/

/** An OS image with the fleet's configuration in it, read piece by piece. */
export async function downloadImage(
  wishes: ImageWishes,
  fileType: FileType,
  { signal, onProgress }: DownloadProgress,
): Promise<DownloadedFile> {
  const response = await api().services.response('post', '/download', {
    body: imageForm(wishes, fileType),
    asForm: true,
    signal,
  })
  const length = Number(response.headers.get('Content-Length') ?? response.headers.get('X-Transfer-Length'))
  const total = Number.isFinite(length) && length > 0 ? length : null
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (read === undefined || read.done) break
    pieces.push(new Uint8Array(read.value))
    done += read.value.length
    onProgress(done, total)
  }
  const name = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  return {
    name: name ?? `${wishes.deviceType}-${wishes.version}.img${fileType === '.img' ? '' : fileType}`,
    content: new Blob(pieces, { type: response.headers.get('Content-Type') ?? 'application/octet-stream' }),
  }
}

/** The configuration alone, with a new provisioning key in it. */
export async function makeConfig(wishes: ImageWishes): Promise<string> {
  return JSON.stringify(await api().services.json('post', '/download-config', { body: wishes }), null, 2)
}
