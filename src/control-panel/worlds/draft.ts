import { parseInteger } from '@/control-panel/parse-integer.ts'
import { createStored } from '@/lib/stored.ts'
import { industryText } from '@/messages/control-panel/own-world.ts'
import { problemKinds, type Industry, type ProblemKind, type WorldDraft } from './industries.ts'

/** The input of the form, and the file if it was edited. Kept when the panel closes. */
export interface OwnWorldForm {
  industry: Industry
  company: string
  devices: string
  accent: string
  logo: string
  problems: ProblemKind[]
  /** Null: the file is generated from the form. */
  edited: string | null
}

const EMPTY: OwnWorldForm = {
  industry: 'signage',
  company: '',
  devices: '5000',
  accent: '',
  logo: '',
  problems: [],
  edited: null,
}

export const industries = Object.keys(industryText).filter(isIndustry)

function isIndustry(name: unknown): name is Industry {
  return typeof name === 'string' && Object.hasOwn(industryText, name)
}

function readForm(stored: unknown): OwnWorldForm | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const known: Partial<Record<keyof OwnWorldForm, unknown>> = stored
  const text = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)
  const { industry, problems, edited } = known
  return {
    industry: isIndustry(industry) ? industry : EMPTY.industry,
    company: text(known.company, ''),
    devices: text(known.devices, EMPTY.devices),
    accent: text(known.accent, ''),
    logo: text(known.logo, ''),
    problems: problemKinds.filter((kind) => Array.isArray(problems) && problems.includes(kind)),
    edited: typeof edited === 'string' ? edited : null,
  }
}

export const ownWorldForm = createStored('own-world', EMPTY, readForm, () => globalThis.sessionStorage)

/** The number of devices; null if invalid. */
export function deviceCount(text: string): number | null {
  const count = parseInteger(text)
  return count !== null && count !== undefined && count >= 1 && count <= 100_000 ? count : null
}

export const isColour = (text: string) => /^#[0-9a-fA-F]{6}$/.test(text)

/** The world of the form; null while it is incomplete. */
export function draftOf({
  industry,
  company,
  devices,
  accent,
  logo,
  problems,
}: OwnWorldForm): WorldDraft | null {
  const count = deviceCount(devices)
  if (company.trim() === '' || count === null || (accent !== '' && !isColour(accent))) return null
  return {
    industry,
    company: company.trim(),
    devices: count,
    problems,
    ...(accent !== '' && { accent }),
    ...(logo !== '' && { logo }),
  }
}
