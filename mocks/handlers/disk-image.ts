type Bytes = Uint8Array<ArrayBuffer>

const MIB = 1_048_576
const SECTOR = 512
/** Where the boot partition begins, and in it the file that says which fleet the device joins. */
const BOOT_SECTOR = 8192 / 8
const CONFIG_AT = BOOT_SECTOR * SECTOR

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Bytes of the image of a version for a device type: a small stand-in of 3 to 6 MiB. */
export const imageSize = (deviceType: string, version: string): number =>
  3 * MIB + (hashOf(`${deviceType} ${version}`) % (3 * 2048)) * SECTOR

/** A disk image: a partition table, the configuration in its boot partition, and filler that compresses a little. */
export function diskImage(deviceType: string, version: string, config: object): Bytes {
  const image = new Uint8Array(imageSize(deviceType, version))
  const view = new DataView(image.buffer)
  const entry = 446
  image[entry] = 0x80
  image[entry + 4] = 0x0c
  view.setUint32(entry + 8, BOOT_SECTOR, true)
  view.setUint32(entry + 12, image.length / SECTOR - BOOT_SECTOR, true)
  view.setUint16(510, 0xaa55, true)
  image.set(new TextEncoder().encode(JSON.stringify(config)), CONFIG_AT)
  let state = hashOf(`${deviceType} ${version}`) || 1
  for (let at = 2 * MIB; at + 4 <= image.length; at += 16) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    view.setInt32(at, state, true)
  }
  return image
}

const CHUNK = 65_536

/** Bytes in pieces, as fast as they are read. */
export function inPieces(bytes: Bytes): ReadableStream<Bytes> {
  let at = 0
  return new ReadableStream<Bytes>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + CHUNK))
      at += CHUNK
    },
  })
}
