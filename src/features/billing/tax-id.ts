import type { BillingAccount } from '@/api/model.ts'
import { billingText } from '@/messages/billing.ts'
import { euVatForms, taxIdTypes } from './tax-id-types.ts'

/** One kind of tax number that can be given. */
export interface TaxIdEntry {
  /** A key of its own among all entries. */
  key: string
  /** What is sent; one and the same for all member states of the European Union. */
  type: string
  /** What people choose: the country and the number's name. */
  label: string
  description: string
  /** Two capital letters. */
  country: string
  /** A number of the right form. */
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
  let letter = 0
  return form.replace(/[#@*]/g, (mark) =>
    mark === '#' ? String(++digit % 10) : (EXAMPLE_LETTERS[letter++ % EXAMPLE_LETTERS.length] ?? 'A'),
  )
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function entryOf(
  { key, type, country }: Pick<TaxIdEntry, 'key' | 'type' | 'country'>,
  name: string,
  forms: readonly string[],
): TaxIdEntry {
  const place = countries.of(country) ?? country
  const example = exampleOf(forms[0] ?? '')
  return {
    key,
    type,
    country,
    example,
    label: billingText.taxIdLabel(place, name),
    description: billingText.taxIdExample(example),
    pattern: patternOf(forms),
  }
}

/** Every kind of tax number, by country. */
export const taxIdEntries: readonly TaxIdEntry[] = [
  ...taxIdTypes.map(([type, name, ...forms]) =>
    entryOf({ key: type, type, country: type.slice(0, 2).toUpperCase() }, name, forms),
  ),
  ...euVatForms.map(([country, ...forms]) =>
    entryOf({ key: `${EU_VAT}:${country}`, type: EU_VAT, country }, billingText.europeanVat, forms),
  ),
].toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** The kind with this key; undefined for none. */
export const taxIdEntry = (key: string): TaxIdEntry | undefined =>
  taxIdEntries.find((entry) => entry.key === key)

/** The kind of a number that is stored: of the European ones, the one whose prefix it has. */
export function entryOfTaxId(stored: BillingAccount['tax_id']): TaxIdEntry | undefined {
  if (stored === null) return undefined
  const ofType = taxIdEntries.filter(({ type }) => type === stored.type)
  return ofType.find(({ pattern }) => pattern.test(stored.value)) ?? ofType[0]
}

/** What is wrong with a number of a kind; undefined when nothing is, or when there is no number. */
export function whyNotTaxId(key: string, value: string): string | undefined {
  const entry = taxIdEntry(key)
  const written = value.trim()
  if (entry === undefined || written === '' || entry.pattern.test(written)) return undefined
  return billingText.invalidTaxId(entry.example)
}

/** What is sent of a tax number: null without a kind or a value. */
export function taxIdToSend(key: string, value: string): BillingAccount['tax_id'] {
  const entry = taxIdEntry(key)
  const written = value.trim()
  if (entry === undefined || written === '') return null
  return { type: entry.type, value: written, country: entry.country }
}
