import { FileSystem } from './files/file-system.ts'
import type { Machine, User } from './machine.ts'

/** The user of a name or number, as `/etc/passwd` has it; undefined when a name is not there. */
export function userNamed(machine: Machine, text: string): User | undefined {
  const [who = '', group] = text.split(':')
  const node = new FileSystem(machine, []).find('/etc/passwd')
  const rows = (node?.kind === 'file' ? node.text() : '').split('\n').map((line) => line.split(':'))
  const row = rows.find(([name, , uid]) => name !== '' && (name === who || uid === who))
  const [name, , uid, gid, , home] = row ?? []
  const asked = group === undefined ? undefined : Number(group === 'root' ? 0 : group)
  if (name !== undefined) return { name, uid: Number(uid), gid: asked ?? Number(gid), home: home ?? '/' }
  return /^\d+$/.test(who) ? { name: null, uid: Number(who), gid: asked ?? 0, home: '/' } : undefined
}
