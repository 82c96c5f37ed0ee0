/** Formats of tax numbers, where published. */
const patterns: Readonly<Record<string, RegExp>> = {
  us_ein: /^\d{2}-\d{7}$/,
  gb_vat: /^GB\d{9}$/,
  de_stn: /^\d{10}$/,
  ca_gst_hst: /^\d{9}RT\d{4}$/,
  au_abn: /^\d{11}$/,
  eu_vat:
    /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[0-9A-Z]{8,12}$/,
}

/** Whether a number has the format of its type; true for unknown types. */
export function isTaxId(type: string, value: string): boolean {
  if (!/^[a-z]{2}_[a-z_]+$/.test(type)) return false
  return patterns[type]?.test(value) ?? value.trim() !== ''
}
