import type { WorldReset } from '@/simulation/control-contract.ts'

/** A non-negative whole number; undefined for an empty text, null for anything else. */
export function parseInteger(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(/[,_ ]/g, '')
  if (plain === '') return undefined
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null
}

/** The world parameters of a form; empty fields are left to the scenario. */
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
