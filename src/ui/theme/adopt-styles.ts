/**
 * Adds styles that are known only at run time as a constructed style sheet, because the content security policy forbids
 * style elements. Returns a function that removes them.
 */
export function adoptStyles(text: string, page: Document = document): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
