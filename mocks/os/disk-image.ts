import { osReleaseText, SAMPLE_CONNECTION } from '../../simulator/definition/os-files.ts'
import { fatVolume, SECTOR, type Volume } from './fat.ts'
import { textHash, imageSize } from './image-size.ts'

type Bytes = Uint8Array<ArrayBuffer>

const MIB = 1_048_576

/** Partitions, in sectors. The rest of the disk is the data partition. */
const BOOT = { start: 1024, sectors: 5120 }
const ROOT = { start: BOOT.start + BOOT.sectors, sectors: 1024 }
const DATA_START = ROOT.start + ROOT.sectors

/** Partition type FAT16 with LBA, also used for FAT12: readers distinguish the two by the number of clusters. */
const FAT_LBA = 0x0e
const BOOTABLE = 0x80

export interface DiskImageOptions {
  deviceType: string
  version: string
  variant: 'prod' | 'dev'
  /** The content of `config.json`. */
  config: object
  /** The description of the device type, which clients read from an image. */
  contract: object
}

/**
 * A small disk in the format that clients expect: a partition table; a boot partition with the configuration, the device
 * type and a folder for network connections; a root; and a data partition filled with data that is hard to compress.
 */
export function diskImage(options: DiskImageOptions): Bytes {
  const { deviceType, version, config, contract } = options
  const image = new Uint8Array(imageSize(deviceType, version))
  const data = { start: DATA_START, sectors: image.length / SECTOR - DATA_START }
  const release = osReleaseText(options)
  const description = {
    ...contract,
    configuration: { config: { partition: { primary: 1 }, path: '/config.json' } },
  }
  const volumes: readonly Volume[] = [
    {
      ...BOOT,
      label: 'resin-boot',
      files: {
        'config.json': JSON.stringify(config),
        'device-type.json': JSON.stringify(description, null, 2),
        'os-release': release,
        'image-version-info': `${version}\n`,
        'system-connections': { 'resin-sample.ignore': SAMPLE_CONNECTION },
      },
    },
    { ...ROOT, label: 'resin-rootA', files: { etc: { 'os-release': release }, opt: {} } },
    { ...data, label: 'resin-data', files: {} },
  ]
  const view = new DataView(image.buffer)
  volumes.forEach((volume, index) => {
    const entry = 446 + index * 16
    image[entry] = index === 0 ? BOOTABLE : 0
    image[entry + 4] = FAT_LBA
    view.setUint32(entry + 8, volume.start, true)
    view.setUint32(entry + 12, volume.sectors, true)
    image.set(fatVolume(volume), volume.start * SECTOR)
  })
  view.setUint16(510, 0xaa55, true)
  fill(view, deviceType + version)
  return image
}

/** Fills unused clusters with pseudorandom data; otherwise, a compressed image would be almost empty. */
function fill(view: DataView, seed: string): void {
  let state = textHash(seed) || 1
  const free = DATA_START * SECTOR + MIB / 8
  for (let at = free; at + 4 <= view.byteLength; at += 16) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    view.setInt32(at, state, true)
  }
}
