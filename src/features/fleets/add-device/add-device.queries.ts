import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { serviceRequest } from '@/api/service-client.ts'
import type { FileType, ImageOptions } from './image-settings.ts'

/** Contracts of device types only change with a new version of the platform. */
const CONTRACT_STALE_MS = 10 * 60_000

/** The options as form fields of the platform, which spells secure boot differently. */
const imageForm = ({ secureBoot, ...imageOptions }: ImageOptions, fileType: FileType) => ({
  ...imageOptions,
  ...(secureBoot ? { secureboot: 'true' } : {}),
  fileType,
})

/** Makes an OS image that contains the configuration of the fleet; sent by `downloadImage`. */
export const imageCall = (imageOptions: ImageOptions, fileType: FileType) =>
  serviceRequest('post', '/download', { body: imageForm(imageOptions, fileType), asForm: true })

/** The parts of a device type contract that matter for adding a device. */
export interface TypeContract {
  /** Steps to install an image. */
  instructions: readonly string[]
  /** Whether the installer supports secure boot. */
  offersSecureBoot: boolean
}

/** The contract of a device type; its options are those of the image maker. */
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

/** Whether options or their nested groups contain a name. */
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

/** Size of an image in bytes. */
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
  /** `total` is null if the platform does not report it. */
  onProgress: (done: number, total: number | null) => void
}

export interface DownloadedFile {
  name: string
  content: Blob
}

const FILE_NAME = /filename="?([^";]+)"?/

/** Downloads an OS image that contains the configuration of the fleet, in chunks. */
export async function downloadImage(
  imageOptions: ImageOptions,
  fileType: FileType,
  { signal, onProgress }: DownloadProgress,
): Promise<DownloadedFile> {
  const response = await api().services.sendForResponse(imageCall(imageOptions, fileType), { signal })
  const length = Number(response.headers.get('Content-Length') ?? response.headers.get('X-Transfer-Length'))
  const total = Number.isFinite(length) && length > 0 ? length : null
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (read === undefined || read.done) break
    chunks.push(new Uint8Array(read.value))
    done += read.value.length
    onProgress(done, total)
  }
  const name = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  return {
    name:
      name ?? `${imageOptions.deviceType}-${imageOptions.version}.img${fileType === '.img' ? '' : fileType}`,
    content: new Blob(chunks, { type: response.headers.get('Content-Type') ?? 'application/octet-stream' }),
  }
}

/** Creates only the configuration, with a new provisioning key. */
export async function makeConfig(imageOptions: ImageOptions): Promise<string> {
  return JSON.stringify(
    await api().services.json('post', '/download-config', { body: imageOptions }),
    null,
    2,
  )
}
