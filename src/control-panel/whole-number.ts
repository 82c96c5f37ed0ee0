/** A whole number from 0 on; undefined for an empty text, null for anything else. */
export function wholeNumber(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(/[,_ ]/g, '')
  if (plain === '') return undefined
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null
}
