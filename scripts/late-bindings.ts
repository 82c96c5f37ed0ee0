import type { Rolldown } from 'vite'

type Program = ReturnType<Rolldown.PluginContext['parse']>
/** A node of the syntax tree; only what the walk needs. */
export interface SyntaxNode {
  type: string
  [key: string]: unknown
}

/** A scope: its names, and whether it is inside a function of the module. */
interface Scope {
  names: Set<string>
  above: Scope | null
  isInFunction: boolean
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The child nodes, in order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    isNode(value) ? [value] : Array.isArray(value) ? value.filter(isNode) : [],
  )
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const isFunction = (node: SyntaxNode) => FUNCTIONS.has(node.type)
const BLOCKS = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'StaticBlock',
])

/** The variables in the target of an assignment or declaration, such as `a`, `b` and `c` of `[a, { x: b, ...c }]`. */
function variablesIn(target: unknown): string[] {
  if (!isNode(target)) return []
  switch (target.type) {
    case 'Identifier':
      return [String(target['name'])]
    case 'MemberExpression':
      return []
    case 'Property':
      return variablesIn(target['value'])
    case 'AssignmentPattern':
      return variablesIn(target['left'])
    default:
      return childrenOf(target).flatMap(variablesIn)
  }
}

/** The names that a block declares; of a function's body also those of all `var` below it. */
function declaredIn(nodes: readonly SyntaxNode[], isBody: boolean): string[] {
  return nodes.flatMap((node): string[] => {
    if (node.type === 'VariableDeclaration')
      return (node['declarations'] as SyntaxNode[]).flatMap((each) => variablesIn(each['id']))
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      return variablesIn(node['id'])
    if (node.type.startsWith('Export')) return declaredIn(childrenOf(node), isBody)
    return isBody ? varsBelow(node) : []
  })
}

function varsBelow(node: SyntaxNode): string[] {
  if (isFunction(node)) return []
  const own =
    node.type === 'VariableDeclaration' && node['kind'] === 'var'
      ? (node['declarations'] as SyntaxNode[]).flatMap((each) => variablesIn(each['id']))
      : []
  return [...own, ...childrenOf(node).flatMap(varsBelow)]
}

/**
 * The variables of a module's top level that its functions assign, so that they may change after the module was evaluated: an
 * importer must not copy them.
 */
export function lateBindings(program: Program): Set<string> {
  const late = new Set<string>()
  const assign = (target: unknown, scope: Scope) => {
    for (const name of variablesIn(target)) {
      let at: Scope | null = scope
      while (at !== null && !at.names.has(name)) at = at.above
      if (at?.above === null && scope.isInFunction) late.add(name)
    }
  }
  const visit = (node: SyntaxNode, scope: Scope) => {
    if (node.type === 'AssignmentExpression') assign(node['left'], scope)
    if (node.type === 'UpdateExpression') assign(node['argument'], scope)
    if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      const left = node['left']
      if (isNode(left) && left.type !== 'VariableDeclaration') assign(left, scope)
    }
    for (const child of childrenOf(node)) visit(child, scopeOf(node, scope))
  }
  const top = childrenOf(program as unknown as SyntaxNode)
  const scope: Scope = { names: new Set(declaredIn(top, true)), above: null, isInFunction: false }
  for (const node of top) visit(node, scope)
  return late
}

function scopeOf(node: SyntaxNode, above: Scope): Scope {
  if (isFunction(node)) {
    const params = (node['params'] as SyntaxNode[]).flatMap(variablesIn)
    const own = node.type === 'FunctionExpression' ? variablesIn(node['id']) : []
    const body = isNode(node['body']) ? declaredIn(childrenOf(node['body']), true) : []
    return { names: new Set([...own, ...params, ...body]), above, isInFunction: true }
  }
  // The parts of a class run later or not; treating them as functions errs on the safe side.
  if (node.type === 'ClassExpression' || node.type === 'ClassDeclaration')
    return { names: new Set(variablesIn(node['id'])), above, isInFunction: true }
  if (!BLOCKS.has(node.type)) return above
  const params = node.type === 'CatchClause' ? variablesIn(node['param']) : []
  const cases = node.type === 'SwitchStatement' ? (node['cases'] as SyntaxNode[]).flatMap(childrenOf) : []
  return {
    names: new Set([...params, ...declaredIn(childrenOf(node), false), ...declaredIn(cases, false)]),
    above,
    isInFunction: above.isInFunction,
  }
}
