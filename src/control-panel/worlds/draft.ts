import { parseInteger } from '@/control-panel/parse-integer.ts'
import { createStored } from '@/lib/stored.ts'
import { industryText } from '@/messages/control-panel/own-world.ts'
import { problemKinds, type Industry, type ProblemKind, type WorldDraft } from './industries.ts'

/** The input of the form, and the file if it was edited. Kept when the panel closes. */
export interface OwnWorldForm {
  industry: Industry
  /** The name of another industry. */
  industryName: string
  company: string
  noun: string
  /** Separated by commas. */
  towns: string
  devices: string
  accent: string
  logo: string
  problems: ProblemKind[]
  /** Null: the file is generated from the form. */
  edited: string | null
}

const EMPTY: OwnWorldForm = {
  industry: 'signage',
  industryName: '',
  company: '',
  noun: '',
  towns: '',
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
    industryName: text(known.industryName, ''),
    company: text(known.company, ''),
    noun: text(known.noun, ''),
    towns: text(known.towns, ''),
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

/** What devices can be called: part of their names and of the name of their fleet. */
export const isNoun = (text: string) => /^[A-Za-z][\w-]{0,30}$/.test(text)

export const MAX_TOWNS = 60

/** The names of towns, each once; null if there are too many. */
export function townsIn(text: string): readonly string[] | null {
  // A comma in brackets belongs to the name: “Springfield (Illinois, US)”.
  const names = text
    .split(/[,;\n](?![^(]*\))/)
    .map((name) => name.trim().slice(0, 80))
    .filter((name) => name !== '')
  return names.length > MAX_TOWNS ? null : [...new Set(names)]
}

/** The world of the form; null while it is incomplete. */
export function worldDraft(form: OwnWorldForm): WorldDraft | null {
  const { industry, company, devices, accent, logo, problems } = form
  const count = deviceCount(devices)
  const [noun, towns] = [form.noun.trim(), townsIn(form.towns)]
  if (company.trim() === '' || count === null || (accent !== '' && !isColour(accent))) return null
  if ((noun !== '' && !isNoun(noun)) || towns === null) return null
  const industryName = form.industryName.trim()
  return {
    industry,
    company: company.trim(),
    devices: count,
    problems,
    ...(industry === 'other' && industryName !== '' && { industryName }),
    ...(noun !== '' && { noun }),
    ...(towns.length > 0 && { towns }),
    ...(accent !== '' && { accent }),
    ...(logo !== '' && { logo }),
  }
}
