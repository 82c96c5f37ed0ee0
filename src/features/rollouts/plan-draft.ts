import * as z from 'zod/mini'
import { draftKey, forgetDraft, keepDraft as keep, readDraft } from '@/domain/account/kept-drafts.ts'
import { limitKinds, planProblem, planSchema, type RolloutPlan } from '@/engines/rollouts/rollout-plan.ts'
import { timeZone } from '@/lib/format-preferences.ts'

export const stageKinds = ['percent', 'tag', 'devices'] as const

const stageDraft = z.object({
  /** Key of the list item. */
  key: z.string(),
  kind: z.enum(stageKinds),
  percent: z.string(),
  tagKey: z.string(),
  tagValue: z.string(),
  devices: z.string(),
  wait: z.string(),
  from: z.string(),
  to: z.string(),
})

const limitDraft = z.object({
  key: z.string(),
  of: z.enum(limitKinds),
  amount: z.string(),
  unit: z.enum(['percent', 'number']),
  action: z.enum(['pause', 'abort']),
})

const draftSchema = z.object({
  release: z.nullable(z.object({ id: z.number(), label: z.string() })),
  devices: z.string(),
  skipOffline: z.boolean(),
  skipLocked: z.boolean(),
  stages: z.array(stageDraft),
  healthyMinutes: z.string(),
  notSeenMinutes: z.string(),
  limits: z.array(limitDraft),
})

export type StageDraft = z.infer<typeof stageDraft>
export type LimitDraft = z.infer<typeof limitDraft>
/** A plan as typed. */
export type PlanDraft = z.infer<typeof draftSchema>

export const newStage = (percent = ''): StageDraft => ({
  key: crypto.randomUUID(),
  kind: 'percent',
  percent,
  tagKey: '',
  tagValue: '',
  devices: '',
  wait: '',
  from: '',
  to: '',
})

export const newLimit = (of: LimitDraft['of'] = 'failed', amount = ''): LimitDraft => ({
  key: crypto.randomUUID(),
  of,
  amount,
  unit: 'percent',
  action: 'pause',
})

export const newDraft = (): PlanDraft => ({
  release: null,
  devices: '',
  skipOffline: true,
  skipLocked: true,
  stages: [newStage('5'), newStage('25'), newStage('100')],
  healthyMinutes: '10',
  notSeenMinutes: '30',
  limits: [newLimit('failed', '10'), newLimit('not-seen', '25')],
})

const numberOf = (text: string) => (text.trim() === '' ? NaN : Number(text))

function stageOf({ kind, percent, tagKey, tagValue, devices, wait, from, to }: StageDraft) {
  const selection = {
    percent: { percent: numberOf(percent) },
    tag: { tag: { key: tagKey.trim(), value: tagValue } },
    devices: { devices: devices.split(/[\s,]+/).filter((uuid) => uuid !== '') },
  }[kind]
  return {
    ...selection,
    ...(wait.trim() === '' ? {} : { wait: numberOf(wait) }),
    ...(from === '' && to === '' ? {} : { window: { from, to, timezone: timeZone() } }),
  }
}

/** The plan of a draft, or why the draft is incomplete or invalid. */
export function draftedPlan(draft: PlanDraft): { plan: RolloutPlan } | { problem: string } {
  const plan = {
    devices: draft.devices.trim(),
    skip: [
      ...(draft.skipOffline ? (['offline'] as const) : []),
      ...(draft.skipLocked ? (['locked'] as const) : []),
    ],
    stages: draft.stages.map(stageOf),
    healthyMinutes: numberOf(draft.healthyMinutes),
    notSeenMinutes: numberOf(draft.notSeenMinutes),
    limits: draft.limits.map(({ of, amount, unit, action }) => ({ of, [unit]: numberOf(amount), action })),
  }
  const problem = planProblem(plan)
  return problem === undefined ? { plan: planSchema.parse(plan) } : { problem }
}

const keyOf = (fleetId: number) => draftKey('rollout', String(fleetId))

/** The draft saved before a reload, or undefined. */
export const keptDraft = (fleetId: number): PlanDraft | undefined =>
  draftSchema.safeParse(readDraft(keyOf(fleetId))).data

export const keepDraft = (fleetId: number, draft: PlanDraft) => keep(keyOf(fleetId), draft)

export const dropDraft = (fleetId: number) => forgetDraft(keyOf(fleetId))
