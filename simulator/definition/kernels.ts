import type { Hardware } from './world-definition.ts'

const RELEASES: Readonly<Record<string, string>> = {
  amd64: '6.6.54',
  aarch64: '6.1.77-v8',
  armv7hf: '6.1.77-v7l',
  rpi: '6.1.77',
}

/** The release of the kernel, as `uname -r` prints it. */
export const kernelRelease = ({ arch }: Pick<Hardware, 'arch'>): string => RELEASES[arch] ?? '6.1.77'
