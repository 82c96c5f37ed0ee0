/**
 * Adds styles that are known at run time only, and returns what takes them away. They become a style sheet of the document:
 * the content security policy forbids elements with styles in them.
 */
export function adoptStyles(text: string, page: Document = document): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
