import { expect, test } from 'vitest'
import { entryOfTaxId, taxIdEntries, taxIdEntry, taxIdToSend, whyNotTaxId } from './tax-id.ts'

test('has about 130 kinds of tax number, each with a name, an example and a country [BILL-020, BILL-030]', () => {
  expect(taxIdEntries.length).toBeGreaterThanOrEqual(125)
  expect(taxIdEntries.length).toBeLessThanOrEqual(140)
  expect(new Set(taxIdEntries.map(({ key }) => key)).size).toBe(taxIdEntries.length)
  expect(new Set(taxIdEntries.map(({ label }) => label)).size).toBe(taxIdEntries.length)
  for (const { label, description, country, example, pattern } of taxIdEntries) {
    expect(country).toMatch(/^[A-Z]{2}$/)
    expect(label).toMatch(/^\S.*: \S/)
    expect(description).toContain(example)
    expect(example).toMatch(pattern)
  }
})

test.each([
  ['2 digits, a dash and 7 digits [BILL-023]', 'us_ein', '12-3456789', '123456789'],
  ['GB and 9 digits [BILL-024]', 'gb_vat', 'GB123456789', '123456789'],
  ['10 digits [BILL-025]', 'de_stn', '1234567890', '123456789'],
  ['9 digits, RT and 4 digits [BILL-026]', 'ca_gst_hst', '123456789RT0001', '123456789'],
  ['11 digits [BILL-027]', 'au_abn', '12345678912', '1234567891'],
  ['the prefix of a member state and digits [BILL-028]', 'eu_vat:NL', 'NL123456789B01', 'DE123456789'],
  ['the Greek prefix, which is not its country [BILL-028]', 'eu_vat:GR', 'EL123456789', 'GR123456789'],
  ['dots and a slash as they are written', 'br_cnpj', '01.234.456/5432-10', '01x234x456/5432-10'],
])('accepts only numbers with %s [BILL-021]', (_form, key, right, wrong) => {
  expect(whyNotTaxId(key, right)).toBeUndefined()
  expect(whyNotTaxId(key, ` ${right} `)).toBeUndefined()
  expect(whyNotTaxId(key, wrong)).toMatch(/^Invalid tax id/)
})

test('each member state has its own VAT number format, sent as one type [BILL-028, BILL-029]', () => {
  const european = taxIdEntries.filter(({ key }) => key.startsWith('eu_vat:'))
  expect(european).toHaveLength(27)
  for (const { key, country, example } of european) {
    expect(taxIdToSend(key, example)).toEqual({ type: 'eu_vat', value: example, country })
  }
})

test.each([
  ['a kind', '', '12-3456789'],
  ['a value', 'us_ein', '  '],
])('sends no tax number without %s [BILL-022]', (_what, key, value) => {
  expect(taxIdToSend(key, value)).toBeNull()
  expect(whyNotTaxId(key, value)).toBeUndefined()
})

test('finds the kind of a stored number', () => {
  expect(entryOfTaxId({ type: 'eu_vat', value: 'NL123456789B01' })).toBe(taxIdEntry('eu_vat:NL'))
  expect(entryOfTaxId({ type: 'us_ein', value: '12-3456789' })).toBe(taxIdEntry('us_ein'))
  expect(entryOfTaxId(null)).toBeUndefined()
})

test('the digits of an example count from one', () => {
  expect(taxIdEntry('us_ein')?.example).toBe('12-3456789')
})

