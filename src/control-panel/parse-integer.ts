import type { WorldReset } from '../simulation/control-contract.ts'

/** A whole number from 0 on; undefined for an empty text, null for anything else. */
export function parseInteger(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(/[,_ ]/g, '')
  if (plain === '') return undefined
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null
}

/** Which world a form asks for; what was left empty is left to the world. */
export function whichWorld(
  scenario: string,
  seed: number | null | undefined,
  devices: number | null | undefined,
): WorldReset {
  return {
    scenario,
    ...(typeof seed === 'number' && { seed }),
    ...(typeof devices === 'number' && { devices }),
  }
}
