import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesIn, folders, isCode, isTest, read } from './files.ts'

const code = folders.flatMap(filesIn).filter(isCode)
const self = 'tests/repository/code.test.ts'
const isScript = (path: string) => /\.(ts|tsx|mjs)$/.test(path)

/** `path:line` of each match. */
function placesOf(pattern: RegExp, paths: readonly string[]): string[] {
  return paths
    .filter((path) => path !== self)
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    )
}

test('no test is skipped or exclusive', () => {
  expect(
    placesOf(
      /\b(test|it|describe|suite)\.(only|skip|todo|fixme|fails)\b|\b(xit|xdescribe|fit|fdescribe)\(/,
      code.filter(isTest),
    ),
  ).toEqual([])
})

test('the code contains no TODO comments', () => {
  expect(placesOf(/\b(TODO|FIXME|XXX|HACK)\b|not implemented/i, code)).toEqual([])
})

test('no test sleeps', () => {
  expect(placesOf(/waitForTimeout\(|setTimeout\((resolve|done|r),/, code.filter(isTest))).toEqual([])
})

test('what follows the theme asks one place which attributes choose it', () => {
  const watching = placesOf(
    /observe\(document\.documentElement/,
    code.filter((path) => !isTest(path)),
  )
  expect(watching.map((place) => place.split(':')[0])).toEqual(['src/ui/theme/watch-theme.ts'])
})

test('no file has a meaningless name', () => {
  expect(
    code.filter(
      (path) =>
        /\/(utils?|helpers?|common|manager|types)\.tsx?$/.test(path) && !path.startsWith('src/messages/'),
    ),
  ).toEqual([])
})

test('the dashboard writes its imports in one way: ./ below the own folder, @/ for the rest of src', () => {
  const written =
    /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/|@\/)([^'"]+)['"]|\bvi\.mock\(\s*['"](\.{1,2}\/|@\/)([^'"]+)['"]/g
  const otherwise = filesIn('src')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1)
      return [...read(path).matchAll(written)].flatMap(([text, start = '', rest = '', mock, mocked = '']) => {
        const target =
          (mock ?? start) === '@/'
            ? `src/${rest}${mocked}`
            : join(folder, `${mock ?? start}${rest}${mocked}`).replaceAll('\\', '/')
        if (!target.startsWith('src/')) return []
        const wanted = target.startsWith(folder) ? './' : '@/'
        return (mock ?? start) === wanted ? [] : [`${path}: ${text}`]
      })
    })
  expect(otherwise).toEqual([])
})

test('no literal is spread into another one', () => {
  const spread = code.filter(isScript).flatMap((path) => {
    const text = read(path)
    // Parsing takes ten times as long.
    if (!/\.\.\.\s*[[{]/.test(text)) return []
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const found: string[] = []
    const visit = (node: ts.Node) => {
      const isUseless =
        (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
        (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression))
      if (isUseless) found.push(`${path}: ${node.getText().slice(0, 60)}`)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
  expect(spread).toEqual([])
})

/** Functions that show a call as a command. */
const SHOWN_BY = new Set(['platformCommands', 'asCurl'])
const MADE_BY = new Set(['dataRequest', 'serviceRequest'])

test('a request is shown as it is sent: no file makes one only to show it', () => {
  const calledAs = (node: ts.Node) =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : ''
  const onlyShown = filesIn('src')
    .filter((path) => isCode(path) && !isTest(path) && /platformCommands|asCurl/.test(read(path)))
    .flatMap((path) => {
      const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
      const found: string[] = []
      const visit = (node: ts.Node, isShown: boolean) => {
        const name = calledAs(node)
        if (isShown && MADE_BY.has(name)) found.push(`${path}: ${node.getText().slice(0, 80)}`)
        ts.forEachChild(node, (child) => visit(child, isShown || SHOWN_BY.has(name)))
      }
      visit(source, false)
      return found
    })
  expect(onlyShown).toEqual([])
})

/** The module that encodes, and the one of the package for others, which may not import from the dashboard. */
const ENCODERS = ['src/lib/query-string.ts', 'kit/world.ts']

test('one module encodes queries: no other one encodes text, or joins the options of a query', () => {
  const clients = ['src', 'kit', 'scripts'].flatMap(filesIn).filter((path) => isScript(path) && !isTest(path))
  const others = clients.filter((path) => !ENCODERS.includes(path))
  expect(
    placesOf(
      /\bencodeURI(Component)?\b/,
      others.filter((path) => !path.startsWith('scripts/')),
    ),
  ).toEqual([])
  // The whole of an option in `encodeURIComponent` is what the open-source backend rejects.
  expect(placesOf(/\$(filter|expand|select|orderby)=\$\{encodeURIComponent/, clients)).toEqual([])
  const joined = others
    .filter(
      (path) => path.startsWith('src/') && /\$(filter|expand|select|orderby|top|skip)=/.test(read(path)),
    )
    .flatMap((path) => {
      const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
      const found: string[] = []
      const visit = (node: ts.Node) => {
        if (ts.isTemplateHead(node) && /\$(filter|expand|select|orderby|top|skip)=/.test(node.text))
          found.push(`${path}: ${node.parent.getText().slice(0, 80)}`)
        ts.forEachChild(node, visit)
      }
      visit(source)
      return found
    })
  expect(joined).toEqual([])
})

test('one module skips rows: every list is paged by it, so that no request skips far with all fields', () => {
  const readers = filesIn('src').filter((path) => isScript(path) && !isTest(path))
  expect(
    placesOf(
      /\$skip\b/,
      readers.filter((path) => !['src/api/list-page.ts', 'src/lib/query-string.ts'].includes(path)),
    ),
  ).toEqual([])
})

const TIME = [
  'Date',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
]
const SURROUNDINGS = [
  'globalThis',
  'document',
  'window',
  'self',
  'process',
  'fetch',
  'crypto',
  'localStorage',
  'Math.random',
]

const isName = (node: ts.Node): node is ts.Identifier =>
  ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)

/** The global names and modules that a file uses. */
function findOutside(path: string) {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
  const names = new Set<string>()
  const own = new Set<string>()
  const imports: string[] = []
  const visit = (node: ts.Node) => {
    if (isName(node)) names.add(node.text)
    if (ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random') names.add('Math.random')
    if (
      (ts.isParameter(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isPropertySignature(node) ||
        ts.isPropertyAssignment(node)) &&
      ts.isIdentifier(node.name)
    )
      own.add(node.name.text)
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      imports.push(node.moduleSpecifier.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { names: [...names].filter((name) => !own.has(name)), imports }
}

const found = new Map<string, ReturnType<typeof findOutside>>()
/** The same, parsed once for all tests. */
function outsideOf(path: string) {
  const known = found.get(path) ?? findOutside(path)
  found.set(path, known)
  return known
}

const simulator = filesIn('simulator').filter((path) => isCode(path) && !isTest(path))

test('the simulator takes the time only from its driver, randomness only from its seed, and uses no other globals', () => {
  expect(simulator.length).toBeGreaterThan(5)
  const forbidden = new Set([...SURROUNDINGS, ...TIME])
  const refused = simulator.flatMap((path) => {
    return outsideOf(path)
      .names.filter((name) => forbidden.has(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(refused).toEqual([])
})

test('the simulator imports nothing from outside', () => {
  const leaving = simulator.flatMap((path) => {
    const depth = path.split('/').length - 2
    const leaves = (target: string) =>
      !target.startsWith('.') || (target.match(/\.\.\//g)?.length ?? 0) > depth
    return outsideOf(path)
      .imports.filter(leaves)
      .map((target) => `${path}: ${target}`)
  })
  expect(leaving).toEqual([])
})

test('lists without markers keep their role: WebKit takes it from lists with `list-style: none`', () => {
  const styles = filesIn('src').filter((path) => path.endsWith('.css'))
  expect(placesOf(/list-style(-type)?:\s*none/, styles)).toEqual([])
})

/** These make the live regions of all others. */
const LIVE_REGIONS = new Set([
  'src/ui/feedback/Banner.tsx',
  'src/ui/feedback/Skeleton.tsx',
  'src/ui/feedback/Status.tsx',
  'src/ui/feedback/Toaster.tsx',
  // The whole page, before any other.
  'src/app/pages/Splash.tsx',
])

test('one component makes live regions: others arrive together with their text, which screen readers ignore', () => {
  const screens = code.filter((path) => path.startsWith('src/') && path.endsWith('.tsx') && !isTest(path))
  const others = screens.filter((path) => !LIVE_REGIONS.has(path))
  expect(
    placesOf(/role=(["']status["']|\{.*["']status["'])|<output\b|aria-live=(?!"off")/, others),
    'use <Status> of src/ui/feedback, or announce()',
  ).toEqual([])
})

test('each row of a table has a header: screen readers say it with every other cell of the row', () => {
  const tables = filesIn('src').filter((path) => path.endsWith('.tsx') && !isTest(path))
  const rows = /<tr\b/
  const header = /scope="row"|rowheader/
  // Not one cell over the whole row.
  const cells = /<td\b(?![^>]*colSpan)/
  expect(
    tables.filter((path) => {
      const code = read(path)
      return rows.test(code) && cells.test(code) && !header.test(code)
    }),
  ).toEqual([])
})

test('no log is announced: it may have hundreds of lines a second', () => {
  const logs = code
    .filter((path) => path.startsWith('src/') && path.endsWith('.tsx'))
    .flatMap((path) => read(path).split(/(?=<\w)/))
    .filter((element) => /role="log"/.test(element))
  expect(logs.length).toBeGreaterThan(2)
  for (const log of logs) expect(log).toContain('aria-live="off"')
})
