/** What no keyboard types but a clipboard may hold: an escape sequence could end the paste and go on as if typed. */
const NOT_TYPED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g

/** A text from the clipboard as it may reach a shell. */
export const pasteable = (text: string) => text.replace(NOT_TYPED, '')

/** Its lines as a shell would run them. A line end alone makes two: what stands before it runs. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)