test.each([
  ['eu_vat:DE', 'DE 136 695 976', 'DE136695976'],
  ['eu_vat:DE', 'de136695976', 'DE136695976'],
  ['eu_vat:DE', 'DE\u00A0136.695.976', 'DE136695976'],
  ['eu_vat:NL', 'nl 1234.56.789.b.01', 'NL123456789B01'],
  ['gb_vat', 'GB 980 7806 84', 'GB980780684'],
  ['ch_vat', 'che 123 456 788 mwst', 'CHE-123.456.788 MWST'],
  ['ch_vat', 'CHE–123.456.788 TVA', 'CHE-123.456.788 TVA'],
  ['us_ein', '12 3456789', '12-3456789'],
  ['us_ein', '１２-３４５６７８９', '12-3456789'],
  ['no_vat', '123 456 789 mva', '123456789MVA'],
  ['br_cnpj', '01.234.456 / 5432-10', '01.234.456/5432-10'],
])('%s: "%s" is accepted as it is printed, and sent as %s', (key, printed, sent) => {
  expect(whyNotTaxId(key, printed)).toBeUndefined()
  expect(taxIdToSend(key, printed)?.value).toBe(sent)
})

const printedAs: Readonly<Record<string, (number: string, country: string) => string>> = {
  'in lower case': (number) => number.toLowerCase(),
  'with spaces around it': (number) => `  ${number}\t\n`,
  'with no-break spaces': (number) => inGroups(number, '\u00A0'),
  'with narrow no-break spaces': (number) => inGroups(number, '\u202F'),
  'with dots': (number) => inGroups(number, '.'),
  'with slashes': (number) => inGroups(number, '/'),
  'with apostrophes': (number) => inGroups(number, '’'),
  'with middle dots': (number) => inGroups(number, '·'),
  'with soft hyphens': (number) => inGroups(number, '\u00AD'),
  'with en dashes': (number) => number.replaceAll('-', '–'),
  'with spaces instead of its marks': (number) => number.replace(/[-./]/g, ' '),
  'with marks of direction': (number) => `\u200E${number}\u202C`,
  'in full width': (number) => number.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'after its name and a colon': (number) => `VAT no.: ${number}`,
}
/** Groups of three digits, as long as they are digits. */
const inGroups = (number: string, mark: string) => number.replace(/(\d{3})(?=\d)/g, `$1${mark}`)

test.each(Object.entries(printedAs))('every kind of number is accepted %s', (_how, print) => {
  const refused = taxIdEntries.flatMap(({ key, example, country, pattern }) => {
    const printed = print(example, country)
    const sent = taxIdToSend(key, printed)?.value ?? ''
    // Some kinds have a form without marks too.
    const isSame = pattern.test(sent) && sent.replace(/[-./ ]/g, '') === example.replace(/[-./ ]/g, '')
    return whyNotTaxId(key, printed) === undefined && isSame ? [] : [[key, printed, sent]]
  })
  expect(refused).toEqual([])
})

test.each([
  ['au_abn', 'ABN 51 824 753 556', '51824753556'],
  ['au_abn', 'AU51 824 753 556', '51824753556'],
  ['us_ein', 'EIN: 12-3456789', '12-3456789'],
  ['eu_vat:DE', 'USt-IdNr.: DE 136 695 976', 'DE136695976'],
  ['eu_vat:FR', 'TVA FR 40 303 265 045', 'FR40303265045'],
  ['gb_vat', 'VAT Reg. No. GB 980 7806 84', 'GB980780684'],
  ['ch_uid', 'UID CHE-123.456.788', 'CHE-123.456.788'],
  ['my_itn', 'C1234567890', 'C 1234567890'],
])('%s: "%s" is accepted with its name, and sent as %s', (key, printed, sent) => {
  expect(taxIdToSend(key, printed)?.value).toBe(sent)
})

test.each([
  ['ge_vat', 'GB 123456789'],
  ['eu_vat:DE', 'AT 136695976'],
  ['us_ein', '123456789'],
  ['eu_vat:DE', 'DE136695976 and more'],
  ['eu_vat:DE', 'DE 136 695 97'],
])('%s: "%s" is refused and kept as it is written', (key, written) => {
  expect(whyNotTaxId(key, written)).toMatch(/^Invalid tax id/)
  expect(taxIdToSend(key, written)?.value).toBe(written)
})
