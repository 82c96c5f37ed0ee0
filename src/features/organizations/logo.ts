import { formatNumber } from '@/lib/format.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'

const MAX_LOGO_BYTES = 1_000_000

/** The kinds of images for logos, with the bytes that they begin with. */
const kinds = [
  { type: 'image/png', name: 'PNG', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', name: 'JPEG', starts: [0xff, 0xd8, 0xff] },
] as const

/** The `accept` attribute of the logo field. */
export const LOGO_ACCEPT = kinds.map(({ type }) => type).join(',')

/**
 * Why the logo file is invalid; undefined if it is valid. Browsers derive the type of a file from its name, so its content is
 * compared: the platform serves the image with that type.
 */
export async function logoProblem(file: Pick<File, 'type' | 'size' | 'slice'>): Promise<string | undefined> {
  const named = kinds.find(({ type }) => type === file.type)
  if (named === undefined) return text.logoKind
  if (file.size > MAX_LOGO_BYTES) return text.logoSize(formatNumber(MAX_LOGO_BYTES))
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const real = kinds.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte))
  if (real === undefined) return text.logoNoImage
  return real === named ? undefined : text.logoMismatch(named.name, real.name)
}
