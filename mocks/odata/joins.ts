import { unknownName } from '../base/http-error.ts'
import { isCall, isOperation, isPath } from './ast.ts'
import type { PathNode } from './ast.ts'

/** The paths of the relations that a query has joined so far. */
type Joined = Set<string>

/** The paths of all relations in a path, without its last part. The alias of a lambda is not a relation. */
function stepsOf(path: PathNode, aliases: ReadonlySet<string>): string[] {
  const steps: string[] = []
  let before = ''
  for (let node: PathNode | undefined = path; node?.property !== undefined; node = node.property) {
    if (before === '' && aliases.has(node.name)) before = `$${node.name}`
    else {
      before = `${before}/${node.name}`
      steps.push(before)
    }
  }
  return steps
}

function join(joined: Joined, steps: readonly string[]): void {
  const known = steps.findIndex((step) => joined.has(step))
  const added = known < 0 ? steps : steps.slice(0, known)
  for (const step of added) joined.add(step)
  if (!steps.every((step) => joined.has(step)))
    throw unknownName(
      `The path ${steps.at(-1)} begins with a relation that an earlier, shorter path already uses.`,
    )
}

function visit(node: unknown, joined: Joined, aliases: ReadonlySet<string>): void {
  if (isOperation(node)) for (const operand of node.slice(1)) visit(operand, joined, aliases)
  else if (isCall(node)) for (const argument of node.args) visit(argument, joined, aliases)
  else if (isPath(node)) {
    join(joined, stepsOf(node, aliases))
    let last: PathNode = node
    while (last.property !== undefined) last = last.property
    const { lambda, options } = last
    if (lambda !== undefined) visit(lambda.expression, new Set(), new Set([...aliases, lambda.identifier]))
    if (options?.$filter !== undefined) visit(options.$filter, new Set(), aliases)
  }
}

/**
 * Throws 500 where the platform's query would use a table that it has not joined. The platform joins the relations of
 * each path from left to right, but stops at the first one that is already joined: `application/app_name eq 'a' and
 * application/organization/name eq 'b'` fails; in the opposite order, it works. Lambdas and counts have joins of their own.
 */
export function checkJoins(conditions: readonly unknown[], alias?: string): void {
  const joined: Joined = new Set()
  const aliases = new Set(alias === undefined ? [] : [alias])
  for (const condition of conditions) visit(condition, joined, aliases)
}
