/** The secret of an `otpauth:` address in groups of four; empty if there is none. */
export function keyIn(address: string): string {
  const secret = URL.canParse(address) ? new URL(address).searchParams.get('secret') : null
  return secret?.match(/.{1,4}/g)?.join(' ') ?? ''
}
