/** The kinds of images that can be uploaded, with the bytes that they begin with. */
const kinds = [
  { type: 'image/png', name: 'PNG', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', name: 'JPEG', starts: [0xff, 0xd8, 0xff] },
] as const

export type ImageKind = (typeof kinds)[number]

/** For the `accept` attribute of a field. */
export const IMAGE_ACCEPT = kinds.map(({ type }) => type).join(',')

/** The kind that a browser derives from the name of a file; undefined if it is another. */
export const namedImageKind = ({ type }: Pick<File, 'type'>): ImageKind | undefined =>
  kinds.find((kind) => kind.type === type)

/** The kind by the bytes of the file, whatever its name says; undefined if it is neither, or cannot be read. */
export async function imageKind(file: Pick<File, 'slice'>): Promise<ImageKind | undefined> {
  try {
    const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
    return kinds.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte))
  } catch {
    return undefined
  }
}
