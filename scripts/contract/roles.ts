import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

const base = {
  name: z.string(),
  title: z.string(),
  includes: z.array(z.string()),
  permissions: z.array(z.string().regex(/^resin\.[a-z_]+\.[a-z_-]+$/)),
}
const document = z.strictObject({
  roles: z.array(
    z.strictObject({
      ...base,
      spelling: z.optional(z.string()),
      scope: z.enum(['organization', 'fleet']),
      paid: z.boolean(),
      seatCents: z.int().min(0),
    }),
  ),
  staff: z.array(z.strictObject(base)),
})

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** The text of openapi/generated/roles.ts: the roles of openapi/roles.yaml. Throws if a role includes one that does not exist. */
export function rolesFile(file: string): string {
  const { roles, staff } = document.parse(parse(readFileSync(file, 'utf8')))
  const all = [...roles, ...staff]
  for (const { name, includes } of all)
    for (const other of includes)
      if (!all.some((each) => each.name === other))
        throw new Error(`roles.yaml: ${name} includes ${other}, which is no role`)
  const about = roles.map(
    ({ name, title, spelling, scope, paid, seatCents }) =>
      `  '${name}': { title: '${title}', spelling: ${spelling ? `'${spelling}'` : 'undefined'}, scope: '${scope}', paid: ${paid}, seatCents: ${seatCents} },`,
  )
  const staffTitles = staff.map(({ name, title }) => `  '${name}': '${title}',`)
  const grants = all.map(
    ({ name, includes, permissions }) =>
      `  '${name}': { includes: [${quoted(includes)}], permissions: [${quoted(permissions)}] },`,
  )
  return `/** Highest first; \`member\` is also what everybody is who has no other role. */
export const roleNames = [${quoted(roles.map(({ name }) => name))}] as const
export type RoleName = (typeof roleNames)[number]
export const staffRoleNames = [${quoted(staff.map(({ name }) => name))}] as const
export type StaffRoleName = (typeof staffRoleNames)[number]

/** The properties of each role; \`seatCents\` is the monthly price, unless the plan defines another one. */
export const roles = {
${about.join('\n')}
} as const satisfies Record<RoleName, object>

export const staffTitles: Readonly<Record<StaffRoleName, string>> = {
${staffTitles.join('\n')}
}

/** The roles whose permissions a role includes, and its own; \`all\` is every action of a resource. */
export const roleGrants: Readonly<
  Record<
    RoleName | StaffRoleName,
    { includes: readonly (RoleName | StaffRoleName)[]; permissions: readonly string[] }
  >
> = {
${grants.join('\n')}
}
`
}
