import type { TestRequest } from '../../../mocks/hosts/node.ts'
import type { DemoName } from '../../../mocks/worlds/people.ts'
import type { Subjects } from './subjects.ts'

export type Who = NonNullable<TestRequest['as']>
export type Body = Readonly<Record<string, unknown>>

/** A row created for a test, and the user who has all permissions on it. */
export interface MadeRow {
  id: number
  as: Who
}

/** How a test writes rows of a resource. */
export interface Sample {
  /** The user with all permissions; by default Ada. */
  as?: DemoName
  /** The body of a creation; `turn` makes the key unique. undefined: rows are created in another way. */
  body?(it: Subjects, turn: number): Body | Promise<Body>
  make?(it: Subjects, turn: number): Promise<MadeRow>
  /** The body of a change. */
  change(it: Subjects): Body | Promise<Body>
  /** A user without write permission; `sees`: with or without read permission. */
  refused: { as: Who; sees: boolean; row?(it: Subjects): number }
  /** Invalid bodies, besides violations of the model. */
  wrong?: readonly [what: string, body: (it: Subjects) => Body, status: number, text?: string][]
  /** What every signed-in user may do. */
  open?: readonly Write[]
  /** Operations that never succeed for clients, with the reason. */
  never?: Partial<Record<Write, string>>
}

export const WRITES = [
  'create',
  'update',
  'updateMany',
  'replace',
  'delete',
  'deleteMany',
  'canAccess',
] as const
export type Write = (typeof WRITES)[number]

export const olive = { as: 'olive', sees: true } as const
export const oliveBlind = { as: 'olive', sees: false } as const

/** All writes of a resource, which clients never use. */
export const neverWritten = (why: string): Partial<Record<Write, string>> =>
  Object.fromEntries(WRITES.map((write) => [write, why]))
