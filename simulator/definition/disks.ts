/** The disk of a partition: mmcblk0 of mmcblk0p6, sda of sda6. */
export function diskOf(partition: string): string {
  return partition.replace(/(?<=\d)p\d+$/, '').replace(/(?<=^[sv]d[a-z])\d+$/, '')
}

/** The name of the n-th partition of a disk. */
export function partitionOf(disk: string, n: number): string {
  return /\d$/.test(disk) ? `${disk}p${n}` : `${disk}${n}`
}
