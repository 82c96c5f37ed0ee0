import { UNCHANGED, type Json } from './corruptions.ts'

const JUMP = 'javascript:window.taken=1'

/** Attack texts: elements, links, templates, bidirectional and control characters, terminal sequences, and length. */
const ATTACKS = [
  '<img src=x onerror="window.taken=1"><script>window.taken=1</script><a href="' + JUMP + '">a</a>',
  '<svg onload=window.taken=1><style>*{display:none}</style><iframe srcdoc="<script>parent.taken=1</script>">',
  `[link](${JUMP}) ![image](${JUMP}) {{constructor.constructor('window.taken=1')()}} \${window.taken=1} %s %c`,
  `\u202egnp.exe\u2066\u200f\u0000\u0007 \u001b]8;;${JUMP}\u0007click\u001b]8;;\u0007 \u001b]52;c;Zm9v\u0007 \u001b[31m`,
].join(' ')

/**
 * Texts that an outsider can store in names, notes, tags, variables, compositions, contracts and logs. At most a hundred
 * kilobytes each: every field of every row has one, and a page of rows must still fit into a response.
 */
export const hostileTexts: Readonly<Record<string, string>> = {
  'elements, links and sequences': ATTACKS,
  'a hundred thousand characters': ATTACKS + 'W'.repeat(100_000),
  // The readers grow it to a megabyte without a space.
  'one word': 'W'.repeat(30_000),
  'nested quotes': '>'.repeat(30_000),
  'nested lists': '- '.repeat(30_000),
  'nested list lines': Array.from({ length: 250 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'open emphasis': '_a'.repeat(16_000),
  'open stars': '**a *b '.repeat(8000),
  'open brackets': '['.repeat(30_000),
  'open links': '[a]('.repeat(8000),
  'open images': '![a]('.repeat(8000),
  backticks: Array.from({ length: 250 }, (_, nth) => '`'.repeat(nth)).join(' '),
  'open elements': '<a '.repeat(10_000),
  'nested JSON': '[{"a":'.repeat(20_000),
  'closed JSON': '['.repeat(20_000) + ']'.repeat(20_000),
  'aliases that multiply': `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 12 }, (_, nth) => `a${nth + 1}: &a${nth + 1} [${`*a${nth},`.repeat(8)}*a${nth}]`).join('\n')}`,
  'an alias of itself': 'a: &a\n  b: *a\n',
  'merge keys': `${'<<: {'.repeat(3000)}a: 1${'}'.repeat(3000)}`,
  'nested XML': '<a>'.repeat(20_000) + '</a>'.repeat(20_000),
  'carriage returns': '\r10%'.repeat(20_000),
  'erase sequences': '\u001b[2K\u001b[1G\u001b[999999999C\b'.repeat(5000),
  'inserted and repeated cells': 'A\u001b[200@\u001b[200b\r\u001b[50L\u001b[200Z\t日'.repeat(3000),
  colours: '\u001b[31;1mA'.repeat(10_000),
  'letters that grow in lower case': 'İ'.repeat(3000),
  'combining marks': `Z${'\u0301'.repeat(20_000)}`,
  'broken pairs': '\ud800\udc00\ud800 \udfff'.repeat(2000),
  'names of built-in properties': '__proto__',
}

/** Those that `npm test` tries. */
export const sampledTexts = new Set(['elements, links and sequences'])

const LINK = /^https?:/
const MOMENT = /^\d{4}-\d\d-\d\dT/

/** Replaces every text of a response, and every link by one that runs a script. */
export const withTexts =
  (nasty: string) =>
  (value: Json, key = ''): Json => {
    if (typeof value === 'string') {
      if (UNCHANGED.has(key) || MOMENT.test(value) || value === '') return value
      return LINK.test(value) ? JUMP : nasty
    }
    if (Array.isArray(value)) return value.map((one) => withTexts(nasty)(one, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(nasty)(one, name)]))
  }
