import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Plugin } from 'vite'

// A language for development: `VITE_PSEUDO_LANGUAGE=1 npm run dev`, or `=rtl` from right to left. Every text of the catalogue
// has accents and is 40 % longer, as in German or Finnish; what stays plain English is not in the catalogue.

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}
const LONGER_BY = 0.4

/** A letter that only the pseudo-language has. */
export const PSEUDO_LETTER: RegExp = /[áéíóúÁÉÍÓÚ]/

/** A part of a text: “Devices” → “Déévíícéés”. Vowels are accented and doubled until it is 40 % longer. */
export function pseudoText(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  let missing = Math.ceil(letters * LONGER_BY)
  return text.replace(/[A-Za-z]+/g, (word) => {
    const accented = word.replace(/[aeiouAEIOU]/g, (vowel) => {
      const letter = ACCENTS[vowel] ?? vowel
      if (missing === 0) return letter
      missing -= 1
      return letter + letter.toLowerCase()
    })
    // Words without vowels, and the rest.
    return accented === word && missing > 0 ? `${word}${'í'.repeat(Math.min(missing--, 1))}` : accented
  })
}

/** Addresses, names of files and commands, and what a program compares. */
const isForMachines = (text: string) =>
  !/[A-Za-z]/.test(text) || /^(https?:|mailto:|data:|\/|\.|--)|^\S*[@/\\_=]\S*$/.test(text)

/** Whether a literal is a text: not the name of a module, a type or a key, and not compared with anything. */
function isShown(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return false
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  if (ts.isBinaryExpression(parent) && /^[=!<>]=/.test(parent.operatorToken.getText())) return false
  // Options of formats.
  return !(ts.isCallExpression(parent) && !/^(sentences|labelled|beside)$/.test(parent.expression.getText()))
}

/** The module of a catalogue in the pseudo-language. */
export function pseudoModule(code: string, path: string): string {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const changes: { from: number; to: number; text: string }[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isShown(node) && !isForMachines(node.text))
        changes.push({
          from: node.getStart(),
          to: node.getEnd(),
          text: JSON.stringify(pseudoText(node.text)),
        })
      return
    }
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      const end = node.getEnd() - (ts.isTemplateTail(node) ? 1 : 2)
      const from = node.getStart() + 1
      const text = code.slice(from, end)
      if (!isForMachines(text.trim())) changes.push({ from, to: end, text: pseudoText(text) })
      return
    }
    if (ts.isTypeNode(node)) return
    ts.forEachChild(node, visit)
  }
  visit(source)
  return changes
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), code)
}

/** Texts in the sources that are not in the catalogue: what a page shows of them, no translator ever sees. */
export function literalsOutside(root: string): Set<string> {
  const found = new Set<string>()
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.test\.|testing/.test(path) || path.startsWith('messages')) continue
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const code = readFileSync(join(root, 'src', path), 'utf8')
    const visit = (node: ts.Node) => {
      // One word may be anything: the name of a service, or of a person in the demo.
      const isText =
        (ts.isJsxText(node) && /[A-Za-z]{3}/.test(node.text)) ||
        ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
          /[A-Za-z]{3}.*\s.*[A-Za-z]/.test(node.text))
      if (isText) found.add(node.text.trim())
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind))
  }
  return found
}

/** The plugin of Vite; without effect unless the environment asks for the language. */
export function pseudoLanguage(wished: string | undefined): Plugin {
  return {
    name: 'pseudo-language',
    enforce: 'pre',
    apply: () => wished !== undefined && wished !== '',
    transform: {
      filter: { id: /\/src\/messages\/.*\.ts$/ },
      handler: (code, id) => ({ code: pseudoModule(code, id), map: null }),
    },
    transformIndexHtml: (html) =>
      wished === 'rtl' ? html.replace('<html lang="en"', '<html lang="en" dir="rtl"') : html,
  }
}
