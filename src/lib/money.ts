/** An amount in cents, as dollars: `$49.00`. */
export function formatCents(cents: number, locale = 'en-US'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)
}
