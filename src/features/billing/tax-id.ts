import type { BillingAccount } from '@/api/model.ts'
import { compareText, regionName } from '@/lib/format.ts'
import { billingText } from '@/messages/billing/billing.ts'
import { euVatForms, taxIdTypes } from './tax-id-types.ts'

/** A kind of tax number. */
export interface TaxIdEntry {
  /** Unique among all entries. */
  key: string
  /** The type sent to the provider; the same for all member states of the European Union. */
  type: string
  /** Label of the option: the country and the number's name. */
  label: string
  description: string
  /** Two capital letters. */
  country: string
  /** A number in a valid format. */
  example: string
  pattern: RegExp
  /** `#` is a digit, `@` a capital letter, `*` either. */
  forms: readonly string[]
}

const EU_VAT = 'eu_vat'

const WILD: Readonly<Record<string, string>> = { '#': String.raw`\d`, '@': '[A-Z]', '*': '[A-Z0-9]' }

const partOf = (mark: string): string => WILD[mark] ?? mark.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const patternOf = (forms: readonly string[]): RegExp =>
  new RegExp(`^(?:${forms.map((form) => [...form].map(partOf).join('')).join('|')})$`)

const EXAMPLE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function exampleOf(form: string): string {
  let digit = 0
  let letterIndex = 0
  return form.replace(/[#@*]/g, (mark) =>
    mark === '#' ? String(++digit % 10) : (EXAMPLE_LETTERS[letterIndex++ % EXAMPLE_LETTERS.length] ?? 'A'),
  )
}

function entryOf(
  { key, type, country }: Pick<TaxIdEntry, 'key' | 'type' | 'country'>,
  name: string,
  forms: readonly string[],
): TaxIdEntry {
  const countryName = regionName(country)
  const example = exampleOf(forms[0] ?? '')
  return {
    key,
    type,
    country,
    example,
    label: billingText.taxIdLabel(countryName, name),
    description: billingText.taxIdExample(example),
    pattern: patternOf(forms),
    forms,
  }
}

/** All kinds of tax number, by country. */
export const taxIdEntries: readonly TaxIdEntry[] = [
  ...taxIdTypes.map(([type, name, ...forms]) =>
    entryOf({ key: type, type, country: type.slice(0, 2).toUpperCase() }, name, forms),
  ),
  ...euVatForms.map(([country, ...forms]) =>
    entryOf({ key: `${EU_VAT}:${country}`, type: EU_VAT, country }, billingText.europeanVat, forms),
  ),
].toSorted((a, b) => compareText(a.label, b.label))

/** The kind with this key; undefined if there is none. */
export const taxIdEntry = (key: string): TaxIdEntry | undefined =>
  taxIdEntries.find((entry) => entry.key === key)

/** The kind of a stored number. European VAT numbers are distinguished by their prefix. */
export function entryOfTaxId(stored: BillingAccount['tax_id']): TaxIdEntry | undefined {
  if (stored === null) return undefined
  const ofType = taxIdEntries.filter(({ type }) => type === stored.type)
  return ofType.find(({ pattern }) => pattern.test(stored.value)) ?? ofType[0]
}

const SEPARATORS = /[-./ ]+/
/** What people write between groups, besides what a form has. */
const MARKS = /[./ ,:;'’`´·•_|]/g
/** Soft hyphens, and what copying from a document brings along: no character of a number. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const DASHES = /[\u2010-\u2015\u2043\u2212]/g

/** A text in a form, if it has the groups of the form, with whatever marks between them; a space of a form may be absent. */
function inForm(form: string, text: string): string | undefined {
  const groups = form.split(SEPARATORS)
  const marks = form.match(new RegExp(SEPARATORS, 'g')) ?? []
  const pattern = groups.map((group, nth) => {
    const mark = marks[nth]
    const between = mark === undefined ? '' : mark === ' ' ? '[-./ ]*' : '[-./ ]+'
    return `(${[...group].map(partOf).join('')})${between}`
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(text)?.slice(1)
  return found?.map((group, nth) => `${group}${marks[nth] ?? ''}`).join('')
}

/** A number, and the same without what is printed before it: "VAT no.: ", "ABN ", the code of its own country. */
function withoutNames(text: string, country: string): string[] {
  const value = text.replace(/^.*:\s*/, '')
  const unnamed = value.replace(/^(?:(?:[A-Z]{3,}|NO)[. ]+)+/, '')
  return [value, unnamed, unnamed.replace(new RegExp(`^${country}[-. ]?(?=[^A-Z])`), '')]
}

/**
 * A number as it is printed, in the form of its kind: groups of digits without spaces, capital letters, and the marks that
 * the form has. The trimmed text if it fits no form.
 */
function normalizedTaxId({ forms, country }: TaxIdEntry, value: string): string {
  const text = value
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const written = withoutNames(text, country).flatMap((one) => [
    one,
    one.replaceAll(' ', ''),
    one.replace(MARKS, ''),
    one.replace(MARKS, '').replaceAll('-', ''),
  ])
  for (const candidate of written)
    for (const form of forms) {
      const found = inForm(form, candidate)
      if (found !== undefined) return found
    }
  return value.trim()
}

/** Why a number is invalid; undefined if it is valid or empty. */
export function whyNotTaxId(key: string, value: string): string | undefined {
  const entry = taxIdEntry(key)
  if (entry === undefined || value.trim() === '' || entry.pattern.test(normalizedTaxId(entry, value)))
    return undefined
  return billingText.invalidTaxId(entry.example)
}

/** The tax number to send; null without a kind or a value. */
export function taxIdToSend(key: string, value: string): BillingAccount['tax_id'] {
  const entry = taxIdEntry(key)
  const trimmed = value.trim()
  if (entry === undefined || trimmed === '') return null
  return { type: entry.type, value: normalizedTaxId(entry, value), country: entry.country }
}
