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

/** A text in a form, if it has the groups of the form, with whatever marks between them. */
function inForm(form: string, text: string): string | undefined {
  const groups = form.split(SEPARATORS)
  const pattern = new RegExp(
    `^${groups.map((group) => `(${[...group].map(partOf).join('')})`).join('[-./ ]+')}$`,
  )
  const found = pattern.exec(text)?.slice(1)
  if (found === undefined) return undefined
  const marks = form.match(new RegExp(SEPARATORS, 'g')) ?? []
  return found.map((group, nth) => `${group}${marks[nth] ?? ''}`).join('')
}

/**
 * A number as it is printed, in the form of its kind: groups of digits without spaces, capital letters, and the marks that
 * the form has. The trimmed text if it fits no form.
 */
function normalizedTaxId({ forms }: TaxIdEntry, value: string): string {
  const text = value
    .normalize('NFKC')
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const candidates = [text, text.replaceAll(' ', ''), text.replace(/[-./ ]/g, '')]
  for (const candidate of candidates)
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
