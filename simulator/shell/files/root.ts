import type { Machine } from '../machine.ts'
import { containerTree } from './container-tree.ts'
import { hostTree } from './host-tree.ts'
import { folder, type FolderNode } from './nodes.ts'

/** The files that follow from the state of a machine at this moment. */
export function rootOf(machine: Machine, programs: readonly string[]): FolderNode {
  return folder(
    () => (machine.isHost() ? hostTree(machine, programs) : containerTree(machine, programs)),
    machine.bootedAt(),
  )
}
