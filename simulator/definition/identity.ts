import { chance, draw, hex2, hex8, scramble, unscramble } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { Place } from './world-definition.ts'

/** 32 hexadecimal digits. The first eight are a bijection of the index, so that `indexOfGeneratedUuid` needs no search. */
export function generatedUuid(seed: number, index: number): string {
  return (
    hex8(scramble(draw(seed, streams.uuid), index)) +
    hex8(draw(seed, streams.uuid, index, 1)) +
    hex8(draw(seed, streams.uuid, index, 2)) +
    hex8(draw(seed, streams.uuid, index, 3))
  )
}

/** The only index whose generated UUID can have those first eight digits; -1 when they are not such digits. */
export function indexOfGeneratedUuid(seed: number, uuid: string): number {
  const head = uuid.slice(0, 8)
  return /^[0-9a-f]{8}$/.test(head) ? unscramble(draw(seed, streams.uuid), Number.parseInt(head, 16)) : -1
}

/** A number with the same order as the generated UUIDs. */
export function generatedUuidRank(seed: number, index: number): number {
  return scramble(draw(seed, streams.uuid), index)
}

/** Raspberry Pi, ASRock and Intel prefixes, as on real devices. */
const VENDOR_PREFIXES = ['DC:A6:32', 'B8:27:EB', 'E4:5F:01', '00:1E:06', '70:85:C2', '48:21:0B']

export function macAddress(seed: number, index: number): string {
  const value = draw(seed, streams.macAddress, index)
  const prefix = VENDOR_PREFIXES[draw(seed, streams.macAddress, index, 1) % VENDOR_PREFIXES.length]
  return `${prefix}:${hex2(value >>> 16)}:${hex2(value >>> 8)}:${hex2(value)}`.toUpperCase()
}

export function localAddress(seed: number, index: number): string {
  const value = draw(seed, streams.ipAddress, index)
  const host = 2 + ((value >>> 16) % 250)
  return value & 1 ? `192.168.${(value >>> 8) % 32}.${host}` : `10.0.${(value >>> 8) % 64}.${host}`
}

/** From the ranges reserved for documentation (RFC 5737), so that no real host is ever named. */
export function publicAddress(seed: number, index: number): string {
  const value = draw(seed, streams.ipAddress, index, 1)
  const net = ['203.0.113', '198.51.100', '192.0.2'][value % 3]
  return `${net}.${1 + ((value >>> 8) % 254)}`
}

export function cpuId(seed: number, index: number): string {
  return hex8(draw(seed, streams.cpuId, index)) + hex8(draw(seed, streams.cpuId, index, 1))
}

/** Up to about 15 km around the place, so that the devices of a site do not overlap on the map. */
export function nearby(seed: number, index: number, place: Place): Place {
  const north = (chance(seed, streams.place, index, 1) - 0.5) * 0.27
  const east = (chance(seed, streams.place, index, 2) - 0.5) * 0.4
  return {
    name: place.name,
    latitude: rounded(Math.max(-89, Math.min(89, place.latitude + north))),
    longitude: rounded(Math.max(-179.9, Math.min(179.9, place.longitude + east))),
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10000) / 10000
}

/** 32 hexadecimal digits. */
export function fleetUuid(fleetId: number): string {
  return [1, 2, 3, 4].map((part) => hex8(draw(streams.image, fleetId, part, 11))).join('')
}

/** The domain of the platform, as devices know it. */
export const CLOUD_DOMAIN = 'flotilla.test'

/** A host of the platform: `api`, `cloudlink`, `registry2` … */
export const cloudHost = (part: string): string => `${part}.${CLOUD_DOMAIN}`

/** The address of a device in the VPN. */
export function tunnelAddress(uuid: string): string {
  const number = (from: number) => Number.parseInt(uuid.slice(from, from + 2), 16)
  return `10.240.${number(0)}.${1 + (number(2) % 250)}`
}

/** The location of an image in system log lines: `registry2.flotilla.test/v2/<32 hex digits>`. */
export function imageLocation(imageId: number): string {
  const digits = [1, 2, 3, 4].map((part) => hex8(draw(streams.image, imageId, part))).join('')
  return `${cloudHost('registry2')}/v2/${digits}`
}

/** 64 hexadecimal digits. */
export function imageDigest(imageId: number): string {
  return [1, 2, 3, 4, 5, 6, 7, 8].map((part) => hex8(draw(streams.image, imageId, part, 7))).join('')
}

/** 64 hexadecimal digits: a container of a device. Each recreation has another one. */
export function containerId(
  seed: number,
  index: number,
  imageId: number,
  { installs, generation }: { installs: number; generation: number },
): string {
  return [0, 1, 2, 3, 4, 5, 6, 7]
    .map((part) => hex8(draw(seed ^ streams.image, index, imageId, installs * 4096 + generation, part)))
    .join('')
}
