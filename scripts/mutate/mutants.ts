import ts from 'typescript'

/** One possible change to a file. */
export interface Mutant {
  /** Unique in the tree, and stable as long as the file does not change. */
  id: string
  path: string
  start: number
  end: number
  line: number
  kind: string
  was: string
  becomes: string
  /** The code runs only when the module is loaded, not in a function. */
  atLoad: boolean
  /** How the original and the mutant are combined, so that a run can choose one. */
  form: 'expression' | 'statement' | 'text attribute' | 'bare attribute'
}

const SWAPPED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsToken, '!='],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
])

/** Names whose values are styles, React identity, or otherwise invisible. */
const NOT_NOTICED = new Set(['key', 'ref', 'className', 'classNames', 'style', 'styles', 'id'])

const isText = (node: ts.Node): boolean =>
  ts.isTemplateLiteral(node) ||
  ts.isStringLiteral(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

const nameOf = (node: ts.JsxAttribute | ts.PropertyAssignment) => node.name.getText()

/** Whether a text affects behaviour: in a prop, comparison, branch, return value or field. Sentences are not mutated. */
function decides(node: ts.StringLiteral): boolean {
  const { parent } = node
  if (/\s/.test(node.text)) return false
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && !NOT_NOTICED.has(nameOf(parent))
  if (ts.isConditionalExpression(parent)) return parent.condition !== node
  return (
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isJsxExpression(parent) ||
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && /^([!=]==?|\?\?|\|\|)$/.test(parent.operatorToken.getText()))
  )
}

const isRead = (node: ts.Node): boolean =>
  !ts.isTypeNode(node) &&
  !ts.isImportDeclaration(node) &&
  !ts.isExportDeclaration(node) &&
  !ts.isInterfaceDeclaration(node) &&
  !ts.isTypeAliasDeclaration(node) &&
  !(ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) &&
  // The bundler needs these URLs as literals.
  !(ts.isNewExpression(node) && /^(URL|Worker|SharedWorker)$/.test(node.expression.getText())) &&
  !(ts.isJsxAttribute(node) && NOT_NOTICED.has(nameOf(node)))

/** All mutants of one file. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  let functions = 0
  const add = (node: ts.Node, kind: string, becomes: string, form: Mutant['form'] = 'expression') => {
    const start = node.getStart(source)
    const end = node.getEnd()
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    const id = `${path}:${start}:${end}:${kind}`
    const was = text.slice(start, end)
    found.push({ id, path, start, end, line, kind, was, becomes, atLoad: functions === 0, form })
  }

  const conditions = (condition: ts.Expression) => add(condition, 'negated', `!(${condition.getText()})`)

  const visit = (node: ts.Node): void => {
    if (!isRead(node)) return
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node))
      conditions(ts.isIfStatement(node) ? node.expression : node.condition)
    else if (ts.isBinaryExpression(node)) binary(node)
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, 'not dropped', node.operand.getText())
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'boolean', 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'boolean', 'true')
    else if (ts.isNumericLiteral(node)) number(node)
    else if (ts.isStringLiteral(node) && decides(node))
      add(node, 'text', node.text === '' ? "'mutant'" : "''")
    else if (ts.isExpressionStatement(node)) removedCall(node)
    else if (ts.isCallExpression(node)) filters(node)
    else if (ts.isJsxAttribute(node)) attribute(node)
    const isFunction = ts.isFunctionLike(node)
    if (isFunction) functions += 1
    ts.forEachChild(node, visit)
    if (isFunction) functions -= 1
  }

  const number = (node: ts.NumericLiteral) => {
    const { parent } = node
    if (ts.isPropertyAssignment(parent) && parent.name === node) return
    if (ts.isBindingElement(parent) && parent.propertyName === node) return
    add(node, 'number', String(Number(node.getText().replaceAll('_', '')) + 1))
  }

  const binary = (node: ts.BinaryExpression) => {
    const { left, right, operatorToken: operator } = node
    if (operator.kind === ts.SyntaxKind.QuestionQuestionToken) add(node, 'no fallback', left.getText())
    const other = SWAPPED.get(operator.kind)
    if (other === undefined) return
    if (operator.kind === ts.SyntaxKind.PlusToken && isText(node)) return
    add(node, `${operator.getText()} to ${other}`, `(${left.getText()}) ${other} (${right.getText()})`)
    if (/^[<>]/.test(other))
      add(node, 'turned', `(${left.getText()}) ${other.startsWith('<') ? '>' : '<'} (${right.getText()})`)
  }

  const removedCall = (node: ts.ExpressionStatement) => {
    const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
    if (ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword)
      add(node.expression, 'call removed', '', 'statement')
  }

  const filters = (node: ts.CallExpression) => {
    const {
      expression,
      arguments: [tested],
    } = node
    if (!ts.isPropertyAccessExpression(expression) || tested === undefined) return
    const list = expression.expression.getText()
    const name = expression.name.text
    if (name === 'filter')
      add(node, 'filter inverted', `${list}.filter((...of) => !(${tested.getText()})(...of))`)
    if (name === 'some' || name === 'every')
      add(node, `${name} swapped`, `${list}.${name === 'some' ? 'every' : 'some'}(${tested.getText()})`)
  }

  const attribute = (node: ts.JsxAttribute) => {
    const { initializer } = node
    if (initializer === undefined) add(node, 'prop dropped', '', 'bare attribute')
    else if (ts.isStringLiteral(initializer)) {
      add(initializer, 'prop dropped', 'undefined', 'text attribute')
      if (!/\s/.test(initializer.text)) add(initializer, 'text', "'mutant'", 'text attribute')
    } else if (ts.isJsxExpression(initializer) && initializer.expression)
      add(initializer.expression, 'prop dropped', 'undefined')
  }

  visit(source)
  return found
}

/** A file that contains some of its mutants, inactive: each checks whether it is active. */
export function withMutants(text: string, mutants: readonly Mutant[]): string {
  const ordered = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end)
  /** The text between two positions, with the mutants of `within`, which are sorted. */
  const render = (start: number, end: number, within: readonly Mutant[]): string => {
    let out = ''
    let at = start
    for (let next = 0; next < within.length;) {
      const first = within[next]
      if (first === undefined) break
      const inside = within.slice(next).filter((one) => one.start < first.end)
      const same = inside.filter((one) => one.end === first.end && one.start === first.start)
      const nested = inside.filter((one) => !same.includes(one))
      let written = render(first.start, first.end, nested)
      for (const one of same) written = withOne(one, written)
      out += text.slice(at, first.start) + written
      at = first.end
      next += inside.length
    }
    return out + text.slice(at, end)
  }
  return render(0, text.length, ordered)
}

function withOne({ id, form, becomes, was }: Mutant, original: string): string {
  const turn = `__isMutated(${JSON.stringify(id)})`
  switch (form) {
    case 'expression':
      return `(${turn} ? (${becomes}) : (${original}))`
    case 'statement':
      // Must not start with a parenthesis: the line before may end without a semicolon.
      return `${turn} ? undefined : (${original})`
    case 'bare attribute':
      return `${was}={!${turn}}`
    case 'text attribute': {
      const text = original.startsWith('{') ? original.slice(1, -1) : JSON.stringify(was.slice(1, -1))
      return `{${turn} ? ${becomes} : ${text}}`
    }
  }
}
