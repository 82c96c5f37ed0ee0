const MIB = 1_048_576

export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Size of a mock image in bytes, 4 to 7 MiB. */
export const imageSize = (deviceType: string, version: string): number =>
  4 * MIB + (hashOf(`${deviceType} ${version}`) % (3 * 2048)) * 512
