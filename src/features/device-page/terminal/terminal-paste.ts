/** Control characters: an escape sequence could end the bracketed paste and continue as typed input. */
const NOT_TYPED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g

/** Clipboard text that is safe to send to a shell. */
export const pasteable = (text: string) => text.replace(NOT_TYPED, '')

/** The lines that a shell would run. A trailing line break counts, because it runs the line before it. */
export const pastedLines = (text: string): string[] => text.split(/\r\n|\r|\n/)
