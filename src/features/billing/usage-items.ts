import { roleNamed } from '@/domain/access/permissions.ts'
import { accessText } from '@/messages/access/access.ts'
import { billingText } from '@/messages/billing/billing.ts'

const SEAT = 'member:'

/** The display name of a usage item: `device:legacy-v1` is a legacy device. */
export function usageItem(slug: string): string {
  const named = billingText.usageItems[slug]
  if (named !== undefined) return named
  const role = slug.startsWith(SEAT) ? roleNamed(slug.slice(SEAT.length)) : undefined
  return role === undefined ? slug : billingText.seat(accessText.roles[role])
}
