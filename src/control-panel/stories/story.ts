import * as z from 'zod/mini'
import { readDataFile } from '@/files/data-file.ts'

/** Roles of controls and elements, with selectors. */
export const ROLES = {
  button: 'button, [role=button]',
  link: 'a[href], [role=link]',
  tab: '[role=tab]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  radio: 'input[type=radio], [role=radio]',
  switch: '[role=switch]',
  combobox: 'select, input[list], [role=combobox]',
  textbox: 'input, textarea, [role=textbox]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  row: 'tr, [role=row]',
  table: 'table, [role=table]',
  heading: 'h1, h2, h3, h4, [role=heading]',
  dialog: 'dialog, [role=dialog]',
  region: 'section, [role=region]',
  group: 'fieldset, [role=group]',
  listitem: 'li, [role=listitem]',
  alert: '[role=alert]',
} as const

const problem = (error: string) => ({ error })
const text = (most: number) =>
  z
    .string(problem('must be text'))
    .check(z.minLength(1, problem('must not be empty')), z.maxLength(most, problem('is too long')))

const named = {
  role: z.enum(Object.keys(ROLES) as (keyof typeof ROLES)[], problem('is no role that can be looked for')),
  /** Accessible name; `*` matches anything. */
  name: text(200),
}
const target = z.strictObject({ ...named, in: z.optional(z.strictObject(named)) })
const device = text(100)
const duration = text(20).check(
  z.regex(/^\d+ (s|min|h|d)$/, problem('must be a duration such as "10 min"; units are s, min, h and d')),
)

const action = z.union(
  [
    z.strictObject({ press: target }),
    z.strictObject({ type: text(500), into: target }),
    z.strictObject({ choose: text(200), in: target }),
  ],
  problem('must be press, type … into, or choose … in'),
)

const change = z.union(
  [
    z.strictObject({ advance: duration }),
    z.strictObject({ disconnect: device }),
    z.strictObject({ reconnect: device }),
    z.strictObject({ lock: device, service: text(100) }),
    z.strictObject({ outage: duration }),
    z.strictObject({ clearFaults: z.literal(true) }),
  ],
  problem('must be advance, disconnect, reconnect, lock, outage or clearFaults'),
)

const sight = z.union(
  [target, z.strictObject({ text: text(300) })],
  problem('must be a role and name, or text'),
)

const step = z
  .strictObject({
    /** The text in the bar. */
    say: text(600),
    /** The presenter note. */
    note: z.optional(text(1200)),
    /** The user from this step on: the part of the email before the @. null signs out. */
    as: z.optional(z.nullable(text(60))),
    /** The page; `{fleet:NAME}`, `{organization:HANDLE}` and `{device:NAME}` are replaced with ids. Default: the current page. */
    at: z.optional(text(300).check(z.regex(/^\/(?!\/)/, problem('must be a path of the dashboard')))),
    /** The highlighted control; default for a step with `do`: its first control. */
    control: z.optional(target),
    do: z.optional(z.array(action).check(z.minLength(1))),
    world: z.optional(z.array(change).check(z.minLength(1))),
    /** What the page must show afterwards. */
    see: z.optional(z.array(sight).check(z.minLength(1))),
  })
  .check(
    z.refine(({ do: actions, world }) => actions === undefined || world === undefined, {
      error: 'has "do" or "world", not both: who acts must be clear',
    }),
    z.refine(({ do: actions, see }) => actions === undefined || see !== undefined, {
      error: 'has "do" and must have "see": otherwise nobody knows when it is done',
    }),
  )

const story = z.strictObject({
  title: text(80),
  about: text(200),
  /** The expected duration. */
  minutes: z.number(problem('must be a number')).check(z.minimum(1), z.maximum(60)),
  world: z.strictObject({
    scenario: text(60),
    seed: z.optional(z.int()),
    devices: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  }),
  /** The user; null starts at the sign-in page. */
  person: z.nullable(text(60)),
  steps: z
    .array(step)
    .check(z.minLength(1, problem('must have a step')), z.maxLength(60, problem('are too many'))),
})

export type Story = z.infer<typeof story>
export type Step = Story['steps'][number]
export type Target = z.infer<typeof target>
export type Sight = z.infer<typeof sight>
export type Action = z.infer<typeof action>
export type WorldChange = z.infer<typeof change>

/**
 * Reads a story, YAML or JSON.
 * @throws FileProblem with the line and the reason.
 */
export function readStory(file: string): Story {
  return readDataFile(file, story)
}

/** The control highlighted by a step. */
export function pointedAt({ control, do: actions }: Step): Target | undefined {
  if (control !== undefined) return control
  const first = actions?.[0]
  if (first === undefined) return undefined
  return 'press' in first ? first.press : 'type' in first ? first.into : first.in
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** `10 min` in milliseconds. */
export function durationMs(text: string): number {
  const [amount = '', unit = ''] = text.split(' ')
  return Number(amount) * (UNIT_MS[unit] ?? 0)
}
