import { formatNumber } from '@/lib/format.ts'
import { imageKind, namedImageKind } from '@/lib/image-kind.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'

const MAX_LOGO_BYTES = 1_000_000

/**
 * Why the logo file is invalid; undefined if it is valid. Browsers derive the type of a file from its name, so its content is
 * compared: the platform serves the image with that type.
 */
export async function logoProblem(file: Pick<File, 'type' | 'size' | 'slice'>): Promise<string | undefined> {
  const named = namedImageKind(file)
  if (named === undefined) return text.logoKind
  if (file.size > MAX_LOGO_BYTES) return text.logoSize(formatNumber(MAX_LOGO_BYTES))
  const real = await imageKind(file)
  if (real === undefined) return text.logoNoImage
  return real === named ? undefined : text.logoMismatch(named.name, real.name)
}
