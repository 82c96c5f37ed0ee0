import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { didYouMean } from '../mocks/base/closest-name.ts'
import { argumentsOrExit } from './command-line.ts'

/**
 * Prints the requirements of docs/requirements.tsv with the tests whose titles contain their ids: all, or those with an id or of an
 * area that is an argument. With `--check`, prints only what is wrong. A requirement without a test and an unknown id in a title
 * are errors.
 */

const USAGE = `npm run requirements [-- ID or AREA …] [options]
Prints the requirements with the tests that verify them: all, those with an id, or those of an area such as DEVLIST.
  --check   prints only what is wrong
`

const root = join(import.meta.dirname, '..')
const LIST = 'docs/requirements.tsv'
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

/** The requirements with one of these ids or of one of these areas, each with the files of its tests; all without arguments. */
export function listing(
  requirements: readonly Requirement[],
  proofs: ReadonlyMap<string, readonly string[]>,
  wanted: readonly string[],
): string[] {
  return requirements
    .filter(
      ({ id }) => wanted.length === 0 || wanted.some((each) => id === each || id.startsWith(`${each}-`)),
    )
    .flatMap(({ id, must }) => [`${id}  ${must}`, ...(proofs.get(id) ?? []).map((file) => `    ${file}`)])
}

/** What is wrong, one sentence each: requirements without a test, and ids in titles that no requirement has. */
export function requirementProblems(
  requirements: readonly Requirement[],
  proofs: ReadonlyMap<string, readonly string[]>,
): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  return [
    ...[...proofs]
      .filter(([id]) => !known.has(id))
      .map(([id, files]) => `${id} is not in ${LIST}: ${files.join(', ')}`),
    ...requirements.filter(({ id }) => !proofs.has(id)).map(({ id }) => `${id} has no test.`),
  ]
}

function main(): number {
  const { values, positionals } = argumentsOrExit({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  const requirements = readRequirements(readFileSync(join(root, LIST), 'utf8'))
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  const wanted = positionals.map((each) => each.toUpperCase())
  const known = requirements.flatMap(({ id }) => [id, id.replace(/-\d+$/, '')])
  const unknown = wanted.find((each) => !known.includes(each))
  if (unknown !== undefined) {
    process.stderr.write(
      `No requirement in ${LIST} has the id or area ${unknown}${didYouMean(unknown, known)}\n`,
    )
    return 1
  }
  const proofs = testsById()
  if (wanted.length > 0 || !values.check) {
    const lines = listing(requirements, proofs, wanted)
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  }
  const problems = requirementProblems(requirements, proofs)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  return problems.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) process.exitCode = main()
