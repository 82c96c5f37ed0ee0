import type { StaffRole } from '../store/secrets.ts'

export interface UserCaller {
  kind: 'user'
  user: number
  /** When the user last authenticated, in real milliseconds; null for an API key. */
  authTime: number | null
  staff?: StaffRole
  /** The staff member behind a session opened as another user. */
  actualUser?: number
  /** A second factor is pending: only completing it is allowed. */
  pending?: true
}

/** The sender of a request. */
export type Caller =
  | { kind: 'anonymous' }
  | UserCaller
  | { kind: 'device'; device: number }
  | { kind: 'application'; application: number }
