/** `balenaOS 6.1.0+rev1` → `6.1.0+rev1`; null if the text contains no version. */
export function osVersionNumber(osVersion: string | null | undefined): string | null {
  return /\d+\.\d+\.\d+\S*/.exec(osVersion ?? '')?.[0] ?? null
}
