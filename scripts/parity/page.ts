import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { absence, LEVELS, standing } from './evidence.ts'
import type { Evidence, Level, Operation, Source } from './evidence.ts'

const PLATFORMS: readonly PlatformName[] = ['hosted', 'open']

const LEVEL_TEXT: Readonly<Record<Level, string>> = {
  recorded: 'compared with a platform',
  client: 'used by an official client',
  captured: 'seen in traffic of the platform',
  read: 'read in source code',
  inferred: 'inferred',
}

interface Row {
  operation: Operation
  cells: Readonly<Record<PlatformName, string>>
  levels: Readonly<Record<PlatformName, Level | 'absent'>>
  differences: string
}

const sourceText = ({ title, date }: Source) => (date === undefined ? title : `${title}, ${date}`)

function rowOf(evidence: Evidence, operation: Operation): Row {
  const status = absence(operation)
  const of = (platform: PlatformName): [string, Level | 'absent'] => {
    if (platform === 'open' && status !== undefined) return [`absent: ${status}`, 'absent']
    const { level, sources } = standing(evidence, operation, platform)
    return [sources.length === 0 ? LEVEL_TEXT[level] : sources.map(sourceText).join('; '), level]
  }
  const [hosted, open] = [of('hosted'), of('open')]
  const known = evidence.differences[operation.id] ?? {}
  return {
    operation,
    cells: { hosted: hosted[0], open: open[0] },
    levels: { hosted: hosted[1], open: open[1] },
    differences: PLATFORMS.flatMap((one) => (known[one] ?? []).map((text) => `${one}: ${text}`)).join('; '),
  }
}

export const parityRows = (evidence: Evidence, operations: readonly Operation[]): Row[] =>
  operations.map((operation) => rowOf(evidence, operation))

const escaped = (text: string) => text.replaceAll('|', String.raw`\|`)

/** A table of Markdown, aligned as the formatter does it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(escaped))
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0), 3))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [first = [], ...others] = cells
  return [
    line(first),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...others.map(line),
  ].join('\n')
}

const requestOf = ({ method, path }: Operation) => `\`${method} ${path}\``

function summary(rows: readonly Row[]): string {
  const levels = [...LEVELS, 'absent'] as const
  return table(
    ['how the answers are known', 'hosted', 'open'],
    levels.map((level) => [
      level === 'absent' ? 'absent on this platform' : LEVEL_TEXT[level],
      ...PLATFORMS.map((one) => String(rows.filter(({ levels: of }) => of[one] === level).length)),
    ]),
  )
}

/** docs/platform/parity.md */
export function parityPage(evidence: Evidence, operations: readonly Operation[]): string {
  const rows = parityRows(evidence, operations)
  const tags = [...new Set(operations.map(({ tag }) => tag))].toSorted()
  const sections = tags.map((tag) => {
    const of = rows.filter(({ operation }) => operation.tag === tag)
    return `### ${tag}\n\n${table(
      ['operation', 'request', 'hosted', 'open', 'known to differ'],
      of.map(({ operation, cells, differences }) => [
        operation.id,
        requestOf(operation),
        cells.hosted,
        cells.open,
        differences,
      ]),
    )}`
  })
  return `# How each answer is known

Made by \`npm run parity\` from the contract and [evidence.json](evidence.json). The same as a table that can be filtered:
[parity.html](parity.html); \`npm run parity -- --only device. --level inferred\` prints it.

Evidence only grows: \`npm run drift -- --api URL --json FILE\` and \`npm run parity -- --comparison FILE\` add what a platform answers, and a test refuses
fewer operations with evidence. The words: _compared with a platform_ means that answers were recorded there, or compared by \`npm run drift\`; _used by an official client_ that a
client accepted the answer of the mock; _seen in traffic_, _read in source code_ and _inferred_ are what the contract says (\`x-source\`).

${summary(rows)}

## Operations

${sections.join('\n\n')}
`
}

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** docs/platform/parity.html: the same table with filters, without anything from elsewhere. */
export function parityTable(evidence: Evidence, operations: readonly Operation[]): string {
  const rows = parityRows(evidence, operations)
  const option = (level: string) =>
    `<option value="${level}">${level === 'absent' ? 'absent' : LEVEL_TEXT[level as Level]}</option>`
  const body = rows
    .map(
      ({ operation, cells, levels, differences }) =>
        `<tr data-hosted="${levels.hosted}" data-open="${levels.open}"><td>${html(operation.id)}</td><td><code>${html(
          `${operation.method} ${operation.path}`,
        )}</code></td><td data-label="hosted">${html(cells.hosted)}</td><td data-label="open">${html(cells.open)}</td><td data-label="known to differ">${html(differences)}</td></tr>`,
    )
    .join('\n')
  const select = (platform: PlatformName) =>
    `<label>${platform} <select id="${platform}"><option value="">any</option>${[...LEVELS, 'absent'].map(option).join('')}</select></label>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>How each answer is known</title>
<style>
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
body { margin: 1.5rem }
form { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; margin: 1rem 0 }
input, select { font: inherit; padding: .2rem .4rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
thead th { position: sticky; top: 0; background: Canvas }
th:nth-child(1), th:nth-child(2) { width: 22% }
td { overflow-wrap: anywhere }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent) }
code { font-size: .9em; overflow-wrap: anywhere }
tr[hidden] { display: none }
@media (max-width: 48rem) {
  label { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem }
  input, select { min-height: 44px }
  input[type=checkbox] { min-height: 24px; width: 24px; height: 24px }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap }
  table, tbody { display: block }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 30%, transparent) }
  td { display: block; padding: .1rem 0; border: 0 }
  td:first-child { font-weight: 600 }
  td:nth-child(n + 3):not(:empty)::before { content: attr(data-label) ': '; opacity: .75 }
}
</style>
</head>
<body>
<h1>How each answer is known</h1>
<form role="search" onsubmit="return false"><label>Operation <input type="search" id="text"></label>${select('hosted')}${select('open')}<label><input type="checkbox" id="differs"> known to differ</label><output id="count" aria-live="polite"></output></form>
<table aria-label="Operations">
<thead><tr><th scope="col">operation</th><th scope="col">request</th><th scope="col">hosted</th><th scope="col">open</th><th scope="col">known to differ</th></tr></thead>
<tbody>
${body}
</tbody>
</table>
<script>
const of = (id) => document.getElementById(id)
const rows = [...document.querySelectorAll('tbody tr')]
const fields = ['text', 'hosted', 'open', 'differs']
function apply() {
  const text = of('text').value.toLowerCase()
  let shown = 0
  for (const row of rows) {
    const fits = row.cells[0].textContent.toLowerCase().includes(text) || row.cells[1].textContent.toLowerCase().includes(text)
    const level = (name) => of(name).value === '' || row.dataset[name] === of(name).value
    row.hidden = !(fits && level('hosted') && level('open') && (!of('differs').checked || row.cells[4].textContent !== ''))
    if (!row.hidden) shown++
  }
  of('count').textContent = shown + ' of ' + rows.length
}
for (const id of fields) of(id).addEventListener('input', apply)
apply()
</script>
</body>
</html>
`
}
