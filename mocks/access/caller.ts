import type { StaffRole } from '../store/secrets.ts'

export interface UserCaller {
  kind: 'user'
  user: number
  /** When the person last proved who they are, in real milliseconds; null for an API key, which never can. */
  authTime: number | null
  staff?: StaffRole
  /** The staff member behind a session that was opened as somebody else. */
  actualUser?: number
  /** A second factor is still due: nothing but completing it is allowed. */
  pending?: true
}

/** Who sends a request. */
export type Caller =
  | { kind: 'anonymous' }
  | UserCaller
  | { kind: 'device'; device: number }
  | { kind: 'application'; application: number }
