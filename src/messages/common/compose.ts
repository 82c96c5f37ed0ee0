/** Whole sentences, one after another. Empty ones are left out. */
export const sentences = (...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join(' ')

/** What something is about, and what it says: “Download failed: the invoice was deleted”. */
export const labelled = (label: string, text: string): string => `${label}: ${text}`

/** Two names for one thing, such as those of a page and of what it shows: “Settings · ada-lamp”. */
export const beside = (one: string, other: string): string => `${one} · ${other}`
