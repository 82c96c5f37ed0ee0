import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { formatInstant } from '@/lib/format.ts'
import { supportAccessText as text } from '@/messages/access/support-access.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'

/** Enough to finish, or to ask for more time. */
const SOON_MINUTES = 15

export interface SupportAccessNoticeProps {
  /** The fleet, app or block, or that of the device; support may have access to a device but not to its fleet. */
  fleetId: number | undefined
  /** Until when support has access to the object and to its parent. */
  until: readonly (string | null | undefined)[]
}

/** Shown to support staff above objects with limited access: until when, and a
 * warning before it ends. Without access, staff are told to ask the owner. */
export function SupportAccessNotice({ fleetId, until }: SupportAccessNoticeProps) {
  const { data: role } = useQuery({ ...fleetRoleQuery(fleetId ?? 0), enabled: fleetId !== undefined })
  const isStaff = role === 'balena_admin' || role === 'support_agent'
  const end = Math.max(0, ...until.map((time) => (time ? Date.parse(time) : 0)))
  const access = useTimeText((now) => {
    if (end <= now) return 'none'
    return end - now < SOON_MINUTES * 60_000 ? 'soon' : 'granted'
  })
  if (access === 'none')
    return (
      isStaff && (
        <Banner bar tone="bad">
          {text.askOwner}
        </Banner>
      )
    )
  const time = formatInstant(end, { seconds: false })
  return (
    <Banner bar tone={access === 'soon' ? 'warn' : 'info'}>
      {access === 'soon' ? text.endsSoon(SOON_MINUTES, time) : text.granted(time)}
    </Banner>
  )
}
