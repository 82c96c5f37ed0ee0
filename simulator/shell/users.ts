import { FileSystem } from './files/file-system.ts'
import type { Machine, User } from './machine.ts'

/** The user, and group, of names or numbers, as `/etc/passwd` and `/etc/group` have them; undefined when a name is not there. */
export function userNamed(machine: Machine, text: string): User | undefined {
  const [who = '', group] = text.split(':')
  const files = new FileSystem(machine, [])
  const rowsOf = (path: string) => {
    const node = files.find(path)
    return (node?.kind === 'file' ? node.text() : '').split('\n').map((line) => line.split(':'))
  }
  const row = rowsOf('/etc/passwd').find(([name, , uid]) => name !== '' && (name === who || uid === who))
  const [name, , uid, gid, , home] = row ?? []
  const asked =
    group === undefined || /^\d+$/.test(group)
      ? group
      : rowsOf('/etc/group').find(([named]) => named === group)?.[2]
  if (group !== undefined && asked === undefined) return undefined
  if (name !== undefined) return { name, uid: Number(uid), gid: Number(asked ?? gid), home: home ?? '/' }
  return /^\d+$/.test(who) ? { name: null, uid: Number(who), gid: Number(asked ?? 0), home: '/' } : undefined
}

/** What the engine says when a user or a group is not there. */
export function missingUser(machine: Machine, text: string): string {
  const [who = '', group = ''] = text.split(':')
  const missing = userNamed(machine, who) === undefined ? `user ${who}` : `group ${group}`
  return `unable to find ${missing}: no matching entries in ${missing.startsWith('user') ? 'passwd' : 'group'} file`
}
