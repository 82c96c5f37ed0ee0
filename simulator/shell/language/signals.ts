/** The signals in the order of their numbers, from 1. */
export const SIGNALS: readonly string[] =
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS'.split(
    ' ',
  )

export function signalName(signal: number): string {
  return SIGNALS[signal - 1] ?? String(signal)
}

/** The number of a signal that was given by number or name, with or without SIG. */
export function signalNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) > 0 && Number(text) <= 64 ? Number(text) : undefined
  const at = SIGNALS.indexOf(text.toUpperCase().replace(/^SIG/, ''))
  return at < 0 ? undefined : at + 1
}
