/** The numbers of a version: `6.1.0+rev2` and `v6.1.0` have 6, 1, 0, and the first has the revision 2. */
function numbersOf(version: string): number[] {
  const [, core = '', revision = '0'] = /(\d+(?:\.\d+)*)(?:\D*rev(\d+))?/.exec(version) ?? []
  const [major = 0, minor = 0, patch = 0] = core.split('.').map(Number)
  return [major, minor, patch, Number(revision)]
}

/** Whether a version of an OS or supervisor is newer than another. */
export function isNewerVersion(version: string, other: string): boolean {
  const numbers = numbersOf(other)
  const [difference = 0] = numbersOf(version)
    .map((number, at) => number - (numbers[at] ?? 0))
    .filter((it) => it !== 0)
  return difference > 0
}
