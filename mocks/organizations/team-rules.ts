import { HttpError } from '../base/http-error.ts'
import type { ResourceRules, RuleContext } from '../http/resource-rules.ts'
import { notUnique } from '../store/constraints.ts'
import type { Value } from '../store/table.ts'

/** Throws 400 on a blank name, and 409 when another team of the organization has it, ignoring case. */
function checkName({ store, rows }: RuleContext, organization: unknown, name: Value | undefined): void {
  if (typeof name !== 'string' || typeof organization !== 'number') return
  if (name.trim() === '') {
    throw new HttpError(400, 'It is necessary that each team has a name that is not empty.')
  }
  const teams = store.rows('team')
  const taken = Array.from(teams.find('belongs_to__organization', organization) ?? []).some(
    (team) => !rows.includes(team) && teams.row(team).name.toLowerCase() === name.toLowerCase(),
  )
  if (taken) throw notUnique(['belongs_to__organization', 'name'])
}

export const teamRules: ResourceRules<'team'> = {
  create(context, values) {
    checkName(context, values.belongs_to__organization, values.name)
    return values
  },

  /** A team cannot move to another organization. */
  update(context, handle, changes) {
    const organization = context.store.rows('team').row(handle).belongs_to__organization
    if ('belongs_to__organization' in changes && changes.belongs_to__organization !== organization) {
      throw new HttpError(400, 'A team cannot be given to another organization.')
    }
    checkName(context, organization, changes.name)
    return changes
  },
}
