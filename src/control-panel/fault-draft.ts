import { faultNumbers, type NewFault } from '@/simulation/control-contract.ts'
import { parseInteger } from './parse-integer.ts'

/** Input of the fault form. */
export interface FaultDraft {
  route: string
  kind: NewFault['kind']
  spread: NonNullable<NewFault['spread']>
  status: string
  delay: string
  longest: string
  bytes: string
  length: string
  share: string
  times: string
  devices: string
}

export const usualFault: FaultDraft = {
  route: 'GET /v7/*',
  kind: 'status',
  spread: 'fixed',
  status: '500',
  delay: '2000',
  longest: '8000',
  bytes: '',
  length: '',
  share: '100',
  times: '',
  devices: '',
}

type NumberName = 'status' | 'delay' | 'longest' | 'bytes' | 'length' | 'share' | 'times'

/** The numeric fields of a kind of fault. */
export function neededNumberNames(
  kind: NewFault['kind'],
  spread: FaultDraft['spread'],
): readonly NumberName[] {
  const isSpread = kind === 'latency' && spread !== 'fixed'
  return [...faultNumbers[kind], ...(isSpread ? (['longest'] as const) : []), 'share', 'times']
}

/** Converts ids to numbers; other values stay text. */
const namesIn = (text: string): (string | number)[] =>
  text
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .map((name) => (/^\d{1,9}$/.test(name) ? Number(name) : name))

/** The fault from the input; fields that its kind does not have are omitted. */
export function draftedFault(draft: FaultDraft): NewFault {
  const { route, kind, spread } = draft
  const neededNumbers = neededNumberNames(kind, spread)
  const number = (name: NumberName) => (neededNumbers.includes(name) ? parseInteger(draft[name]) : undefined)
  const set = <Key extends keyof NewFault>(key: Key, value: number | null | undefined) =>
    typeof value === 'number' ? { [key]: value } : {}
  const percent = Math.min(100, number('share') ?? 100)
  const devices = namesIn(draft.devices)
  return {
    route: route.trim(),
    kind,
    ...set('status', number('status')),
    ...set('ms', number('delay') ?? number('length')),
    ...set('maxMs', number('longest')),
    ...(kind === 'latency' && spread !== 'fixed' && { spread }),
    ...set('bytes', number('bytes')),
    ...(percent < 100 && { rate: percent / 100 }),
    ...set('times', number('times')),
    ...(devices.length > 0 && { devices }),
  }
}
