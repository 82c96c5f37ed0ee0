/** The key in the address that authenticators scan, in groups of four as people read it; empty when there is none. */
export function keyIn(address: string): string {
  const secret = URL.canParse(address) ? new URL(address).searchParams.get('secret') : null
  return secret?.match(/.{1,4}/g)?.join(' ') ?? ''
}
