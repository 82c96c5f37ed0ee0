import { Fragment, type ReactNode } from 'react'

/** Private characters that no text has: they stand for the elements until the sentence is there. */
const FIRST_MARK = 0xe000
const MARKS = /([\ue000-\ue0ff])/

export interface SentenceProps {
  /** The sentence from the catalogue, such as `(name) => text.openedBy(name)`. Its order of elements is that of the language. */
  of: (...slots: string[]) => string
  /** What is put in for its parameters. */
  slots: readonly ReactNode[]
}

/** A sentence with elements in it, such as a link. */
export function Sentence({ of, slots }: SentenceProps) {
  const text = of(...slots.map((_, at) => String.fromCharCode(FIRST_MARK + at)))
  return text
    .split(MARKS)
    .map((part, at) => (
      <Fragment key={at}>{MARKS.test(part) ? slots[part.charCodeAt(0) - FIRST_MARK] : part}</Fragment>
    ))
}
