import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesIn, isCode, isTest, read } from './files.ts'

// What keeps a second language possible. docs/translation.md explains the rules to translators and developers.

const files = filesIn('src')
const code = files.filter((path) => isCode(path) && !isTest(path) && !path.includes('/testing/'))
const isCatalogue = (path: string) => path.startsWith('src/messages/')

const sources = new Map<string, { file: ts.SourceFile; nodes: ts.Node[] }>()

/** A file and all its nodes; parsed once. */
function parsed(path: string) {
  const known = sources.get(path)
  if (known) return known
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true, kind)
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  const source = { file, nodes }
  sources.set(path, source)
  return source
}

/** `path:line text` of the nodes of these files for which `isFault` holds. */
function nodesOf(paths: readonly string[], isFault: (node: ts.Node) => boolean): string[] {
  return paths.flatMap((path) => {
    const source = parsed(path)
    return source.nodes.filter(isFault).map((node) => {
      const { line } = source.file.getLineAndCharacterOfPosition(node.getStart())
      return `${path}:${line + 1} ${node.getText().replace(/\s+/g, ' ').slice(0, 100)}`
    })
  })
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
const hasText = (node: ts.Node): boolean => {
  if (ts.isParenthesizedExpression(node)) return hasText(node.expression)
  if (ts.isConditionalExpression(node)) return hasText(node.whenTrue) || hasText(node.whenFalse)
  return isText(node)
}

/** The modules that know how dates, numbers, lists and names are written. */
const FORMATS = ['src/lib/format.ts', 'src/lib/format-preferences.ts']
/** Methods of dates that answer in the time zone of the machine, and of texts that use its language. */
const LOCAL =
  /^(toLocale\w+|localeCompare|get(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)|toDateString|toTimeString)$/

test('one module formats: no other one uses Intl, or the time zone and language of the machine', () => {
  const others = nodesOf(
    code.filter((path) => !FORMATS.includes(path)),
    (node) =>
      (ts.isIdentifier(node) && node.text === 'Intl') ||
      (ts.isPropertyAccessExpression(node) && LOCAL.test(node.name.text)),
  )
  expect(others).toEqual([])
})

test('texts depend on numbers by `plural`, not by a comparison with 1', () => {
  const compared = (node: ts.Node) =>
    ts.isConditionalExpression(node) &&
    /[!=]==? '?1'?$|^(is)?One$|^one$|> 1$/.test(node.condition.getText()) &&
    hasText(node.whenTrue) &&
    hasText(node.whenFalse)
  // The span of events, and the name of a single device, are there or not; their form does not depend on the number.
  const chosen = nodesOf(code.filter(isCatalogue), compared).filter((place) => !/within\(entry\)/.test(place))
  expect(chosen).toEqual([])
})

test('sentences of the catalogue are whole: none has a part that is there or not, or is joined', () => {
  expect(
    nodesOf(
      code.filter(isCatalogue),
      (node) =>
        (ts.isTemplateSpan(node) &&
          ts.isConditionalExpression(node.expression) &&
          hasText(node.expression)) ||
        (ts.isBinaryExpression(node) &&
          node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
          (isText(node.left) || isText(node.right))),
    ),
  ).toEqual([])
})

const NOT_SENTENCES = /^(replace\w*|normalize|slice|split|trim\w*|toLowerCase|file|fileName|salesContact)$/

/** A text of the catalogue: `text.title`, `fleetText.share(…)`. */
const isFromCatalogue = (node: ts.Node): boolean => {
  if (ts.isCallExpression(node)) return isFromCatalogue(node.expression)
  if (ts.isElementAccessExpression(node)) return isFromCatalogue(node.expression)
  // Methods of texts, and names of files and addresses, which are not sentences.
  if (!ts.isPropertyAccessExpression(node) || NOT_SENTENCES.test(node.name.text)) return false
  return ts.isIdentifier(node.expression)
    ? /(^t|T)ext$|Words$|Problem$/.test(node.expression.text)
    : isFromCatalogue(node.expression)
}

test('sentences are never glued from texts of the catalogue: sentences(), labelled(), beside() or a text of its own', () => {
  const glued = (node: ts.Node) => {
    if (!ts.isTemplateExpression(node)) return false
    const between = node.templateSpans
      .slice(0, -1)
      .map(({ literal }) => literal.text)
      .join('')
    const all = [node.head.text, between, node.templateSpans.at(-1)?.literal.text ?? '']
    const count = node.templateSpans.filter(({ expression }) => isFromCatalogue(expression)).length
    // A whole sentence may follow something on the screen, after a space.
    return count > 0 && (node.templateSpans.length > 1 || all.some((part) => part.trim() !== ''))
  }
  const found = nodesOf(
    code.filter((path) => !isCatalogue(path)),
    glued,
  )
  // Texts for machines: a file of output, commands, and marks of a recording.
  const forMachines = /DiagnosePage\.tsx|run-equivalent\.ts/
  expect(found.filter((place) => !forMachines.test(place))).toEqual([])
})

test('texts keep their case: another language writes nouns and names in capitals within a sentence, too', () => {
  const CASE = /^to(Lower|Upper)Case$/
  const changed = (isOne: (node: ts.Expression) => boolean) => (node: ts.Node) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    CASE.test(node.expression.name.text) &&
    isOne(node.expression.expression)
  const isLabel = (node: ts.Expression) => isFromCatalogue(node) || /[lL]abel\[/.test(node.getText())
  expect([
    ...nodesOf(
      code.filter(isCatalogue),
      changed(() => true),
    ),
    ...nodesOf(
      code.filter((path) => !isCatalogue(path)),
      changed(isLabel),
    ),
  ]).toEqual([])
})

test('elements stand in a sentence by `Sentence` or `RelativeTime within`, not beside a part of it', () => {
  const INSIDE = /^(RelativeTime|code|Tag)$/
  const tagOf = (node: ts.Node) =>
    ts.isJsxSelfClosingElement(node)
      ? node.tagName.getText()
      : ts.isJsxElement(node)
        ? node.openingElement.tagName.getText()
        : ''
  const glued = (node: ts.Node) =>
    (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
    node.children.some((child, at) => {
      const [space, next] = [node.children[at + 1], node.children[at + 2]]
      return (
        ts.isJsxExpression(child) &&
        child.expression !== undefined &&
        isFromCatalogue(child.expression) &&
        space !== undefined &&
        /^( |\{' '\}\s*)$/.test(space.getFullText()) &&
        next !== undefined &&
        INSIDE.test(tagOf(next))
      )
    })
  expect(nodesOf(code, glued)).toEqual([])
})

/** Attributes that are read or heard. */
const SHOWN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'detail',
  'description',
  'hint',
  'label',
  'placeholder',
  'reason',
  'title',
])
/** Names of things that no language translates. */
const NAMES =
  /^[^\p{L}]*$|^(Flotilla|GitHub|Google|Esc|Enter|Ctrl( `)?|Shift|Alt|balena [\w -]*|https?:.*|x|`)$/u

test('every text of a component is in the catalogue', () => {
  const literal = (node: ts.Node) => {
    if (ts.isJsxText(node)) return !NAMES.test(node.text.trim())
    if (!ts.isJsxAttribute(node) || node.initializer === undefined) return false
    return (
      SHOWN.has(node.name.getText()) &&
      ts.isStringLiteral(node.initializer) &&
      !NAMES.test(node.initializer.text)
    )
  }
  expect(nodesOf(code, literal)).toEqual([])
})

/** Kinds of errors whose text is chosen by the kind: their messages are for developers. */
const TOLD_BY_KIND = /^'(network|timeout)'$/

test('what errors tell people is in the catalogue too', () => {
  /** The text of an expression, or of the constant of the same file that it names. */
  const isSentence = (node: ts.Node | undefined): boolean => {
    if (node === undefined) return false
    if (ts.isIdentifier(node)) {
      const { nodes } = parsed(node.getSourceFile().fileName)
      const constant = nodes.find(
        (each) => ts.isVariableDeclaration(each) && each.name.getText() === node.text && each.initializer,
      )
      return constant !== undefined && isSentence((constant as ts.VariableDeclaration).initializer)
    }
    if (ts.isBinaryExpression(node)) return isSentence(node.left) || isSentence(node.right)
    return isText(node) && /\p{L} \p{L}/u.test(node.getText())
  }
  const told = nodesOf(
    code.filter((path) => !isCatalogue(path)),
    (node) =>
      ts.isNewExpression(node) &&
      /^(ApiError|Failure|\w+Problem|BulkFileError|ControlError)$/.test(node.expression.getText()) &&
      !(node.arguments ?? []).some((argument) => TOLD_BY_KIND.test(argument.getText())) &&
      (node.arguments ?? []).some(isSentence),
  )
  // `config.json` is read before any catalogue, and by scripts of operators; nobody sees the error of a request after signing out.
  const exempt = /^src\/(config|bootstrap)\.ts:|'Nobody is signed in'/
  expect(told.filter((place) => !exempt.test(place))).toEqual([])
})

test('what is fixed to the window ends before the panel beside the page', () => {
  const fixed = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      read(path)
        .split('}')
        .filter((rule) => /position: fixed/.test(rule) && !/--side-panel/.test(rule))
        .map((rule) => `${path} ${/\.[\w-]+(?= \{)/.exec(rule)?.[0]}`),
    )
  // Placed by scripts, at the start of the window, before the application, a thin line at the top, and what the panel ends above.
  expect(fixed.toSorted()).toEqual([
    'src/app/pages/SlowStart.module.css .note',
    'src/app/shell/NavigationProgress.module.css .line',
    'src/app/shell/Shell.module.css .skip',
    'src/control-panel/stories/StoryBar.module.css .bar',
    'src/ui/overlay/Menu.module.css .dropdown',
    'src/ui/overlay/Tooltip.module.css .tip',
  ])
})

test('styles follow the direction of the text: start and end, not left and right', () => {
  const physical = [
    /\b(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b/,
    /\bborder-(top|bottom)-(left|right)-radius\b/,
    // In the middle it is the same from both sides.
    /^\s*(left|right):(?!\s*50%)/,
    /\b(text-align|float|clear|transform-origin):\s*(left|right)\b/,
    /\[data-side='(left|right)'\]/,
  ]
  const sides = /^\s*(margin|padding|inset|border-width):\s*([^;]+);/
  const found = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, at) => {
          const [, , shorthand = ''] = sides.exec(line) ?? []
          const [, end, , start] =
            shorthand.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []
          const differs = start !== undefined && start !== end
          return differs || physical.some((each) => each.test(line))
            ? [`${path}:${at + 1} ${line.trim()}`]
            : []
        }),
    )
  const styled = nodesOf(
    code.filter((path) => path.endsWith('.tsx')),
    (node) =>
      ts.isJsxAttribute(node) &&
      node.name.getText() === 'style' &&
      /\b(left|right|(margin|padding|border)(Left|Right)\w*)\s*:/.test(node.getText()),
  )
  expect([...found, ...styled]).toEqual([])
})
