import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'

/**
 * Writes docs/requirements.md: the requirements of docs/requirements.tsv by area, with the tests whose titles contain their ids.
 * With `--check`, it writes nothing and fails if the file is outdated. Requirements without a test are marked; an unknown id in a
 * title is an error.
 */

const root = join(import.meta.dirname, '..')
const LIST = 'docs/requirements.tsv'
const PAGE = 'docs/requirements.md'
const TEST_FILES = ['{src,mocks,simulator,scripts,tests}/**/*.test.{ts,tsx}', 'e2e/**/*.e2e.ts']
const TEST_CALLS = new Set(['test', 'it', 'describe'])
const TAG = /\[([A-Z][A-Z0-9]*-\d+(?:\s*,\s*[A-Z][A-Z0-9]*-\d+)*)\]/g

export interface Requirement {
  id: string
  /** The requirement, as one sentence. */
  must: string
}

/** Reads `id<TAB>must` lines below a heading. */
export function readRequirements(text: string): Requirement[] {
  const [, ...lines] = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [id, must] = line.split('\t')
    if (id === undefined || must === undefined) throw new Error(`${LIST}: not "id<TAB>must": ${line}`)
    return { id, must }
  })
}

/** The name at the start of a call: `test` of `test.each(table)(title, …)`. */
function rootName(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootName(callee.expression)
  return undefined
}

/** The ids in titles of tests of one file, and in tables of `.each`. */
export function idsInTitles(fileName: string, text: string): Set<string> {
  const ids = new Set<string>()
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false)
  const collect = (value: string) => {
    for (const [, list = ''] of value.matchAll(TAG)) {
      for (const id of list.split(',')) ids.add(id.trim())
    }
  }
  const collectTexts = (node: ts.Node): void => {
    // The body of a test is not part of its title.
    if (ts.isFunctionLike(node)) return
    if (ts.isStringLiteralLike(node)) collect(node.text)
    else if (ts.isTemplateExpression(node)) {
      collect([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '))
    } else ts.forEachChild(node, collectTexts)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TEST_CALLS.has(rootName(node.expression) ?? '')) {
      for (const argument of node.arguments) collectTexts(argument)
      // `test.each` takes its table in a separate call, or as a tagged template.
      if (ts.isCallExpression(node.expression)) node.expression.arguments.forEach(collectTexts)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return ids
}

/** The test files that cover each id. */
function testsById(): Map<string, string[]> {
  const files = TEST_FILES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  const proofs = new Map<string, string[]>()
  for (const file of files) {
    for (const id of idsInTitles(file, readFileSync(join(root, file), 'utf8'))) {
      proofs.set(id, [...(proofs.get(id) ?? []), file.split(sep).join('/')])
    }
  }
  return proofs
}

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The page: a table for each area, in the order of the list. */
export function requirementsPage(
  requirements: readonly Requirement[],
  proofs: ReadonlyMap<string, readonly string[]>,
): string {
  const areas = Map.groupBy(requirements, ({ id }) => id.slice(0, id.lastIndexOf('-')))
  const proven = requirements.filter(({ id }) => proofs.has(id)).length
  const sections = [...areas].map(([area, rows]) => {
    const lines = rows.map(({ id, must }) => {
      const tests =
        proofs
          .get(id)
          ?.map((file) => `\`${file}\``)
          .join(' ') ?? '**no test**'
      return `| ${id} | ${cell(must)} | ${tests} |`
    })
    return [`## ${area}`, '', '| id | what must hold | tests |', '| --- | --- | --- |', ...lines, ''].join(
      '\n',
    )
  })
  return [
    '# Requirements',
    '',
    `Made by \`npm run requirements\` from \`${LIST}\` and the titles of the tests; do not edit it. ${proven} of ${requirements.length} requirements have a test.`,
    '',
    ...sections,
  ].join('\n')
}

function main(): number {
  const requirements = readRequirements(readFileSync(join(root, LIST), 'utf8'))
  const proofs = testsById()
  const known = new Set(requirements.map(({ id }) => id))
  const unknown = [...proofs].filter(([id]) => !known.has(id))
  for (const [id, files] of unknown) process.stderr.write(`${id} is not in ${LIST}: ${files.join(', ')}\n`)
  if (unknown.length > 0) return 1
  const page = requirementsPage(requirements, proofs)
  const file = join(root, PAGE)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, page)
    return 0
  }
  if (readFileSync(file, 'utf8') === page) return 0
  process.stderr.write(`${PAGE} is outdated: run \`npm run requirements\`\n`)
  return 1
}

if (process.argv[1] === import.meta.filename) process.exitCode = main()
