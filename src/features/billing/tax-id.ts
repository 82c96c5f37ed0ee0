import type { BillingAccount } from '@/api/model.ts'
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

const countries = new Intl.DisplayNames('en', { type: 'region' })

function entryOf(
  { key, type, country }: Pick<TaxIdEntry, 'key' | 'type' | 'country'>,
  name: string,
  forms: readonly string[],
): TaxIdEntry {
  const countryName = countries.of(country) ?? country
  const example = exampleOf(forms[0] ?? '')
  return {
    key,
    type,
    country,
    example,
    label: billingText.taxIdLabel(countryName, name),
    description: billingText.taxIdExample(example),
    pattern: patternOf(forms),
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
].toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** The kind with this key; undefined if there is none. */
export const taxIdEntry = (key: string): TaxIdEntry | undefined =>
  taxIdEntries.find((entry) => entry.key === key)

/** The kind of a stored number. European VAT numbers are distinguished by their prefix. */
export function entryOfTaxId(stored: BillingAccount['tax_id']): TaxIdEntry | undefined {
  if (stored === null) return undefined
  const ofType = taxIdEntries.filter(({ type }) => type === stored.type)
  return ofType.find(({ pattern }) => pattern.test(stored.value)) ?? ofType[0]
}

/** Why a number is invalid; undefined if it is valid or empty. */
export function whyNotTaxId(key: string, value: string): string | undefined {
  const entry = taxIdEntry(key)
  const trimmed = value.trim()
  if (entry === undefined || trimmed === '' || entry.pattern.test(trimmed)) return undefined
  return billingText.invalidTaxId(entry.example)
}

/** The tax number to send; null without a kind or a value. */
export function taxIdToSend(key: string, value: string): BillingAccount['tax_id'] {
  const entry = taxIdEntry(key)
  const trimmed = value.trim()
  if (entry === undefined || trimmed === '') return null
  return { type: entry.type, value: trimmed, country: entry.country }
}
