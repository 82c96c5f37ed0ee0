import type { TestRequest } from '../../../mocks/hosts/node.ts'
import type { DemoName } from '../../../mocks/scenarios/people.ts'
import type { Subjects } from './subjects.ts'

export type Who = NonNullable<TestRequest['as']>
export type Body = Readonly<Record<string, unknown>>

/** One row made for a test, and who may do everything with it. */
export interface MadeRow {
  id: number
  as: Who
}

/** How rows of a resource are written in a test. */
export interface Sample {
  /** Who may do all of it; Ada unless somebody else is named. */
  as?: DemoName
  /** What creates a row; `turn` makes the key of each one different. undefined: rows are made in another way. */
  body?(it: Subjects, turn: number): Body | Promise<Body>
  make?(it: Subjects, turn: number): Promise<MadeRow>
  /** What can be changed in it. */
  change(it: Subjects): Body | Promise<Body>
  /** Who may not write it; `sees`: but may read it, as opposed to not knowing that it is there. */
  refused: { as: Who; sees: boolean; row?(it: Subjects): number }
  /** What is refused besides what the model says. */
  wrong?: readonly [what: string, body: (it: Subjects) => Body, status: number, text?: string][]
  /** What anybody may do who is signed in. */
  open?: readonly Write[]
  /** Operations that never succeed for clients, and why. */
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

/** Every write of a resource that clients never make. */
export const neverWritten = (why: string): Partial<Record<Write, string>> =>
  Object.fromEntries(WRITES.map((write) => [write, why]))
